"""What a person answered to a question tool of a client's: each answer with its question.

Owns the pair. An answer alone says nothing: every client's reader puts the question before it.
"""

from __future__ import annotations

from typing import NamedTuple


class Answer(NamedTuple):
    """What a person said to one question of a question tool."""

    question: str
    """The agent's words; empty where they cannot be told."""
    words: str
    """The answers and the note to them, one a line."""


def question_at(questions: object, place: int) -> str:
    """The question at a place among those a tool asked; empty where there is none."""
    asked = questions[place] if isinstance(questions, list) and place < len(questions) else None
    question = asked.get("question") if isinstance(asked, dict) else None
    return question.strip() if isinstance(question, str) else ""
