"""One extraction: from the cursor, through five turns at most, to the cursor again. Touches no file."""
