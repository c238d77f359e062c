"""What each command does once its options are parsed, and how it is told to a person."""
