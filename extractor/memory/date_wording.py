"""How a day is told in a text that lasts: the words that lead to it, in the language of those it takes the place of.

Promises that no lead stands twice. Never reads a clock.
"""

from __future__ import annotations

import re

_LED = re.compile(
    r"(?:\b(?:on|onto|in|into|to|by|of|for|from|with|until|till|before|after|since|due|the|than|covers?|through|between"
    r"|via|per|am|an|auf|bis|ab|seit|vor|im|für|vom|von|zum|zur|nach|gegen|mit|den|dem)\s*|[:=(/]\s*)$",
    re.IGNORECASE,
)
_THE = re.compile(r"(?:\bat\s+)?\bthe\s+$", re.IGNORECASE)
_GERMAN = re.compile(
    r"\b(?:heute|gestern|vorgestern|übermorgen|morgen|wochen?|tag(?:en?)?|monats?|monaten|jahr(?:e[ns]?)?|\w+(?:tag|woch))$",
    re.IGNORECASE,
)


def lead_dropped(before: str) -> str:
    """The text before a day without the article that its words had ("at the end of the month")."""
    return _THE.sub("", before)


def day(iso: str, said: str, before: str, behind: str) -> str:
    """A day in place of the words it was said in."""
    if _LED.search(before) or behind.startswith(("'s", "’s")):
        return iso
    return _begun(f"{'am' if _GERMAN.search(said) else 'on'} {iso}", said, before)


def month(iso: str, said: str, before: str) -> str:
    """A month in place of the words it was said in."""
    return iso if _LED.search(before) else _begun(f"in {iso}", said, before)


def week(iso: str, said: str, before: str) -> str:
    """A week, told by its Monday, in place of the words it was said in."""
    is_led = _LED.search(before) is not None
    if _GERMAN.search(said):
        return f"die Woche vom {iso}" if is_led else _begun(f"in der Woche vom {iso}", said, before)
    return f"the week of {iso}" if is_led else _begun(f"in the week of {iso}", said, before)


def _begun(told: str, said: str, before: str) -> str:
    """With a capital where the words had one at the beginning of their text."""
    return told[0].upper() + told[1:] if said[:1].isupper() and not before.strip() else told
