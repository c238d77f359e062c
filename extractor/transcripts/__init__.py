"""What clients wrote of their conversations: one module a client, each a source of records.

Promises that nothing a transcript holds can raise: what cannot be used comes out as Parked.
Never knows about memory.
"""
