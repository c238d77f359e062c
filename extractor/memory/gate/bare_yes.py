"""A bare yes: whether an answer that agrees says no more than that.

Owns the words that add nothing to a yes, and those that take it back or part of it. Promises that what it does not
know counts as saying more: what was asked may then be told with the answer beside it alone. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from extractor.memory.text.expressions import Expression
from extractor.memory.wording.force import NOT, SHORT_NOT
from extractor.memory.wording.provisos import sentences

_CLAUSE = re.compile(r"[,;:!\n–—，、：；]+\s*|\s-\s|\.\.+\s*|…\s*|(?<=[?.。！？])\s*")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ADDS = frozenset(
    "yes yep yeah yup yea aye y exactly absolutely definitely certainly totally perfect agree agreed approved accepted of"
    " course go ahead for it with that this so do does please pls works work me fine by makes sense no objection objections"
    " problem worries i i'd i'm i'll we'll like love think say sounds sound good great right looks look seems"
    " that's it's is was be been want wanted supuesto unbedingt correct the what a an happy ok okay k sure let's lets"
    " we can should will very much thanks thank you"
    " thx ty cool nice awesome excellent super oh ah hm hmm hmmm well and then also now alright all them both these those always"
    " way idea plan sir indeed true to be honest guess really just fully wholly entirely everything either"
    " first second third fourth last latter former one option number erste ersten zweite zweiten letzte primera segunda"
    " première deuxième"
    " am are were do does did have has had would will could may might"
    " ja jawohl genau gern gerne richtig einverstanden stimmt passt mach das bitte danke gut klar sehr super klingt mir so"
    " alles beides natürlich freilich doch auf jeden fall immer ist ok"
    " sí si claro exacto de acuerdo vale hazlo por favor gracias está bien me parece perfecto todo siempre adelante"
    " oui d'accord exactement parfait merci s'il te vous plaît plait c'est bon bien sûr vas y toujours"
    " certo esatto sì va bene grazie sim isso obrigado obrigada claro graag precies prima goed dank je da да конечно"
    " пожалуйста спасибо хорошо tak dobrze dziękuję proszę evet tamam lütfen teşekkürler نعم من فضلك شكرا تمام حسنا"
    " 是 是的 好 好的 可以 对 对的 行 嗯 请 谢谢 没问题 同意 没错 就这样 はい ええ お願いします それで いいです ありがとう"
    " 네 예 좋아요 그래요 감사합니다 부탁해요".split()
)
"""Words that add nothing to a yes, those that name one of two options, and thanks."""
_KEEPS_ON = re.compile(
    r"\b(?:why not|from now on|feel free|(?:every|each) (?:single )?time|you may"
    r"|keep (?:on )?(?:doing|at)|mach weiter so|sigue así|continue comme ça)\b",
    re.IGNORECASE,
)
"""What makes a yes one for every time."""
_GOES_ON = Expression(
    r"\W*(?:and|also|plus|then|und|dann|außerdem|y|además|et|puis|e|en|и|и также)\b|^\W*(?:另外|然后)"
)
"""How something more begins that leaves the yes as it is."""
_TURNS = Expression(
    rf"\b(?:{NOT}|non|but|except\w*|only|unless|if|until|wait|hold|hang|actually|instead|rather|leave|opposite|hm+|let me"
    r"|later|however|though|although|stop|maybe|perhaps|aber|außer|nur|wenn|falls|warte|moment|lieber|später|eigentlich"
    r"|pero|salvo|solo|sólo|espera|mejor|más tarde|mais|sauf|seulement|attends|plutôt|plus tard|ma|tranne|aspetta|però"
    rf"|mas|exceto|espera|maar|behalve|wacht|но|кроме|только|подожди|лучше)\b|{SHORT_NOT}|但|不过|除了|等|只|别|不|でも|ただ|待"
)
"""What takes a yes back, or a part of it, or puts it off."""
_BEGINNING = 5
"""Words of a sentence in which it turns away from what was said before."""
_SARCASM = re.compile(r"\W*(?:yeah right|sure thing\W+not|as if)\b", re.IGNORECASE)
"""A yes that means no."""


def is_bare(answer: str, told: Iterable[str]) -> bool:
    """Whether an answer that agrees says nothing beside the yes, but for words of `told` and for something more."""
    if _SARCASM.match(answer):
        return False
    known = _ADDS.union(*map(_words, told))
    answer = _KEEPS_ON.sub("", answer)
    within, *behind = sentences(answer) or [""]
    clauses = [part for part in _CLAUSE.split(within) if part.strip()]
    for number, clause in enumerate(clauses):
        if number and _GOES_ON.match(clause):
            behind = [*clauses[number:], *behind]
            break
        if not known.issuperset(_words(clause)):
            return False
    return not any(map(_turns, behind))


def _turns(said: str) -> bool:
    """Whether a sentence behind the yes takes it back, or part of it: in its first words, or in those of a clause."""
    for clause in _CLAUSE.split(said):
        begins = " ".join(clause.split()[:_BEGINNING])
        if _TURNS.search(begins):
            return True
    return False


def _words(text: str) -> list[str]:
    return [word.casefold().replace("’", "'") for word in _WORD.findall(text)]
