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
    no_screen,
    no_trouble,
    reasoned,
    settled,
    starts,
    unwanted,
)

_TOPIC = (
    r"(?!(?:i|you|we|it|he|she|they|this|that|there|these|those|which|what|who|if|but|and|so|when|because"
    r"|since|let's|why|how|where|then|not|please|can|could|do|does|did|is|are|was|were)\b)(?:(?:all|every"
    r"|each|any|no|the|our|my|its)\s+(?!(?:only|always|never)\b))?(?!(?:the|our|my|its|a"
    r"|an)\b)[\w`/.#'’-]+(?:\s+(?!(?:always|never|only|must|should|shall|is|are|was|were|has|have|had|will"
    r"|would|can|may|it|we|i|you|that|which|and|but|not)\b)[\w`/.#'’-]+){0,5}?"
)

FEEDBACK = (
    Form(
        MemoryType.FEEDBACK,
        starts(
            r"(?!always (?:show|display|render|highlight|hide|redirect|scroll|load|return) the\b)(?:always"
            rf"|never|under no circumstances|immer|nie|niemals) {BASE_VERB}\b.{{4,}}"
        ),
    ),
    Form(MemoryType.FEEDBACK, starts(r"(?:do not|don't|dont) (?:you )?ever \w+ .{4,}")),
    Form(
        MemoryType.FEEDBACK,
        starts(
            r"(?:do not|don't|dont|stop|avoid) (?!forget|hesitate|stress|panic|we\b|i\b|they\b"
            r"|you\b)(?P<rest>\w+ .{3,})"
        ),
        negative,
    ),
    Form(
        MemoryType.FEEDBACK,
        starts(
            r"(?:from (?:now|today|here|this point) on(?:wards?)?|starting (?:today|now)|as of (?:today"
            r"|now)|henceforth|effective immediately|going forward|from here on(?: out)?"
            r"|as a (?:general )?rule|house rule|(?:new )?rule(?=:)|convention(?=:)|ab (?:jetzt|sofort)"
            r"|künftig|in zukunft|grundsätzlich)\b\s*[,:]?\s*(?P<fact>\w.{8,})"
        ),
    ),
    Form(
        MemoryType.FEEDBACK,
        starts(
            r"(?:whenever|every time|each time|(?:before|after) (?:every|each|any)|(?:before|after"
            r"|when) (?!doing)\w+ing|when (?:you|we) \w+ (?:an? "
            rf"|{NO_DETERMINER}{PLURAL}))\b[^,]{{0,80}}, (?:please )?{ORDER}\b.{{4,}}"
        ),
    ),
    Form(
        MemoryType.FEEDBACK,
        starts(
            r"(?:run|use|check|update|bump|write|format|lint|rebase|squash|sign|regenerate|rebuild|verify"
            r"|keep)\b(?!.*\b(?:that|which|to)\b).+\b(?:before|after|on|in|with) (?:every"
            rf"|each) (?:\w+ )?{OCCASION}\b.*"
        ),
    ),
    Form(
        MemoryType.FEEDBACK,
        starts(
            r"(?:use|prefer|choose)\s+(?!(?:the|a|an|my|your|option|that|this"
            r"|it)\b)(?P<what>[^,.;()]{2,60}?)(?:,? not| instead of| rather than| over)\s+(?!(?:the|a|that"
            r"|this|it|here|there)\b).+"
        ),
        chosen,
    ),
    Form(
        MemoryType.FEEDBACK,
        starts(
            r"(?:always )?(?:ask|check with|consult|prompt|tell|warn|notify|ping) (?:me"
            r"|us)\b(?: first)? (?:before|for (?!(?:the|a|an|this|that|it|my|key)\b)|whenever|when you"
            r"|if you (?:need|want|are about)|every time)\b.{3,}"
        ),
    ),
    Form(
        MemoryType.FEEDBACK,
        starts(
            rf"keep (?:your |all )?(?:{NO_DETERMINER}\w+ ){{1,3}}(?:short|small|brief|concise|minimal|simple"
            r"|terse|under|below|in sync)\b.*|be (?:more |very )?(?:concise|brief|terse|direct|blunt"
            r"|explicit|succinct)\b.{6,}|(?:answer|reply|respond|talk|write|explain|antworte"
            r"|schreib)\b(?: to me| back| everything| comments?| commit messages?| docs?| mir"
            r"| bitte){0,2} (?:in|auf) (?:german|english|french|spanish|italian|dutch|japanese|chinese"
            r"|portuguese|plain|deutsch|englisch|bullet)\b.*"
        ),
    ),
)

