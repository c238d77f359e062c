"""Finding what was said: the query, the plan, the ranking, the excerpt. Pure: the archive and the clock come in."""
