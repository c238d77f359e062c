"""Secrets, found in a text and replaced before anything is stored. Never asks a file or a network."""
