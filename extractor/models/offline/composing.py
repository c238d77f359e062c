"""Composing: an order for a text, behind which a person says what is to stand in it.

Owns how a text is ordered. Promises nothing of what such a text says: it is asked for now, and rules nothing. Never
does I/O.
"""

from __future__ import annotations

from extractor.memory.text.expressions import Expression

_TEXT = (
    r"(?:(?:system )?prompt|(?:job )?ad|advert(?:isement)?|e-?mail|mail|letter|tweet|toot|announcement|speech|story|poem|song|bio|joke"
    r"|(?:press )?release text|newsletter|invitation|slogan|tagline|blurb|caption|essay|abstract|blog ?post|post|notice|flyer|leaflet"
    r"|persona|cover letter|reply|response|answer|summary|product description|landing page text|faq|stellenanzeige|brief|gedicht|rede"
    r"|anzeige|einladung|correo|carta|anuncio|poema|discurso|courriel|lettre|annonce|poème|discours|lettera|annuncio|письмо|объявление)"
)
_ORDERS = Expression(
    r"\W*(?:(?:ok(?:ay)?|please|pls|plz|now|then|next|also|and|can you|could you|would you|i need you to|let['’]?s|bitte|por favor)\W+){0,5}"
    r"(?:write|draft|generate|compose|create|make up|come up with|give me|schreib(?:e)?|verfasse|formuliere|escribe|redacta|écris"
    r"|rédige|scrivi|escreve|schrijf|напиши|составь|napisz)"
    rf"(?: me| us| mir| uns| мне)? (?:an?|the|some|two|three|eine?n?|una?|une?|um|een)? ?(?:[\w'’-]+ ){{0,3}}?{_TEXT}\b"
)


def orders_a_text(sentence: str) -> bool:
    """Whether a sentence orders a text: what its paragraph goes on to say is to stand there."""
    return _ORDERS.match(sentence) is not None
