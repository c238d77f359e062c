"""What a sentence says and how far: its words, nots, numbers, conditions and scopes, beside another's. Knows no speaker."""
