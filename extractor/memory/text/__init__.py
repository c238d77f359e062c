"""Texts letter by letter: what nobody sees, scripts without spaces, and words in whatever letters. Knows no sentence."""