PREFERENCES = (
    Form(
        MemoryType.USER,
        starts(
            r"i(?:'d| would)? (?:really |strongly |much |always |usually |generally |personally )*(?:prefer"
            r"|hate|dislike|can't stand)\b (?!(?:it|this|them|the (?:first|second|third|former|latter|other"
            r"|last|idea|approach|one)|that (?:one|option|approach|idea|way|version)|option|your|what"
            r"|approach|number|\d)\b)(?P<what>.{4,})"
        ),
    ),
    Form(
        MemoryType.USER,
        starts(
            r"(?:i'd|i would) (?:much )?rather (?!not\b|wait|do|see how|leave"
            r"|keep it)(?:you \w+ .*\bthan\b.+|(?:have|see|get|use|read|review|know) (?!this|that|it|these"
            r"|those|them|the)\S.*|not have (?!this|that|it|the)\S.*)"
        ),
    ),
    Form(
        MemoryType.USER,
        starts(
            r"call me (?!back|when|if|later|again|tomorrow|out|on|at|a|an|the|crazy|stupid|in"
            r"|once)(?-i:[A-Z])[\w-]+\b.*|(?:nenn|nennt) mich \w.+|i go by \w.+|i(?:'m| am) called \w.+"
        ),
    ),
    Form(
        MemoryType.USER,
        starts(
            r"i (?:mostly |mainly |only |usually )?(?:use|run|develop on|code in|write|type on|read|speak"
            r"|understand|know|come from) (?!to|with|of|into|out|up|a|an|the|this|that|it|these|those|them"
            r"|what|how|why|where|you|your|my|some|one|two|more|through|over|about|here|there|i|we|there's"
            r"|if)(?P<rest>[\w./+#-]+.*)"
        ),
        settled,
    ),
    Form(
        MemoryType.USER,
        starts(
            r"i(?:'m| am) (?:on|using|running) (?:an? )?(?-i:[A-Z])[\w.]*(?: \w+)?.*|i(?:'m"
            r"| am) (?:not )?(?:very |really |quite )?(?:familiar with|used to|comfortable with"
            r"|experienced (?:in|with)|fluent in|allergic to|good (?:at|with)|learning"
            r"|a native speaker of) (?!this|that|it|the|these|what|how|why|a |an |you)\S.+|i(?:'ve"
            r"| have) (?:never|only ever|only) (?:used|written|worked (?:with|in|on)|touched"
            r"|programmed in) (?!this|that|it|the|these|a |an )\S.+|i(?:'m| am) (?:deaf|blind|short-sighted"
            r"|hard of hearing)\b.*"
        ),
    ),
    Form(
        MemoryType.USER,
        starts(
            r"i (?:want|would like|like|expect|need) to (?:see|review|read|approve|check|confirm|know"
            r"|sign off|be asked|be told)\b(?!.*\b(?:this|that|it|these|now|here)\b).*\b(?:before|whenever"
            r"|every|each|always|all)\b.+"
        ),
    ),
    Form(
        MemoryType.USER,
        starts(
            r"i (?:(?:really |do )?care (?:more |a lot |mostly )?about|value|appreciate|insist on"
            r"|am (?:a fan of|fond of|picky about|strict about)|pay attention to) (?!this|that|it|the|you"
            r"|your|what|how)\S.+|i'm (?:a fan of|fond of|picky about|strict about) (?!this|that|it"
            r"|the)\S.+"
        ),
    ),
    Form(
        MemoryType.USER,
        starts(
            r"ich (?:bevorzuge|hasse|möchte (?:immer|nie)|will (?:immer|nie)|(?:arbeite|wohne|lebe"
            r"|sitze) (?:auf|in|bei|mit|aus|als)(?! (?:dem|der|diesem|dieser)))\b.{4,}"
        ),
    ),
    Form(
        MemoryType.USER,
        starts(
            r"i (?:always|never|usually|generally|typically|normally) (?!saw|had|got|thought|knew|heard"
            rf"|seen|said|told|asked|did|wanted|found|get|see){BASE_VERB}\b.{{4,}}"
        ),
    ),
    Form(
        MemoryType.USER,
        starts(
            r"i (?:like|want|expect) (?:my |(?:all|every|each) |you to (?:always|never|ask|stop)\b"
            rf"|to be asked\b|{NO_DETERMINER}(?!it\b|to\b|how\b|what\b|where\b"
            rf"|when it\b)(?:\w+ )?{PLURAL}).*"
        ),
    ),
    Form(
        MemoryType.USER,
        starts(
            r"i (?:don't|do not|never) (?:like|want|use|read|need|speak|understand) (?P<rest>(?!(?:it|this"
            r"|that|the|to|them|you|what|how|why|your|(?<!use )an?|any of)\b)\w+.+)"
        ),
        unwanted,
    ),
    Form(
        MemoryType.USER,
        starts(
            r"i(?:'m| am) (?:(?:a|an|the) (?:\w+[ -]){0,4}?(?:engineer|dev|user|coder|hobbyist|newbie"
            r"|newcomer|speaker|intern|cto|ceo|pm|tester|trainee|apprentice|physicist|biologist"
            r"|statistician|economist|developer|programmer|scientist|designer|manager|student|researcher"
            r"|analyst|lead|admin|administrator|founder|beginner|novice|maintainer|writer|contractor"
            r"|freelancer|teacher|architect|devops|sre|dba|owner|consultant|professor|doctor|lawyer)\b.*"
            r"|new to (?!this|that|it)\w.*|colou?r[- ]?blind.*|left[- ]handed.*|dyslexic.*|based in \w.*"
            r"|responsible for (?!this|that|it)\w.+)"
        ),
    ),
    Form(
        MemoryType.USER,
        starts(
            r"i(?:'ve| have) (?:been )?(?:\w+ing|used|written"
            r"|worked) .{2,60}\bfor (?:\w+ )?(?:\w+ )?years\b.*|i (?:only |mostly |mainly |always )?(?:work"
            r"|live) (?:at|for|on|in|as|from) (?!this|that|it|the same)\w.+|i speak (?!to|with|of)\w.+"
            r"|my (?!.*\b(?:(?:today|now)(?=\W*$)|currently|broken|down|full|dead)\b)(?:name|time ?zone"
            r"|editor|shell|os|operating system|background|role|job|team|company|employer|manager|boss"
            r"|terminal|keyboard|first language|mother tongue|main language|english|german|working hours?"
            r"|native language|keyboard layout|pronouns|machine|laptop) (?:is|are)\b.+"
        ),
    ),
)

