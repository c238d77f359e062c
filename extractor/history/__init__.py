"""What a model gets to see of a session. Pure: no I/O, no SDK."""
