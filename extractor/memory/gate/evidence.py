"""The witness gate: a statement stands only on words a person said.

Owns the rules of evidence and the question whether every word and literal of a text stands in its quotes.
Promises one plain line to the sub-agent for each refusal: what is wrong and what to do. Never does I/O.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from extractor.domain import Evidence, Message, Milliseconds, Speaker
from extractor.memory.dates import dates
from extractor.memory.gate.asked_names import names_lent
from extractor.memory.gate.dialogue import has_form
from extractor.memory.gate.interview import spoken
from extractor.memory.gate.lending import agents, check_lent, common
from extractor.memory.gate.options import last_question
from extractor.memory.gate.quotes import in_a_line, quote_problem
from extractor.memory.gate.retelling import misfit, retells
from extractor.memory.gate.told_whole import check_sentences
from extractor.memory.gate.tombstones import is_covered
from extractor.memory.gate.witnesses import Witnesses, folded
from extractor.memory.own_words.own_words import own_text
from extractor.memory.redaction.placeholders import holds_placeholder
from extractor.memory.redaction.redact import contains_secret
from extractor.memory.redaction.spoken_secrets import SPOKEN_SECRET, may_hold_a_secret
from extractor.memory.slots.slot import Told
from extractor.memory.slots.slots import fills_otherwise, told_change
from extractor.memory.wording.denied import denies_across, denies_another, without_reminders
from extractor.memory.wording.force import unsaid_force
from extractor.memory.wording.kinship import (
    denies,
    differs_in_a_word,
    is_kin,
    leaves_out_a_not,
    says_otherwise,
    withdraws,
)
from extractor.memory.wording.literals import literals
from extractor.memory.wording.novelty import (
    added,
    entitles_more,
    is_pieced,
    novel,
    says_more,
    says_nothing,
    words,
)
from extractor.memory.wording.quoted import meant, missing_literal

ONE_EACH = "write one statement for each"
"""How it is told what to do with words of several sentences put together."""
_NAMED = 4
"""Words a refusal names."""


def check(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """None when the statement is witnessed; else one line for the sub-agent."""
    return check_evidence(evidence, witnesses) or check_statement(text, evidence, witnesses)


def check_statement(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """`check_rule`, and that no person removed what it rests on: of a statement whose quotes are known to stand."""
    return _check_tombstones(evidence, witnesses) or check_rule(text, evidence, witnesses)


def check_rule(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """`check_text`, and that a question was not made a rule and no condition was lost."""
    return check_text(text, evidence, witnesses) or check_sentences(text, evidence, witnesses)


def check_deletion(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """None when a person's new words that take this text back are cited for it; else one line."""
    if problem := check_evidence(evidence, witnesses):
        return problem
    if not is_kin(text, witnesses.texts(evidence)):
        return "the quotes have no word in common with the file; quote what the person says about it"
    if not any(withdraws(sentence, text) for sentence in witnesses.said(evidence)):
        return "the quotes do not take it back; quote where the person says that it no longer holds"
    return None


