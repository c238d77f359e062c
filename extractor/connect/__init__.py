"""How each client is joined to the memory, and parted from it again.

Owns what is put into the clients' own files and the record of it. Promises that what was put there can be
taken out to the last byte. Never decides what is remembered.
"""
