"""What a memory file is called: a name made of a sentence, and a name as people read it.

Owns both. Promises that a title has the words of its name in their order, and spells them as the sentence beside it
does. Pure.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from extractor.memory.text.unspaced import is_unspaced

_NAME_WORDS = 5
_MAX_NAME = 50
"""Characters of a name made of a sentence."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SLUG = re.compile(r"[^\W_]+(?:[-_]+[^\W_]+)*")
_ENDS = re.compile(r"[.!?…:;]\s|\n")
"""What stands between two words of which the second begins a sentence."""
_APOSTROPHES = str.maketrans("", "", "'’")

_SILENT = frozenset(
    "a an the this that these those of in on at to for by from as with and or is are was were be been being has have had"
    " it its we our us i my me you your they their them he she his her there so der die das den dem des ein eine einen"
    " einem einer und oder ist sind war im am zu zum zur von mit für wir unser unsere".split()
)
"""Words a name does without."""
_DANGLING = frozenset(
    "not no never nor without only instead than before after when until unless if"
    " nicht nie kein keine ohne nur bevor wenn".split()
)
"""Words a name does not end with."""
_LEADS_ON = frozenset(
    "hinter vor nach gegen bei durch unter zwischen seit als wie auf aus um bis über uber für fur gegenüber während sowie zwei"
    " drei jedes jeden jeder dass weil el la los las un una unos unas lo de del al y e o u en con para por sobre entre desde"
    " hasta contra según segun sin que como su sus le les un une des du au aux et ou dans avec pour par sur sous chez vers"
    " sans leur leurs il gli uno dei delle nel nella con per tra fra senza che come os as da do dos das em no na com sem".split()
)
"""Words behind which a phrase goes on, in the languages of neighbours."""
_SAYS_NOTHING = re.compile(r"note-[a-p]{8}")
"""A name made of a sentence that has no word in ASCII: `models.offline.wording.hashed_name`."""
_MAX_UNSPACED = 16
"""Characters of a title made of a sentence that is written without spaces."""
_SPOKEN = {"dont": "don't", "cant": "can't", "wont": "won't", "doesnt": "doesn't", "isnt": "isn't"}
"""Words that have lost their apostrophe in a name."""


def name_of(sentence: str) -> str:
    """A name of at most five words of the sentence, in its own letters, with hyphens.

    For the `name` of a file that stands. What a new file is called on disk is `models.offline.wording`'s: in ASCII.
    """
    said = [word.casefold().translate(_APOSTROPHES) for word in _WORD.findall(sentence)]
    words = whole_phrase([word for word in said if word not in _SILENT] or said, _NAME_WORDS)
    while len(words) > 1 and (words[-1] in _DANGLING or len("-".join(words)) > _MAX_NAME):
        words.pop()
    return "-".join(words)[:_MAX_NAME] or " ".join(sentence.split())[:_MAX_NAME]


def whole_phrase(words: Sequence[str], most: int) -> list[str]:
    """The first words, at most so many, and where others follow them no word behind which a phrase goes on."""
    begun = list(words[:most])
    while len(words) > most and len(begun) > 1 and begun[-1] in _LEADS_ON:
        begun.pop()
    return begun


def is_made_of(name: str, gone: Iterable[str], kept: Iterable[str]) -> bool:
    """Whether a name says what sentences that are gone said: of its words that none that is `kept` says, most are theirs."""
    fresh = _plain_words(name).difference(*map(_plain_words, kept))
    return 2 * len(fresh & frozenset[str]().union(*map(_plain_words, gone))) > len(fresh)


def _plain_words(text: str) -> frozenset[str]:
    """The words of a text a name could be made of, their letters without marks as a file's name has them."""
    return frozenset(word.translate(_APOSTROPHES) for word in _WORD.findall(_plain(text))) - _SILENT


def _plain(text: str) -> str:
    """The text in small letters without marks."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in apart if not unicodedata.combining(each))


def title(name: str, said: str) -> str:
    """A name as people read it: its words with spaces, spelled as what is `said` beside it spells them.

    A name that holds spaces or capitals was given by a person: it keeps its spelling. For one that says nothing the
    first words of the sentence stand.
    """
    if _SAYS_NOTHING.fullmatch(name) and (made := name_of(said)):
        name = made.partition("-")[0][:_MAX_UNSPACED] if is_unspaced(made) else made
    words = re.sub(r"[-_]+", " ", name).split()
    if _SLUG.fullmatch(name) and name == name.lower():
        spelled = dict(_spelled(said))
        words = [spelled.get(word, _SPOKEN.get(word, word)) for word in words]
    if words and words[0].islower():
        words[0] = words[0][:1].upper() + words[0][1:]
    return " ".join(words)


def _spelled(said: str) -> Iterator[tuple[str, str]]:
    """Each word as a name has it, with its one spelling. A capital that only begins a sentence is none."""
    forms: dict[str, set[str]] = {}
    end = 0
    for found in _WORD.finditer(said):
        word = found[0]
        if word[1:].islower() and (end == 0 or _ENDS.search(said, end, found.start())):
            word = word[:1].lower() + word[1:]
        for named in {word.casefold(), _plain(word)}:
            forms.setdefault(named.translate(_APOSTROPHES), set()).add(word)
        end = found.end()
    for plain, spelled in forms.items():
        if len(spelled) == 1:
            yield plain, spelled.pop()
