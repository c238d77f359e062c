"""Statements of how things are done here: what must be, what is not allowed, who may, what we use.

Owns the forms of norms, practices and defaults. Promises that each speaks of a kind of thing, of nobody,
of one person's office or of the whole project. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.domain import MemoryType
from extractor.models.offline.clause import Clause, is_identifier, is_plural
from extractor.models.offline.form import PLURAL, Form, starts
from extractor.models.offline.passing import TROUBLE

_SUBJECT = (
    r"(?!(?:i|you|we|it|he|she|they|this|that|there|these|those|which|what|who|if|but|and|so|when|because|since|let's|why|how"
    r"|where|then|not|please|can|could|do|does|did|is|are|was|were|the|some|my|your|their|its|his|her|here|now|other|both)\b)"
)
_WORD = r"(?!(?:is|are|was|were|must|should|will|can|may|has|have|had|not|that|which|who|when|if|the|this|it|we|you|i)\b)[\w`/.#'-]+"
_OF = rf"(?: (?:to|in|on|for|from|under|with|of|against|into|without) (?:{_WORD})(?: {_WORD})?)?"
_KINDS = rf"{_SUBJECT}(?:{_WORD} ){{0,3}}?{PLURAL}{_OF}"
"""A bare plural: things of a kind."""
_THING = rf"(?:{_WORD} ){{0,4}}?{_WORD}"
_MODAL = r"(?:(?:must|should|shall)(?: not|n't)?|may not|may only|can only|(?:have|has|need|needs|ought|are|is) to(?! me)|(?:must|should) always)"
_DONE = (
    r"(?:written|stored|kept|named|formatted|versioned|signed|reviewed|sorted|generated|tracked|released|deployed|tagged|squashed"
    r"|rebased|spelled|spelt|capitali[sz]ed|handled|documented|merged|cut|built|published|managed|expressed|measured|represented"
    r"|encoded|separated|prefixed|suffixed|indented|ordered|grouped|rounded|validated|escaped|locali[sz]ed|translated|run|signed off"
    r"|approved|numbered|pinned|vendored|planned|discussed|hosted|billed|dated|encrypted|hashed|archived|backed up|imported|injected)"
)
_HOW = r"(?:in|as|with|by|after|on|under|from|via|to|like|without|through|at|before|only|alphabetically|automatically|manually|every|once)"
_OFFICE = (
    r"(?:owns|maintains|approves|reviews|signs off|decides|merges|administers|manages|releases|looks after|takes care of"
    r"|is responsible for|is in charge of|is (?:our|the) (?:[\w-]+ ){0,2}(?:owner|contact|maintainer|lead|manager|reviewer|admin|architect"
    r"|expert|designer))"
)
_PRACTISE = (
    r"(?:use|run|deploy|host|store|keep|ship|release|target|support|follow|write|test|build|log|track|document|manage|squash|merge"
    r"|review|tag|version|name|format|lint|pin|vendor|work|prefer|avoid|require|practi[sc]e|treat|commit|publish|develop|plan|measure"
    r"|bill|charge|speak|rely on|standardi[sz]e on|depend on|code|model|handle|encrypt|translate|rebase|branch|cut|put)"
)
_DEICTIC = re.compile(
    r"\b(?:this|that|these|those|it|them|here|there|above|below|again|twice|currently|today|yesterday|(?:the|a|an) [\w-]+"
    r"|same|another|new one|later|somehow)\b",
    re.IGNORECASE,
)
_IDLE = re.compile(
    r"(?:now |still |also |just )*(?:pass|work|compile|go(?! )|be (?:removed|added|moved|renamed|deleted|updated|changed|replaced|refactored"
    r"|converted|split|fixed|shown|hidden|displayed|visible|called|created|skipped|ignored|green|fixed|fine|ok|okay|there|done|gone|back|good|enough|able|the same))\b",
    re.IGNORECASE,
)
_DEFINITE = re.compile(r"\b(?:the|its|their) \w+", re.IGNORECASE)


def _holds_norm(match: re.Match[str], _has_reason: bool) -> bool:
    rest, modal = match["rest"], match.groupdict().get("modal") or ""
    if (
        _IDLE.match(rest)
        or ":" in rest
        or (TROUBLE.search(rest) and not modal.lower().startswith(("must", "should not", "may")))
    ):
        return False
    return modal.lower() not in ("should", "need to") or not _DEFINITE.search(rest.split(",")[0])


def _is_practice(match: re.Match[str], _has_reason: bool) -> bool:
    """Whether what "we do" is done as such, and not with a thing at hand."""
    rest = match["rest"]
    first = rest.split(" ", 1)[0].lower()
    if (
        (first.endswith("ing") and first not in ("everything", "nothing"))
        or is_identifier(first.rstrip(",.;:"))
        or TROUBLE.search(rest)
    ):
        return False
    if first in (
        "into",
        "out",
        "up",
        "through",
        "off",
        "back",
        "down",
        "to",
        "a",
        "an",
        "the",
        "some",
        "one",
        "two",
        "three",
    ):
        return False
    head = re.split(r"[,;:(]| because | since | so | instead | rather ", rest, maxsplit=1)[0]
    return not _DEICTIC.search(head) and "()" not in rest


def _holds_of_each(match: re.Match[str], has_reason: bool) -> bool:
    """Whether "every … has" is a demand and not a report."""
    has = re.search(r"\bhas " + re.escape(match["rest"]), match[0]) is not None
    return _holds_norm(match, has_reason) and (
        not has or match[0].lower().startswith(("make sure", "ensure"))
    )


def _is_sole(match: re.Match[str], _has_reason: bool) -> bool:
    return not TROUBLE.search(match["rest"]) and not _STATES.match(match["verb"])


_DEICTIC_HARD = re.compile(
    r"\b(?:this|that|these|those|it|them|here|there|above|below|again|now|currently)\b", re.IGNORECASE
)
_STATES = re.compile(
    r"(?:was|has|does|knows|helps|matters|seems|contains|exists|answers|happens|changes|works|fails|breaks|looks|shows|comes|makes"
    r"|stops|says|remains|needs|wants|thinks|likes|is)$",
    re.I,
)


def _is_default(match: re.Match[str], _has_reason: bool) -> bool:
    return not TROUBLE.search(match["rest"]) and not _DEICTIC_HARD.search(match[0])


def _of_all(match: re.Match[str], _has_reason: bool) -> bool:
    """Whether someone's office covers a kind of thing, not one at hand."""
    if match["who"].lower() in ("the", "this", "that", "it", "who", "what", "he", "she", "there"):
        return False
    rest = Clause.of(match["rest"])
    return match["office"].lower().startswith(("own", "maintain", "is ", "look", "take", "decide")) or (
        any(is_plural(word) or word in ("every", "all", "each", "any", "our") for word in rest.words[:6])
        and not _DEICTIC.search(match["rest"].split(",")[0])
    )


