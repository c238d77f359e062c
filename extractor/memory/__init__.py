"""Memory files, their index and the rules of writing them. Never talks to a model."""
