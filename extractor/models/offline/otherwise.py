"""Otherwise: sentences too light to be kept for themselves, which say that something is no longer as it was.

Owns which sentences those are. Promises sentences that stand so in their message, each for the place of one it
contradicts alone: whether there is one is looked for elsewhere. Never does I/O.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo

from extractor.domain import MIN_QUOTE, Evidence, Message
from extractor.memory.dates import dates
from extractor.memory.slots.roles import has_role
from extractor.memory.slots.rulings import may_be_at_hand
from extractor.memory.slots.slot import Told
from extractor.memory.slots.slot_forms import filled
from extractor.memory.slots.slots import is_for_good, told_change
from extractor.memory.text.expressions import Expression
from extractor.memory.wording.left_behind import is_left
from extractor.models.offline import passing, wording
from extractor.models.offline.fact import Fact, Stated
from extractor.models.offline.first_words import plain_marks
from extractor.models.offline.memory_type import type_of
from extractor.models.offline.spoken import own_sentences
from extractor.models.offline.weight import weigh

_MOST = 20
"""Words of such a sentence: what says more is weighed by what it says."""
_LEAST = 3
"""Words it has at least."""
_ALLOWED = Expression(
    r"\b(?:(?:is|are|['’]re)(?: all| now| actually| totally| also)* (?:fine|ok(?:ay)?|allowed|welcome|good|required|mandatory|forbidden|banned|not allowed)"
    r"|(?:you|we) (?:can|may|should|must|need to|have to|don't (?:have|need) to|no longer (?:have|need) to) |no need to|it['’]s (?:ok(?:ay)?|fine|allowed) to|stop \w+ing|feel free to|(?:ist|sind) (?:jetzt )?(?:ok(?:ay)?|erlaubt|verboten)"
    r"|du (?:darfst|kannst|musst|brauchst)|ya (?:no|se)|puedes|tu peux)\b"
)
"""How something is allowed or forbidden."""
_RELEASES = Expression(
    r"\b(?:(?:you|we) (?:don't|do not|no longer) (?:have|need) to|no need to|stop \w+ing|du brauchst (?:nicht|kein))\b"
)
"""How something is no longer asked for."""
_AT_WORK = Expression(
    r"^\W*(?:ok(?:ay)?[\s,]+|great[\s,]+|good[\s,]+|so[\s,]+|and[\s,]+)*(?:now(?! (?:we|our|the|all)\b)|then|next|first|let['’]?s|lets|can you|could you|would you|will you|try|retry|run|re-?run|do (?:it|that)|go ahead|check|look)\b"
    r"|\b(?:try|do|run|check|build|start|test|look)(?: it| that| this)? (?:\w+ )?again\b|\b(?:this|that|these|those)\b|\bit\b(?!['’]s (?:ok(?:ay)?|fine|allowed)\b)"
    r"|\b(?:here|just|only) (?:now|once)\b|\b(?:i|we)(?:['’]m| am|['’]re| are) (?:now |currently )?\w+ing\b"
)
"""What is said of the work at hand, or points at it."""


def turned(message: Message, tz: tzinfo) -> Iterator[Fact]:
    """The sentences of a message that say something is otherwise from here on."""
    for sentence in own_sentences(message.text):
        plain = plain_marks(sentence.text)
        if sentence.is_question or not _LEAST <= len(plain.split()) <= _MOST or len(plain) < MIN_QUOTE:
            continue
        if may_be_at_hand(plain) and told_change(plain) < Told.MOVE:
            continue
        allows = _RELEASES.search(plain) is not None or (
            told_change(plain) and _ALLOWED.search(plain) is not None
        )
        is_for_all = allows or is_for_good(plain) or is_left(plain)
        if not (is_for_all or _fills_anyway(plain)) or _is_of_the_moment(plain):
            continue
        text = dates.made_absolute(sentence.text, message.at, tz)
        if text is not None:
            stated = Stated(wording.statement(text), (Evidence(message.key.short, sentence.text),))
            yield Fact(
                type_of(text),
                (stated,),
                wording.name_of(text),
                is_for_good=bool(is_for_all),
                only_instead=True,
            )


def _fills_anyway(text: str) -> bool:
    """Whether a text fills a slot so plainly that something else there would be of the past."""
    is_told = bool(told_change(text)) or has_role(text)
    return is_told and any(slot.needs <= told_change(text) for slot, _ in filled(text))


def _is_of_the_moment(text: str) -> bool:
    signs = (
        passing.MOMENT,
        passing.TROUBLE,
        passing.DOUBT,
        passing.SUPPOSED,
        passing.AT_HAND,
        passing.ABOUT_TO,
    )
    return _AT_WORK.search(text) is not None or weigh(text).orders or any(sign.search(text) for sign in signs)