def _is_contrast(match: re.Match[str], _has_reason: bool) -> bool:
    """Whether two kinds of things stand against each other with nothing else said."""
    one, other = match["one"], match["other"]
    if any(is_identifier(word) for word in (*one.split(), *other.split())):
        return False
    words = [*one.lower().split(), *other.lower().split()]
    named = one[1:].lower() == one[1:] and other[:1].isupper()
    return any(is_plural(word) for word in words) or named


def _names_many(match: re.Match[str], has_reason: bool) -> bool:
    """Whether "no …" forbids things of a kind, where nothing is reported missing."""
    words = match["what"].lower().split()
    last = words[-1]
    if last in _MISSED or words[0] in ("more", "other", "such", "longer"):
        return False
    return len(words) > 1 or match["rest"].strip() != "" or has_reason


_MISSED = frozenset(
    [
        "errors",
        "warnings",
        "changes",
        "tests",
        "issues",
        "problems",
        "results",
        "differences",
        "worries",
        "thanks",
        "matches",
        "failures",
        "questions",
        "objections",
        "clues",
        "updates",
        "bugs",
        "hits",
        "conflicts",
        "complaints",
        "regressions",
        "news",
        "logs",
        "ideas",
        "plans",
        "probs",
        "surprises",
        "entries",
        "rows",
        "lines",
        "files",
    ]
)