DECISIONS = (
    Form(
        MemoryType.PROJECT,
        starts(
            r"(?:we|the team|i)(?:'ve| have)? (?:all |already |both |finally |just )?(?:decided|agreed"
            r"|settled|standardi[sz]ed) (?:on|to|that|not to|against|upon|with \w+ (?:to|that|on)) .{4,}"
            r"|wir haben (?:beschlossen|entschieden|vereinbart|uns (?:geeinigt|entschieden)).{4,}"
        ),
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"we(?:'re| are) (?:now |all )?(?:going with|sticking (?:with|to)|standardi[sz]ing on"
            r"|moving (?:off|away from|from|over to|to)|migrating (?:off|from|to|away)|switching (?:from|to"
            r"|over)|dropping|ripping out|phasing out|deprecating|replacing|retiring|sunsetting|freezing"
            r"|not (?:supporting|shipping|going with)) .{3,}"
        ),
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"we (?:now |only |always |never |do not |don't )?use (?!this|that|it|the same)\S.* (?:for|as"
            r"|instead of|rather than|everywhere|across|in all)\b.*|we (?:only|never|always"
            rf"|don't ever) {BASE_VERB}\b.{{4,}}|we (?:deploy|release|ship|publish) (?:on|every|from|via"
            r"|with|to|only|twice|once|through)\b.+|we (?:did a migration|migrated|moved|switched"
            r"|transitioned|converted) (?:[\w-]+ ){0,4}?(?:from|off) \S+.* to \S+.*|we (?:require|support"
            r"|target) (?:only |at least )?[\w.]+.*\d.*"
        ),
        no_trouble,
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"(?:the |our )?(?:decision|agreement|policy|convention|entscheidung)(?: here"
            r"| for us)?(?: is (?:to|that|not|we|never|always)|:) (?P<fact>.{6,})"
        ),
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"(?:let's|lets|let us) (?:go with|stick (?:with|to)|standardi[sz]e on|settle on|use) (?!option"
            r"|that|this|it|the|\d|a |b |your).{3,}"
        ),
        reasoned,
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"(?:i think |ideally,? )?we (?:should|must|want to|would|need to)\b (?!not be|be"
            r"|have been)(?=.*\b(?:always|never|(?:at|on|in|for|before|after) (?:each|every)|every time"
            r"|whenever|regardless of)\b).{10,}"
        ),
        no_trouble,
    ),
)

