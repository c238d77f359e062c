"""Measures what the service promises of speed and size: `python -m bench`."""