NORMS = (
    Form(MemoryType.PROJECT, starts(rf"{_KINDS} (?P<modal>{_MODAL}) (?P<rest>.{{4,}})"), _holds_norm),
    Form(
        MemoryType.PROJECT,
        starts(
            rf"{_KINDS} need (?P<rest>(?!to\b|fixing|work|updat|attention|help|more)(?:a|an|at least|two|three|\d+|no|[\w-]+) .{{3,}})"
        ),
        _holds_norm,
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            rf"(?:(?:make sure|ensure)(?: that)? (?:every|each)(?= .* (?:has|gets|comes with|starts with|ends|follows)\b)|every|each|all|any) (?!of\b|other\b|one\b|time\b|day\b|single time\b){_THING} (?:needs?|gets?|requires?|comes? with|goes?"
            r" (?:to|in|into|through|under|via)|starts? with|ends? (?:with|in)|belongs?|carr(?:y|ies)|follows?|lives? (?:in|under)|has) (?P<rest>.{{3,}})"
        ),
        _holds_of_each,
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            rf"everything(?: (?:in|on|under|for) (?:(?:this|the|our) )?{_THING})? (?P<modal>must|should|has to|needs to|goes|is {_DONE}|gets) (?P<rest>.{{4,}})"
        ),
        lambda match, _has_reason: not _IDLE.match(match["rest"]),
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"(?:nobody|no one|no-one|nothing|none of us) (?P<verb>(?:may|must|should|shall|can|is allowed to|gets to|ever \w+|[a-z]+s))\b"
            r"(?P<rest>.*\b(?:without|before|until|unless|except|on|to|into|from|in|but|outside)\b.{2,})"
        ),
        _is_sole,
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            rf"only (?P<who>(?-i:[A-Z])[\w-]+(?: and [A-Z]\w+)?|{_KINDS}|the [\w-]+(?: [\w-]+){{0,2}}?)"
            r" (?P<verb>may|must|should|shall|can|is allowed to|are allowed to|gets? to|(?<![a-z] the )[a-z]+s)\b (?P<rest>.{3,})"
        ),
        lambda match, has_reason: (
            _is_sole(match, has_reason)
            and (not match["who"].lower().startswith("the ") or not match["verb"].endswith("s"))
        ),
    ),
    Form(
        MemoryType.PROJECT,
        starts(rf"(?:all )?{_KINDS} (?:are|get) (?:always |only |never )?{_DONE} (?P<rest>{_HOW}\b.{{2,}})"),
        _holds_norm,
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            rf"{_KINDS} (?:start with|begin with|end (?:with|in)|follow|belong|go (?:out|in|into|under|through|via|to)|happen (?:on|only|in)"
            r"|live (?:in|under|on)|come with|require|carry|stay|use) (?P<rest>.{3,})"
        ),
        lambda match, has_reason: (
            _holds_norm(match, has_reason) and not _DEICTIC.search(re.sub(r"\b(?:a|an) ", "", match["rest"]))
        ),
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            rf"(?:{_KINDS}|{_SUBJECT}{_THING}) (?:are|is) (?:strictly |absolutely |completely |generally )?(?:not allowed|forbidden"
            r"|prohibited|banned|mandatory|off[- ]limits|discouraged|not welcome|not ok(?:ay)?|reserved for|a no-go|taboo)\b(?! to\b)(?! by the)(?P<rest>.*)"
        ),
        lambda match, _has_reason: not TROUBLE.search(match["rest"]),
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            rf"(?:the |our )?(?!(?:this|that|it)\b){_THING} (?:is|are) (?:frozen|read-only|off[- ]limits|public|deprecated|closed)"
            r" (?:until|till|for|in|since|from|before|unless)\b (?P<rest>.{2,})"
        ),
        _is_default,
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            rf"(?:the |our )?(?!(?:this|that|it)\b){_THING} (?:must|has to|have to|needs? to|should) (?:stay|remain) (?P<rest>.{{4,}})"
        ),
        _is_default,
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"(?:the |our )?(?:minimum|maximum|minimal|maximal|min|max|default|preferred|official|canonical|supported|oldest supported|target"
            r"|line|indent(?:ation)?|tab|coverage|required) (?!value|argument|parameter|case|behaviou?r|constructor|export|number \d)"
            rf"(?:{_WORD} ){{0,4}}?(?:is|are|should be|must be) (?P<rest>(?:at (?:least|most) )?[\w`\"'].*)"
            r"|(?:the |our )?(?:indentation|line width|line length) (?:is|are|should be|must be) (?P<more>.+)"
        ),
        lambda match, _has_reason: not TROUBLE.search(match["rest"] or match["more"] or ""),
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            rf"(?P<who>(?-i:[A-Z])[a-z]+(?: (?-i:[A-Z])[a-z]+)?|the [\w-]+ team) (?P<office>{_OFFICE})\b (?P<rest>.{{3,}})"
        ),
        _of_all,
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"(?:at most |max(?:imum)? |exactly |only )?(?:one|two|three) [\w-]+(?: [\w-]+)? per (?!second)\w.+"
        ),
    ),
)
"""What is, must be or may not be, for all things of a kind."""

