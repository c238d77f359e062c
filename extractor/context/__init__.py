"""What an agent is given: the table of contents of past work, and everything in one prompt. Never writes."""
