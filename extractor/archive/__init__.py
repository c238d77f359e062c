"""The searchable copy of everything said, and what the service remembers of itself. SQLite only here."""
