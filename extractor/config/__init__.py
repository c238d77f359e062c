"""Settings: one object, built once at the edge of the program, and where they are written. Never read below it."""