INVARIANTS = (
    Form(
        MemoryType.PROJECT,
        starts(
            rf"{_TOPIC}\s+(?:(?:is|are|must|should|shall|will|can|may|has to|have to"
            r"|needs? to)\s+(?:be\s+)?(?:always|never|only)\b|must not\b|mustn't\b|(?:always|never"
            r"|only)\s+(?!\w+ed\b)[a-z]{2,}).{3,}"
        ),
        no_screen,
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"(?:all|every|each|no) (?!of\b|other\b|one\b)(?:[\w`/.#'-]+ ){1,4}?(?:must|should|needs?"
            r"|has to|have to|may not|may|goes? (?:to|in|through)|requires?)\b .{3,}"
        ),
        no_screen,
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"(?:the|our) (?:\w+ ){0,2}(?:directive|rule|principle|policy|convention|priority|goal"
            r"|constraint|requirement|standard|guideline)s?(?: here| for us)? (?:is|are)\s*:? (?:to|that"
            r"|not|we|never|always|no) .{4,}"
        ),
    ),
    Form(
        MemoryType.PROJECT,
        re.compile(
            r"(?:^|\s)(?P<fact>[\w-]{3,} and [\w-]{3,} are (?:two )?(?:separate|seperate|different|distinct"
            r"|independent|the same) [a-z]\w+.*)",
            re.IGNORECASE,
        ).search,
    ),
    Form(
        MemoryType.PROJECT,
        starts(
            r"(?-i:[A-Z])\w+(?: [A-Z]\w+)? (?:owns|maintains|is responsible for|is the (?:owner|contact"
            rf"|maintainer))\b .{{4,}}|{_TOPIC}\s+(?:is|are) (?:our |the "
            r"|now )?(?:single )?(?:source of truth|off[- ]limits|owned by|maintained by|deprecated"
            r"|auto-?generated|vendored|read-only)\b.*"
        ),
    ),
)
