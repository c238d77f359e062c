"""What there is one of at a time, and whether a later text fills it otherwise. Decides nothing about files."""
