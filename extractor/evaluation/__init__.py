"""Evaluation: what an extractor keeps and rejects of labelled sessions, measured through the real pipeline."""
