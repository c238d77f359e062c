"""The forms of rules, preferences, decisions and invariants, in English and basic German.

Owns the table a sentence is held against. Promises that a form alone decides what kind of memory it makes.
Never does I/O.
"""

from __future__ import annotations

import re

from extractor.domain import MemoryType
from extractor.models.offline.form import (
    BASE_VERB,
    NO_DETERMINER,
    OCCASION,
    ORDER,
    PLURAL,
    Form,
    chosen,
    negative,
    no_trouble,
    reasoned,
    settled,
    starts,
)

_TOPIC = (
    r"(?!(?:i|you|we|it|he|she|they|this|that|there|these|those|which|what|who|if|but|and|so|when|because|since|let's"
    r"|why|how|where|then|not|please|can|could|do|does|did|is|are|was|were)\b)"
    r"(?:(?:all|every|each|any|no|the|our|my|its)\s+(?!(?:only|always|never)\b))?(?!(?:the|our|my|its|a|an)\b)[\w`/.#'’-]+"
    r"(?:\s+(?!(?:always|never|only|must|should|shall|is|are|was|were|has|have|had|will|would|can|may|it|we|i|you|that"
    r"|which|and|but|not)\b)[\w`/.#'’-]+){0,5}?"
)

FEEDBACK = (
    Form(
        MemoryType.FEEDBACK,
        starts(rf"(?:always|never|under no circumstances|immer|nie|niemals) {BASE_VERB}\b.{{4,}}"),
    ),
    Form(MemoryType.FEEDBACK, starts(r"(?:do not|don't|dont) (?:you )?ever \w+ .{4,}")),
    Form(
        MemoryType.FEEDBACK,
        starts(
            r"(?:do not|don't|dont|stop|avoid) (?!forget|hesitate|stress|panic|we\b|i\b|they\b|you\b)(?P<rest>\w+ .{3,})"
        ),
        negative,
    ),
    Form(
        MemoryType.FEEDBACK,
        starts(
            r"(?:from now on|going forward|from here on(?: out)?|as a (?:general )?rule|house rule|(?:new )?rule(?=:)"
            r"|convention(?=:)|ab (?:jetzt|sofort)|künftig|in zukunft|grundsätzlich)\b\s*[,:]?\s*(?P<fact>\w.{8,})"
        ),
    ),
    Form(
        MemoryType.FEEDBACK,
        starts(
            rf"(?:whenever|every time|each time|(?:before|after) (?:every|each|any)|(?:before|after|when) (?!doing)\w+ing"
            rf"|when (?:you|we) \w+ (?:an? |{NO_DETERMINER}{PLURAL}))\b[^,]{{0,80}}, (?:please )?{ORDER}\b.{{4,}}"
        ),
    ),
    Form(
        MemoryType.FEEDBACK,
        starts(
            r"(?:run|use|check|update|bump|write|format|lint|rebase|squash|sign|regenerate|rebuild|verify|keep)\b"
            rf"(?!.*\b(?:that|which|to)\b).+\b(?:before|after|on|in|with) (?:every|each) (?:\w+ )?{OCCASION}\b.*"
        ),
    ),
    Form(
        MemoryType.FEEDBACK,
        starts(
            r"(?:use|prefer|choose)\s+(?!(?:the|a|an|my|your|option|that|this|it)\b)(?P<what>[^,.;()]{2,60}?)"
            r"(?:,? not| instead of| rather than| over)\s+(?!(?:the|a|that|this|it|here|there)\b).+"
        ),
        chosen,
    ),
    Form(
        MemoryType.FEEDBACK,
        starts(
            r"(?:always )?(?:ask|check with|consult|prompt|tell|warn|notify|ping) (?:me|us)\b(?: first)?"
            r" (?:before|for (?!(?:the|a|an|this|that|it|my|key)\b)|whenever|when you|if you (?:need|want|are about)"
            r"|every time)\b.{3,}"
        ),
    ),
    Form(
        MemoryType.FEEDBACK,
        starts(
            rf"keep (?:your |all )?(?:{NO_DETERMINER}\w+ ){{1,3}}(?:short|small|brief|concise|minimal|simple|terse|under"
            r"|below|in sync)\b.*"
            r"|be (?:more |very )?(?:concise|brief|terse|direct|blunt|explicit|succinct)\b.{6,}"
            r"|(?:answer|reply|respond|talk|write|explain|antworte|schreib)\b(?: to me| back| everything| comments?"
            r"| commit messages?| docs?| mir| bitte){0,2} (?:in|auf) (?:german|english|french|spanish|italian|dutch"
            r"|japanese|chinese|portuguese|plain|deutsch|englisch|bullet)\b.*"
        ),
    ),
)

