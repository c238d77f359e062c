"""Extractor: reads coding agents' session transcripts and keeps the few facts worth keeping."""

__version__ = "0.1.0"
