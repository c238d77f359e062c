"""Models an extraction can ask, behind one Protocol. Never decides what is kept."""
