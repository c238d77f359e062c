"""Days that a text names, absolutely or seen from the moment it was said. Never asks what day it is."""