def check_replaced(old: str, new: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """None when the sentence that is to go speaks of what is said in its place; else one line."""
    said = [*witnesses.texts(evidence), *witnesses.said(evidence)]
    if any(says_otherwise(sentence) for sentence in said) and (
        is_kin(old, said) or differs_in_a_word(new, old)
    ):
        return None
    if fills_otherwise(new, old, at_least=max(map(told_change, said), default=Told.NOTHING)):
        return None
    known = novel(old, [new, *said])[1]
    if known * 2 >= min(len(words(old)), len(words(new))):
        return None
    return "the quotes speak of something else than the sentence replaced; add a sentence instead"


def check_literals(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """None when a name says what the quotes say, as it is and with its hyphens taken for spaces."""
    if _may_tell_a_secret(text, evidence, witnesses) or holds_placeholder(text):
        return "this looks like a password, key or token; leave the secret out"
    quoted = witnesses.quoted(evidence)
    spaced = text.replace("-", " ").replace("_", " ")
    missing = missing_literal(text, quoted, witnesses.tz, is_title=True)
    missing = missing or missing_literal(spaced, quoted, witnesses.tz, is_title=True)
    return f"name: {missing}" if missing else check_title(text, evidence, witnesses)


def check_title(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """None when the words of a name or a file's name are said, or tell the kind of file; else one line."""
    spaced = text.removesuffix(".md").replace("-", " ").replace("_", " ")
    if more := entitles_more(_without_literals(spaced), _said(evidence, witnesses)):
        return f"name: its quotes do not say: {in_a_line(more)}; name it in the person's words"
    return None


def check_text(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """None when the text is fit to last and says nothing that its quotes do not; else one line.

    Judges the text alone: whether the quotes themselves stand is `check_evidence`'s question.
    """
    if SPOKEN_SECRET.search(text) or _may_tell_a_secret(text, evidence, witnesses):
        return "this looks like a password, key or token; leave the secret out"
    if holds_placeholder(text):
        return "it names what was taken out of the conversation; leave that out"
    quoted = witnesses.quoted(evidence)
    latest = max((quote.at for quote in quoted), default=Milliseconds(0))
    if relative := dates.relative_words(text, dates.day_of(latest, witnesses.tz)):
        named = meant(quoted, witnesses.tz) or "the absolute date (year-month-day)"
        return f'"{relative[0]}" will not mean the same later; write {named} instead'
    if any(retells(text, short, evidence, witnesses) for short in agents(evidence, witnesses)):
        missing = missing_literal(text, witnesses.quoted(evidence), witnesses.tz)
        return missing or check_lent(text, evidence, witnesses)
    if has_form(text):
        return misfit(text, evidence, witnesses)
    return _check_said(text, evidence, witnesses)


def _may_tell_a_secret(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> bool:
    """Whether a text holds a secret, or what may be one by itself or by what its quotes followed."""
    return contains_secret(text) or may_hold_a_secret(text, witnesses.led_to(evidence))


def _check_said(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """None when a text in words of its own says nothing that its quotes do not; else one line."""
    quoted = witnesses.quoted(evidence)
    if missing := missing_literal(text, quoted, witnesses.tz):
        return missing
    everything = [*_said(evidence, witnesses), *_answers(evidence, witnesses)]
    if force := unsaid_force(text, everything) or (not literals(text) and says_nothing(text, everything)):
        return f'its quotes do not say "{in_a_line(force)}"; leave it out or quote where the person says it'
    if more := says_more(_without_literals(text), _said(evidence, witnesses)):
        return f"its quotes do not say: {in_a_line(more)}; leave that out or quote where the person says it"
    latest = max((quote.at for quote in quoted), default=Milliseconds(0))
    is_lent = is_pieced(text, everything) or witnesses.given.holds(text, added(text, everything), latest)
    if is_lent and not names_lent(text, evidence, witnesses):
        return _pieced(added(text, everything))
    return _check_nots(text, evidence, witnesses) or check_lent(text, evidence, witnesses)


def _pieced(beside: AbstractSet[str]) -> str:
    """What is told of a text that puts words together. `beside`: those not in the sentence that says the most."""
    words_beside = f" ({in_a_line(', '.join(sorted(beside)[:_NAMED]))})" if beside else ""
    return f"it joins words of several sentences{words_beside} to something none of them says; {ONE_EACH}"


def check_evidence(evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """None when every quote stands where it is cited, a person's new words among them; else one line."""
    if not evidence:
        return "there is no evidence; cite the message and quote the person's own words"
    for cited in evidence:
        if problem := quote_problem(cited, witnesses):
            return problem
    persons = [cited.message for cited in evidence if witnesses.is_person(cited)]
    if not persons:
        return "no quote is the person's; the assistant's words count only beside the person's answer to them"
    if not any(short in witnesses.newer for short in persons):
        return "no quote is from the new messages; quote what the person says under New, or leave this out"
    for cited in evidence:
        if witnesses.messages[cited.message].speaker is Speaker.ASSISTANT:
            answer = witnesses.answer_to(cited.message)
            if answer is None or answer.key.short not in persons:
                return f"message {in_a_line(cited.message)} is the assistant's; cite also the person's answer to it"
    return None


def _check_tombstones(evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """What a person removed does not come back from the same words, whatever is made of them."""
    for cited in evidence:
        stones = witnesses.tombstones.get(cited.message)
        quote = folded(cited.quote)
        if stones and is_covered(quote, _said_in(cited.message, witnesses), stones):
            return (
                f'what rested on "{in_a_line(quote)}" was removed by a person; '
                "leave it out unless a new message asks for it, and then cite only that"
            )
    return None


def _said_in(short: str, witnesses: Witnesses) -> list[str]:
    return [piece.text for piece in witnesses.pieces(short)]


def _said(evidence: Sequence[Evidence], witnesses: Witnesses) -> list[str]:
    """The quotes, and the sentences of a person around theirs."""
    return [*witnesses.texts(evidence), *witnesses.said(evidence)]


def _answers(evidence: Sequence[Evidence], witnesses: Witnesses) -> list[str]:
    """Each question of the agent's at the end of its message, and each point of a list, with the answer to it.

    They say one thing together. What the answer does not take up `lending` refuses.
    """
    found: list[str] = []
    for cited in evidence:
        if not witnesses.is_agents(cited.message) or (answer := witnesses.answer_to(cited.message)) is None:
            continue
        said = [folded(e.quote) for e in evidence if e.message == answer.key.short]
        question = folded(last_question(witnesses.messages[cited.message].text))
        if question and common(question, folded(cited.quote)) and not _is_by_numbers(answer):
            found += [f"{question} {each}" for each in said]
        for part in witnesses.parts_of_answer(cited.message):
            for side in filter(None, (part.line, part.question)):
                if common(folded(side), folded(cited.quote)):
                    found.append(f"{folded(side)} {folded(part.said)}")
    return found


def _is_by_numbers(answer: Message) -> bool:
    """Whether an answer speaks of several things by their numbers: it is none to what a message asks at its end."""
    return bool(spoken(own_text(answer.text)))


def _check_nots(text: str, evidence: Sequence[Evidence], witnesses: Witnesses) -> str | None:
    """A text denies what its sentences deny, the heading of their list included, and nothing else."""
    text = without_reminders(text)
    quotes = [*map(without_reminders, witnesses.texts(evidence))]
    theirs = [folded(cited.quote) for cited in evidence if witnesses.is_agents(cited.message)]
    persons = [*map(without_reminders, witnesses.said(evidence))] or quotes
    under = [f"{lead} {sentence}" for lead in witnesses.leads(evidence) for sentence in persons]
    if leaves_out_a_not(text, [*persons, *theirs]) or (under and leaves_out_a_not(text, under)):
        return 'it leaves out the "not" of its quotes; say it as it was said, or quote the part that says so'
    if denies(text, quotes):
        return 'it says "not" where the quotes do not; say what was said'
    another = denies_another(text, [*persons, *theirs]) or (None if theirs else denies_across(text, persons))
    if another:
        return f'the "not" of its quotes is said of something else than "{in_a_line(another)}"; say what was said'
    return None


def _without_literals(text: str) -> str:
    """The text without what is held letter by letter anyway."""
    for literal in literals(text):
        text = text.replace(literal, " ")
    return text
