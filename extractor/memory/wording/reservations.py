"""Reservations: words by which a clause holds for one alone, may never come true, or speaks against what it names.

Owns "only", "probably", "we could", "a mistake" and their like in the languages people write to agents in. Promises
pairs of expressions: what a clause says, and what a text that rests on it keeps of the kind. Never does I/O.
"""

from __future__ import annotations

from dataclasses import dataclass

from extractor.memory.text.expressions import Expression
from extractor.memory.wording.force import NOT, SHORT_NOT


@dataclass(frozen=True, slots=True)
class Kind:
    """Words of a clause, and those of which a text that rests on it has to keep one."""

    words: Expression
    kept: Expression


_ONLY = (
    r"exclusively|solely|nur|ausschließlich|solo|sólo|solamente|únicamente|seule?s?|seulement|uniquement|soltanto|alleen|slechts"
    r"|sadece|yalnızca|только"
)
_NOT_LEFT = (
    r"(?! (?:if|when|for|on|in|after|with|while|at|from|to|by|via|through|once|until|during|because|as|just|now|today|recently"
    r"|noticed|saw|found|wanted|meant|takes?|took|a (?:few|minute|second|little|bit)"
    r"|(?:issue|problem|question|thing|reason|downside|way)s?|wenn|falls|bei|für|nach|in|im|auf|mit|weil|so|noch|mal|kurz|si|cuando|para|en|con|pour|dans|avec|quand))"
)
_PERHAPS = (
    r"presumably|vermutlich|eventuell|wahrscheinlich|womöglich|möglicherweise|probablemente|seguramente|a lo mejor|probablement"
    r"|sans doute|provavelmente|probabilmente|waarschijnlijk|muhtemelen|belki|вероятно|наверное"
    r"|przypuszczalnie|chyba|kanske|kanskje|måske|mungkin|có lẽ|(?<=^)może|शायद"
)
_PROBABLY = (
    r"(?<!should )(?<!can )(?<!could )(?<!would )(?<!['’]d )probably"
    r"(?! (?:should|best|better|easier|easiest|safer|worth|want|need|an? good|good|fine|ok|means?|because))"
)
_LIKELY = r"(?<!more )(?<!less )(?<!as )(?<!how )likely(?! (?:to|because))"
_MAYBE_SIGNS = r"(?<![尽盡不])可能(?!性)|也许|也許|大概|或许|或許|かもしれ|おそらく|たぶん|多分|恐らく|아마"
_WEIGHED = (
    r"(?:i|we|they)(?:['’]re|['’]m| am| are) (?:also |still )?(?:considering|leaning|evaluating|toying"
    r"|thinking (?:of|about)|contemplating)"
    r"|(?:i|we) (?:lean|tend) (?:to|towards?)|(?:we|wir) (?:could|könnten)(?! not| nicht)|könnten wir|wir (?:überlegen|erwägen)"
    r"|podríamos|on pourrait|nous pourrions|potremmo|poderíamos"
)
_BELIEVED = (
    r"i (?:believe|guess|suppose|assume)(?! in\b)|afaik|iirc|as far as i (?:know|can tell|remember|recall)"
    r"|if i (?:recall|remember|am not mistaken)|if i['’]m not mistaken|not (?:entirely |quite |100 ?% |really )?(?:sure|certain)"
    r"|ich (?:glaube|vermute)(?! an\b)|soweit ich wei(?:ß|ss)|nicht (?:ganz )?sicher|creo que|supongo que|no estoy segur[oa]"
    r"|je (?:crois|suppose) qu['’e]|autant que je sache|pas sûre?|credo che|suppongo che|acho que"
)
_OPEN = (
    r"maybe|perhaps|probabl\w*|likely|might|may|could|can|would|should|expect\w*|plan\w*|consider\w*|lean\w*|evaluat\w*|toy\w*"
    r"|think\w*|thought|believ\w*|suppos\w*|afaik|iirc|as far as|recall\w*|rememb\w*|certain"
    r"|contemplat\w*|tend\w*|idea|option\w*|possib\w*|sure|unsure|open|presum\w*|assum\w*|guess\w*"
    r"|wohl|vielleicht|soll\w*|könn\w*|überleg\w*|erwäg\w*|möglich\w*|glaub\w*|vermut\w*|soweit|sicher"
    r"|segur\w*|cre[eo]\w*|supon\w*|croi\w*|sache|sûre?|credo|acho|quizás?|tal vez|podr\w+|pued\w+|peut\w*|pourr\w+"
)
_AGAINST = (
    r"(?:an? (?:bad|terrible|horrible|awful) idea|a mistake|a no-go|off[- ]limits|wrong to|deprecated|hold(?:ing)? off"
    r"|think twice|keine gute idee|ein fehler|tabu|mala idea|un error|mauvaise idée|une erreur)"
)
_SAYS_SO = (
    rf"{NOT}|bad|terrible|horrible|awful|mistake|wrong|no-go|off|deprecated|obsolete|replaced|hold|twice|careful|avoid\w*|without"
    r"|stop\w*|against|instead|schlecht\w*|fehler|tabu|gute|mal[ao]|error|mauvaise|erreur"
)


def _any(pattern: str) -> Expression:
    return Expression(rf"(?<![\w'’-])(?:{pattern})(?!\w)")


KINDS = (
    Kind(
        _any(rf"(?:(?<!not )(?<!if )only|{_ONLY}){_NOT_LEFT}"),
        Expression(
            rf"\b(?:only|just|alone|allein|limited|restricted|nothing|but|except\w*|unless|else|must|{_ONLY}|que|{NOT})\b"
            rf"|{SHORT_NOT}|[只仅僅]|だけ|のみ|しか"
        ),
    ),
    Kind(
        Expression(
            rf"(?<![\w'’-])(?:{_PERHAPS}|{_PROBABLY}|{_LIKELY}|{_WEIGHED}|{_BELIEVED})(?!\w)|{_MAYBE_SIGNS}"
        ),
        Expression(
            rf"\b(?:{_PERHAPS}|{_OPEN})\b|可能|也许|也許|大概|或[许許]|もしれ|おそらく|たぶん|多分|恐らく|아마|考[虑慮]"
        ),
    ),
    Kind(_any(_AGAINST), Expression(rf"\b(?:{_SAYS_SO})\b|{SHORT_NOT}")),
    Kind(Expression(r"只有|只能|だけ(?!で)|のみ"), Expression(r"[只仅僅]|だけ|のみ|しか|才|[不没]|ない")),
)
