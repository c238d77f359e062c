"""The daemon: the one loop, its signals, its lock and its unit. Never parses a transcript."""
