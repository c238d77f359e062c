"""The witness gate: what a person said, agreed to or took back, and nothing else, may stand in a memory."""
