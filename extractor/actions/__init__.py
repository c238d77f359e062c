"""What a person can do to memory, the same for the command line and for clients that ask."""
