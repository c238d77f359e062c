"""What an agent is given: the table of contents of past work, and everything in one prompt. Never writes.

Its values are named tuples: a frozen dataclass takes seven times as long to define, and an agent's start waits
for `context`.
"""