PRACTICES = (
    Form(
        MemoryType.PROJECT,
        starts(
            rf"we (?:all |also |always |only |never |mostly |usually |generally |do not |don't |still |now )?{_PRACTISE} (?P<rest>[\w`].{{1,}})"
        ),
        _is_practice,
    ),
    Form(
        MemoryType.PROJECT,
        starts(r"we(?:'re| are) (?:still |all |now )?on (?P<rest>(?-i:[A-Z0-9])[\w.-]*.*)"),
        _is_default,
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"we have (?:a|an|one|two|three|no|\d+) (?:\w+ ){0,3}?(?:rule|policy|convention|guideline|freeze|agreement|sla|environments?"
            r"|stagings?|teams?|code owners?|tenants?)\b(?P<rest>.*)"
        ),
        _is_default,
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"(?:our (?!problem|issue|bug|current|approach|solution|idea|first|last|next|fix|change|goal here|aim here|test |mistake|error)"
            r"(?:[\w-]+ ){1,4}?|(?:this|the) (?:repo(?:sitory)?|project|codebase|monorepo|service|package|library|app|api|backend|frontend|site"
            r"|team|company) )(?:uses?|targets?|follows?|must|has to|should|supports?|runs? (?:on|in|under|every|at|only|as)|needs to|requires?|ships?"
            r"|stays?|speaks?|(?:is|are) (?:called|named|written|built|hosted|deployed|licen[sc]ed|based|on|at|in|a monorepo|a fork|an? [\w-]+"
            r" (?:library|monorepo|app|package|plugin|cli|tool|api|service))|lives? (?:in|on|at|under)) (?P<rest>.{2,})"
        ),
        lambda match, _has_reason: (
            not TROUBLE.search(match["rest"]) and not _DEICTIC_HARD.search(match["rest"])
        ),
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"wir (?:benutzen|verwenden|nutzen|setzen auf|deployen|schreiben|speichern|arbeiten|testen|releasen|entwickeln|loggen"
            r"|committen|mergen)(?! (?:das|dies\w*|es|den|dem|die|der|ein\w*|hier)\b) (?P<rest>.{2,})"
        ),
        lambda match, _has_reason: not re.search(r"\b(?:hier|gerade|jetzt|einmal|noch)\b", match["rest"]),
    ),
)
"""What we do, what ours is."""

FRAGMENTS = (
    Form(
        MemoryType.FEEDBACK,
        starts(
            rf"(?!no\b|not\b|yes\b)(?P<one>{_SUBJECT}{_WORD}(?: {_WORD}){{0,2}})(?:, ?(?:not|never|no)| instead of| rather than)"
            rf" (?!(?:an?|any|now|yet|to|just|only|sure|on|in|for|with|from|so|too|very|really|even)\b)(?P<other>{_SUBJECT}{_WORD}(?: {_WORD}){{0,2}}?)"
            r"(?:,? (?:in|for|on|everywhere|please|with|when|throughout)\b.{0,60})?[.!]?$"
        ),
        _is_contrast,
    ),
    Form(
        MemoryType.FEEDBACK,
        starts(
            rf"(?:absolutely |please )?no (?P<what>(?:{_WORD} ){{0,3}}?{PLURAL})(?P<rest>(?:,? (?:in|on|for|without|outside|unless|anywhere|ever|at|inside"
            r"|please|or|and)\b.*|, \w.*)?)[.!]?$"
        ),
        _names_many,
    ),
    Form(
        MemoryType.FEEDBACK,
        starts(
            r"(?:\w+ )?\w+(?:ity|ness|tion|sion|ance|ence|ment|ism|ship) over (?!the|this|that)(?:[\w-]+ ?){1,3}[.!]?$"
        ),
    ),
    Form(
        MemoryType.FEEDBACK,
        starts(
            r"(?:absolut )?keine? (?P<what>[\w-]+(?: [\w-]+)?) (?:in|auf|ohne|außer|für|bei)\b .{3,}"
            r"|bitte (?:immer|nie|niemals|keine?|nur|stets) .{6,}|(?:immer|nie|niemals|stets) (?:\w+ ){1,8}\w+en(?:,.*)?[.!]?$"
            r"|(?:frag|frage|warn|sag|informier\w*)(?: (?:mich|uns|mir|bescheid))?(?: (?:immer|vorher|zuerst|erst|bitte))*,? (?:bevor|wenn|ehe|falls) .{5,}"
            r"|(?:benutze?|verwende|nutze|nimm) (?!das|den|die|diese\w*|hier|mal|ein\w*)[^,.]{2,60}(?:,? (?:nicht|statt|anstatt|anstelle|und nicht|keine?)\b) .{2,}"
            r"|[\w -]{4,40} (?:bitte )?(?:immer |nur |stets )?auf (?:deutsch|englisch)[.!]?$|(?:antworte|schreib|sprich|rede)\w* .{0,30}auf (?:deutsch|englisch)\b.*"
            r"|(?:wenn|falls|sobald) du .{3,60}, (?:dann )?(?:frag|sag|warn|aktualisier|lass|führ|schreib|erhöh|pass)\w*\b.{3,}"
        ),
        lambda match, _has_reason: (
            not re.search(r"\b(?:gerade|jetzt|diesmal|gesehen|gehört|erlebt)\b", match[0], re.I)
        ),
    ),
)
"""Rules without a verb: tabs, not spaces; no default exports. And the German forms of an order."""
