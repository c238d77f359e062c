"""Whose words: what of a message a person typed, and what they pasted or handed over."""
