"""The team's home in a repository: what may be put there, and what is read of it. Nothing in it is trusted by itself."""