PREFERENCES = (
    Form(
        MemoryType.USER,
        starts(
            r"i(?:'d| would)? (?:really |strongly |much |always |usually |generally |personally )*(?:prefer|hate|dislike"
            r"|can't stand)\b (?!(?:it|this|them|the (?:first|second|third|former|latter|other|last|idea|approach|one)"
            r"|that (?:one|option|approach|idea|way|version)|option|your|what|approach|number|\d)\b)(?P<what>.{4,})"
        ),
    ),
    Form(
        MemoryType.USER,
        starts(
            r"(?:i'd|i would) (?:much )?rather (?!not\b|wait|do|see how|leave|keep it)(?:you \w+ .*\bthan\b.+|(?:have|see|get|use|read|review|know)"
            r" (?!this|that|it|these|those|them|the)\S.*|not have (?!this|that|it|the)\S.*)"
        ),
    ),
    Form(
        MemoryType.USER,
        starts(
            r"call me (?!back|when|if|later|again|tomorrow|out|on|at|a|an|the|crazy|stupid|in|once)(?-i:[A-Z])[\w-]+\b.*|(?:nenn|nennt) mich \w.+"
            r"|i go by \w.+|i(?:'m| am) called \w.+"
        ),
    ),
    Form(
        MemoryType.USER,
        starts(
            r"i (?:mostly |mainly |only |usually )?(?:use|run|develop on|code in|write|type on|read|speak|understand|know|come from) "
            r"(?!to|with|of|into|out|up|a|an|the|this|that|it|these|those|them|what|how|why|where|you|your|my|some|one|two|more|through|over|about"
            r"|here|there|i|we|there's|if)(?P<rest>[\w./+#-]+.*)"
        ),
        settled,
    ),
    Form(
        MemoryType.USER,
        starts(
            r"i(?:'m| am) (?:on|using|running) (?:an? )?(?-i:[A-Z])[\w.]*(?: \w+)?.*|i(?:'m| am) (?:not )?(?:very |really |quite )?(?:familiar with|used to"
            r"|comfortable with|experienced (?:in|with)|fluent in|allergic to|good (?:at|with)|learning|a native speaker of) (?!this|that|it|the|these"
            r"|what|how|why|a |an |you)\S.+|i(?:'ve| have) (?:never|only ever|only) (?:used|written|worked (?:with|in|on)|touched|programmed in)"
            r" (?!this|that|it|the|these|a |an )\S.+|i(?:'m| am) (?:deaf|blind|short-sighted|hard of hearing)\b.*"
        ),
    ),
    Form(
        MemoryType.USER,
        starts(
            r"i (?:want|would like|like|expect|need) to (?:see|review|read|approve|check|confirm|know|sign off|be asked|be told)\b"
            r"(?!.*\b(?:this|that|it|these|now|here)\b).*\b(?:before|whenever|every|each|always|all)\b.+"
        ),
    ),
    Form(MemoryType.USER, starts(r"ich (?:bevorzuge|hasse|möchte (?:immer|nie)|will (?:immer|nie))\b.{4,}")),
    Form(
        MemoryType.USER,
        starts(
            r"i (?:always|never|usually|generally|typically|normally) (?!saw|had|got|thought|knew|heard|seen|said|told"
            rf"|asked|did|wanted|found|get|see){BASE_VERB}\b.{{4,}}"
        ),
    ),
    Form(
        MemoryType.USER,
        starts(
            rf"i (?:like|want|expect) (?:my |(?:all|every|each) |you to (?:always|never|ask|stop)\b|to be asked\b"
            rf"|{NO_DETERMINER}(?!it\b|to\b|how\b|what\b|where\b|when it\b)(?:\w+ )?{PLURAL}).*"
        ),
    ),
    Form(
        MemoryType.USER,
        starts(
            r"i (?:don't|do not|never) (?:like|want|use|read|need|speak|understand) (?P<rest>(?!(?:it|this|that|the|to|them|you|what|how|why|your|a|an)\b)\w+.+)"
        ),
        negative,
    ),
    Form(
        MemoryType.USER,
        starts(
            r"i(?:'m| am) (?:(?:a|an|the) (?:\w+[ -]){0,4}?(?:engineer|developer|programmer|scientist|designer|manager"
            r"|student|researcher|analyst|lead|admin|administrator|founder|beginner|novice|maintainer|writer|contractor"
            r"|freelancer|teacher|architect|devops|sre|dba|owner|consultant|professor|doctor|lawyer)\b.*"
            r"|new to (?!this|that|it)\w.*|colou?r[- ]?blind.*|left[- ]handed.*|dyslexic.*|based in \w.*|responsible for"
            r" (?!this|that|it)\w.+)"
        ),
    ),
    Form(
        MemoryType.USER,
        starts(
            r"i(?:'ve| have) (?:been )?(?:\w+ing|used|written|worked) .{2,60}\bfor (?:\w+ )?(?:\w+ )?years\b.*"
            r"|i (?:work|live) (?:at|for|on|in|as|from) (?!this|that|it|the same)\w.+"
            r"|i speak (?!to|with|of)\w.+|my (?:name|time ?zone|editor|shell|os|operating system|background|role|job|team|company|employer|manager|boss|terminal"
            r"|keyboard|first language|mother tongue|main language|english|german|working hours?|"
            r"native language|keyboard layout|pronouns|machine|laptop) (?:is|are)\b.+"
        ),
    ),
)

DECISIONS = (
    Form(
        MemoryType.PROJECT,
        starts(
            r"(?:we|the team|i)(?:'ve| have)? (?:all |already |both |finally |just )?(?:decided|agreed|settled|standardi[sz]ed)"
            r" (?:on|to|that|not to|against|upon|with \w+ (?:to|that|on)) .{4,}"
            r"|wir haben (?:beschlossen|entschieden|vereinbart|uns (?:geeinigt|entschieden)).{4,}"
        ),
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"we(?:'re| are) (?:now |all )?(?:going with|sticking (?:with|to)|standardi[sz]ing on|moving (?:off|away from|from"
            r"|over to|to)|migrating (?:off|from|to|away)|switching (?:from|to|over)|dropping|ripping out|phasing out"
            r"|deprecating|replacing|retiring|sunsetting|freezing|not (?:supporting|shipping|going with)) .{3,}"
        ),
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"we (?:now |only |always |never |do not |don't )?use (?!this|that|it|the same)\S.* (?:for|as|instead of"
            r"|rather than|everywhere|across|in all)\b.*"
            rf"|we (?:only|never|always|don't ever) {BASE_VERB}\b.{{4,}}"
            r"|we (?:deploy|release|ship|publish) (?:on|every|from|via|with|to|only|twice|once|through)\b.+"
            r"|we (?:did a migration|migrated|moved|switched|transitioned|converted) (?:[\w-]+ ){0,4}?(?:from|off) \S+"
            r".* to \S+.*"
            r"|we (?:require|support|target) (?:only |at least )?[\w.]+.*\d.*"
        ),
        no_trouble,
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"(?:the |our )?(?:decision|agreement|policy|convention|entscheidung)(?: here| for us)?"
            r"(?: is (?:to|that|not|we|never|always)|:) (?P<fact>.{6,})"
        ),
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"(?:let's|lets|let us) (?:go with|stick (?:with|to)|standardi[sz]e on|settle on|use)"
            r" (?!option|that|this|it|the|\d|a |b |your).{3,}"
        ),
        reasoned,
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"(?:i think |ideally,? )?we (?:should|must|want to|would|need to)\b (?!not be|be|have been)(?=.*\b(?:always|never"
            r"|(?:at|on|in|for|before|after) (?:each|every)|every time|whenever|regardless of)\b).{10,}"
        ),
        no_trouble,
    ),
)

INVARIANTS = (
    Form(
        MemoryType.PROJECT,
        starts(
            rf"{_TOPIC}\s+(?:(?:is|are|must|should|shall|will|can|may|has to|have to|needs? to)\s+(?:be\s+)?"
            r"(?:always|never|only)\b|must not\b|mustn't\b|(?:always|never|only)\s+(?!\w+ed\b)[a-z]{2,}).{3,}"
        ),
        no_trouble,
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"(?:all|every|each|no) (?!of\b|other\b|one\b)(?:[\w`/.#'-]+ ){1,4}?(?:must|should|needs?|has to|have to|may not"
            r"|may|goes? (?:to|in|through)|requires?)\b .{3,}"
        ),
        no_trouble,
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"(?:the|our) (?:\w+ ){0,2}(?:directive|rule|principle|policy|convention|priority|goal|constraint|requirement"
            r"|standard|guideline)s?(?: here| for us)? (?:is|are)\s*:? (?:to|that|not|we|never|always|no) .{4,}"
        ),
    ),
    Form(
        MemoryType.PROJECT,
        re.compile(
            r"(?:^|\s)(?P<fact>[\w-]{3,} and [\w-]{3,} are (?:two )?(?:separate|seperate|different|distinct|independent"
            r"|the same) [a-z]\w+.*)",
            re.IGNORECASE,
        ).search,
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"(?-i:[A-Z])\w+(?: [A-Z]\w+)? (?:owns|maintains|is responsible for|is the (?:owner|contact|maintainer))\b .{4,}"
            rf"|{_TOPIC}\s+(?:is|are) (?:our |the |now )?(?:single )?(?:source of truth|off[- ]limits|owned by|maintained by"
            r"|deprecated|auto-?generated|vendored|read-only)\b.*"
        ),
    ),
)
