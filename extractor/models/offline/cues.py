"""Words by which people show that they mean it for good.

Owns one expression for each kind of sign, over the languages the offline rules know (English, German, Spanish,
French, Italian, Portuguese, Dutch, Russian, Chinese, Japanese, Arabic). Promises that a sign alone decides
nothing: `weight` adds them up. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.memory.wording.force import BEHIND_A_NO
from extractor.models.offline.first_words import cue

EVER = cue(
    r"(?<!n't )(?<!not )(?:always|never)(?! (?:mind|again|ever|seen|heard|had|knew|saw|thought|fails?|failed|breaks|passes|works?))|whenever|every ?time"
    r"|each time|from (?:now|then|here|this \w+|today) on(?:wards?)?|starting (?:now|today)|going forward|by default|default to|in future"
    r"|in the future|as (?:always|usual|before)|in general|as a (?:general )?rule|at all times|no matter"
    r"|no [^.,;:!?]{2,40} anywhere|(?:won't|wont|will not|will never) change|hard rule|house (?:rule|style)|for good(?! (?:reason|measure|luck)s?\b)"
    r"|no more (?!(?:\w+ )?(?:errors?|warnings|failures|failing|issues|problems|bugs|questions|changes|results|tests|conflicts|crashes)\b)(?:\w+ )?\w+s,? (?:ever|please|in (?:(?:the|my|your|our) )?(?:commits?|code|comments?|docs?|prs?|answers?|replies|tests?|messages?))"
    r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:nothing|nobody|no one) (?:ever )?(?:gets?|goes|is to be|may be) (?:committed|merged|deployed|released|shipped|pushed|published|deleted|live|out)"
    r"|any ?more|otherwise(?= \w)|henceforth|consistently|permanently|without exception|under no circumstances|any (?:\w+ ){1,4}you (?:notice|see|find|encounter|come across|hit|run into)"
    r"|immer|nie|niemals|ab (?:jetzt|sofort)|künftig|in zukunft|überall|jedes mal|grundsätzlich|stets|bei uns"
    r"|siempre|nunca|jamás|de ahora en adelante|cada vez|toujours|jamais|désormais|dorénavant|à partir de maintenant|chaque"
    r"|sempre|mai più|d'ora in poi|a partir de agora|daqui em diante|altijd|nooit|voortaan|всегда|никогда|впредь|каждый раз"
    r"|asla|her zaman|daima|hiçbir zaman|zawsze|nigdy|selalu|jangan pernah|luôn|không bao giờ|завжди|ніколи",
    r"हमेशा|कभी (?:भी )?(?:नहीं|मत|न )|总是|永远|以后|每次|一律|从现在起|دائما|أبدا|من الآن|في كل|常に|必ず|今後|毎回|항상|절대|앞으로",
)
"""For good: every time, from now on."""
_THEN = r"\bbefore (?!moving|going|beginning|continuing)\w+ing\b|\bonly (?:when|if)\b"
EACH_TIME = re.compile(
    rf"{_THEN}|\bbefore (?:you\b(?! (?:move|begin|continue|go|get started|proceed))|any|each|every|a |an )"
    r"|\b(?:whenever|when you|if you(?! haven't)|as we go|like i'm|unless)\b",
    re.IGNORECASE,
)
"""Each time something is done, or before it is."""
ONLY_THEN = re.compile(_THEN, re.IGNORECASE)
"""The same in an order of work."""
EVERYTHING = re.compile(r"\b(?:everything|everywhere|throughout|all of (?:it|them))\b", re.IGNORECASE)
"""All there is."""
EACH = cue(
    r"(?:every|each|all|any) (?:second |other |single |the |our )?\w+|without (?:\w+ing|a|an|my|tests?|review|approval)|unless"
    r"|(?:in|for|on|from|with|against|into) (?!(?:the|this|that|these|those|my|your|its|is|as|us)\b)(?:\w+ )?\w{2,}[^su\W_]s"
    r"|(?:on|to|into) (?:main|master|trunk|prod|production)|(?:when|if|before) (?:you|we)|jede[nrsm]?|alle[nr]?|cada|todos?|todas?"
    r"|chaque|tous|ogni|tutti|elke?|alle|кажд\w+|все",
    r"每个|所有|任何|(?<!\w)كل |すべて|全て|모든",
)
"""Things of a kind, cases of a kind."""
STYLE = cue(
    r"(?:ask|prompt|tell|warn|notify|consult|ping) (?:me|us) (?:first|before|for|when(?:ever)?|if)|(?:use|prefer|choose|favou?r|take(?= \w+ over \w)) (?!(?:it|that|this|the)\b)[^.]{2,60}?(?:,? not(?! sure)|instead of|rather than|over) (?!the\b)\w+|keep (?:your |the |all |my )?\w+ (?:\w+ )?(?:short|brief|concise|small|simple|minimal|terse|in sync|under \w+)"
    r"|(?:don't|dont|do not) be (?:so |too |that )?(?:verbose|chatty|wordy|long-winded|formal|polite|apologetic|terse)|less (?:verbose|chatty|wordy|formal|boilerplate|ceremony|talk(?:ing)?)"
    r"|be (?:more |very )?(?:concise|brief|terse|direct|blunt|explicit)|no (?:emojis?|jargon|fluff|filler)|(?:don't|dont|do not|avoid) (?:use|using|add|adding|write|writing|include|create|mention|mock|mocking|skip|reformat|squash"
    r"|amend|hard-?code) (?!(?:it|that|this|them|those|these|anything|everything|any|the|an?|my|your|our|yet|now|until|just|to|too|more)\b)\w+"
    r"|(?:speak|talk) (?:english|german|french|spanish|italian|dutch|chinese|japanese|portuguese)|stop (?!(?:doing|using|running|working|being|trying|going|here)\b)\w+ing"
    r"|(?:short|brief|concise|terse|plain) (?:commit messages?|answers?|replies|responses|explanations?|summaries|comments|docstrings)"
    r"|(?:answer|reply|respond|talk|write|explain|comment|commit message|docstring|pr (?:title|description))s?\b.{0,30}? in (?:(?:very |plain |simple |easy |clear |good )*english|german|french|spanish|italian|dutch|chinese"
    r"|japanese|portuguese|plain|deutsch|englisch|bullet\w*)|auf (?:deutsch|englisch)|ohne fachjargon|en (?:español|inglés|français"
    r"|anglais)|compare with|bullets first|(?:run|check|format|lint|test|update|bump|commit|push|ask|stop|wait)(?: (?:the|my|all|our|your))?(?: [\w-]+){1,3} (?:after|before) (?:every|each) (?:single )?(?:change|commit|edit|task|feature|push|merge|release|pr|pull request|session|deploy\w*)"
    r"|(?:ask|post|write) in #\w+|im zweifel,? frag\w*|(?:si tienes|en caso de) dudas?,? pregunt\w+|en cas de doute,? demand\w+|in caso di dubbio,? chied\w+|em caso de dúvida,? pergunt\w+"
    r"|when(?:ever)? (?:i|we) (?:say|write|talk about) .{2,30}?,? (?:i|we) mean|i(?:'ll| will)? (?:always |usually )?(?:commit|push|merge|deploy|release|publish|tag) (?:manually|myself|by hand)|i(?:'ll| will)? (?:always |usually )?(?:do|handle|make|write|run) (?:the |my |all )?(?:commits?|commit messages|git|push(?:es|ing)|committing|deploys?|deployments?|deploying|releases?|merg(?:es|ing)|migrations)(?: myself)?(?=[,.;!]|$)"
    r"|skip the (?:preamble|summary|summaries|intro|recap|pleasantries|fluff|filler|praise)(?! (?:for now|this time|here|today|of)\b)"
    r"|(?:if|when(?:ever)?) (?:you(?:'re| are) |in )?(?:unsure|doubt|not sure|uncertain),? (?:just |please )?(?:ask|stop)|ask (?:me )?(?:if|when(?:ever)?) (?:you(?:'re| are) |in |something is |anything is |things are )?(?:unsure|doubt|unclear|not sure)"
    r"|before you (?:say|claim|report|tell me|call)\b.{0,20}? done"
    r"|(?:use|with) (?:the |a )?(?:prefix|suffix|naming|convention|format)|without asking(?: me)?|(?:don't|dont|do not|stop) (?:tell(?:ing)? me (?:what|how|to)|ask(?:ing)? me)",
    r"用中文|用英文|英語で|(?:提交|推送|合并|发布|部署|上线)(?:代码)?之?前(?!端)|بالعربية|日本語で|(?:コミット|プッシュ|マージ|デプロイ)(?:する)?前",
)
"""How answers and code are to be."""
CONVENTION = cue(
    r"(?:use|using|with|prefer) tabs|(?:is|are) (?:strictly )?(?:banned|forbidden|prohibited|verboten)|tabs (?:for|in|over|not|everywhere|only)|(?:two|four|2|4|8) spaces|(?:two|four|2|4|8)[- ]space indent(?:s|ation)?|^[\w.+-]+, not [\w.+-]+(?=\W*$)|^[a-z][\w.+-]+ not (?!(?:working|sure|yet|now|bad|good|ok|found|needed|ready|done|mine|me|yours|here|there|so|a|an|the|that|this|it|what|only|just|too|very|all|my|in|on|at|for|to|of|true|enough|\w+ing|\w+ed|\w+ly)\b)[a-z][\w.+-]+(?=\W*$)|indent(?:ed|ation)? (?:with|by|is|of|using) \w+|(?:single|double) quotes|trailing commas?|semicolons"
    r"|snake[_ -]case|camel[_ -]?case|pascal[_ -]?case|kebab[_ -]case|title case|sentence case|oxford comma|conventional commits?|imperative mood|(?:max(?:imum)? )?line (?:length|width)(?: limit)? (?:is |of |= ?)?\d+"
    r"|one (?:module|commit|class|component|test|file|function|pr|export|migration|branch|assertion) per \w+|no (?:mocks|mocking|docstrings|type assertions|any types|console logs|print statements|magic (?:numbers|strings)|globals|singletons|inline styles|abbreviations|force pushes|merge commits)(?=[.,;!]|$)"
    r"|(?:(?:single|only) )?source of truth (?:for (?:\w+ ){1,3})?is|is (?:the |our )(?:single |only )?source of truth|(?:backwards? )?(?:compat\w*|performance|accessibility|security|privacy|readability|latency|correctness|simplicity) (?:really |also )?matters?"
    r"|(?:is|are) (?:really |very |super |so |most )?(?:important|critical|crucial|essential|key) (?:for|to) (?:us|me|our \w+)"
    r"|(?:stands|is short) for \w+"
    r"|(?:small|short|tiny|focused|atomic) (?:prs|commits|functions|files|pull requests|diffs)|tdd|test[- ]driven|tests? before code"
    r"|matters? (?:to us|to me|most|a lot|more than)|over-?engineer\w*|we value \w+ over|no comments in (?:the |my |our )?(?:code|\w+ files?)"
    r"|type (?:hints|annotations)|(?:default|named) (?:exports?|imports?)|(?:british|american|us|uk) (?:english|spelling)"
    r"|(?:mobile|desktop|api|offline|accessibility|security|privacy)[- ]first(?!,? then)|(?:branch|team|product|app|service|environment|cluster|database|db|customers|users) (?:is|are) (?:called|named) (?:[\"'“‘]…|[\"'“]?(?!(?:twice|once|from|by|when|here|in|with|at|on|after|before|again|and|but|if)\b)\w+)"
    r"|(?:hot-?fixes|features|prs|pull requests|releases|backports) (?:always |must |should )?(?:goe?s?|branch|land) (?:straight |directly )?(?:to|into|off|from|on|against) (?:the )?(?:main|master|develop\w*|trunk|release|staging|prod\w*|next|canary)"
    r"|^(?:comments|docstrings|emojis?|mocks|classes|abbreviations|generics|macros|globals|exceptions|footnotes|tables|headings|diagrams|animations|popups|notifications|retries|threads) only (?:where|when|if|for|in|with)"
    r"|einrückung (?:mit|von|ist)|(?:mit )?(?:zwei|vier|2|4) leerzeichen|tests? (?:liegen|gehören|kommen) (?:immer )?(?:neben|in|unter|ins)|tests? van (?:en|junto)|tests? vont (?:dans|à côté)|test vanno (?:in|accanto)"
    r"|(?:metric|imperial|si) units (?:everywhere|throughout|only)|in utc|(?:is|are) utc|utc (?:everywhere|only)|iso[ -]?8601|(?:stored|kept|held) in (?:cents|pence|minor units)|semver|squash(?:-| and | & )merge|squash before|trunk[- ]based"
    r"|(?:tests?|specs?|styles|types|components|hooks|migrations|fixtures|stories|mocks|snapshots|translations|helpers|scripts|assets|docs) (?:always |only |should |must )?(?:goe?s?|lives?|belongs?)"
    r" (?:in|into|under|inside|alongside|beside|next to|with|on)(?! (?:an? (?:loop|circle)|(?:an?|the|their) (?:wrong|same|right)|circles)\b)"
    r"|(?:(?:our|all|the) )?(?:(?:commit|branch|pr|pull request) (?:messages?|titles?|names?|descriptions?)|commits|prs) (?:always )?(?:(?:needs? an?|requires?|starts?|begins?|ends?|references?|mentions?|follows?|carry) \w+|in (?:the )?\w+ (?:mood|tense|case|form))"
    r"|(?:our|the|my) (?:code style|style guide|naming convention)s? (?:is|are|follows?) \w+"
    r"|bu (?:projede|depoda|takımda) [^.!?]{3,60}[ıiuü]yoruz|ekibimizde"
    r"|(?:prs?|pull requests?|merges?|releases?|deploy(?:ment)?s|hot-?fixes) (?:always )?(?:needs?|requires?|must have) (?:at least )?(?:an?|one|two|three|\d) (?:approvals?|reviews?|reviewers?|sign-?offs?)"
    r"|(?:runs?|rotates?|expires?|renews?|happens?|goe?s? out|is|are (?:sent|made|taken|run|rotated|renewed))"
    r" (?:hourly|nightly|daily|weekly|fortnightly|monthly|quarterly|yearly|annually|(?:every|once an?) (?:\w+ )?(?:hours?|nights?|days?|weeks?|months?|quarters?|years?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|morning|evening))",
    r"우리 ?(?:팀|회사|프로젝트)[은는에]|このプロジェクトでは|うちの(?:チーム|会社)(?:は|では)|(?:这个|本)项目(?:里|中)?(?:都|一直|只)?(?:使?用|采用|禁止|不用)|我们(?:团队|公司|项目)(?:里|中)?(?:都|一直|只|不)",
    anywhere=r"…[\"'”’] (?:means|refers to) \w",
)
"""A matter of form by its name, which a team settles once: quotes, commas, spelling, where tests stand."""
_DONE = (
    r"(?:written|stored|saved|managed|tracked|served|trained|shown|hosted|built|reported|named|styled|tested|run|handled|deployed"
    r"|generated|indented|kept|bundled|packaged|translated|versioned|licensed|reviewed|approved|triggered)"
)
PLAINLY_SO = cue(
    rf"(?:is|are)(?: always| usually| all| only)? {_DONE} (?:in|with|as|by|from|at|using|via|through|on|to) (?!(?:the|this|that|these|those|it|a|an|my|your|which)\b)[\w`/.-]+"
    r"|use (?-i:[A-Z])\w+ (?:for|to|as) \w{3,}"
    r"|^(?:the|our) (?!(?:problem|issue|error|culprit|cause|bug|question|point|answer|thing|reason|result|only|first|next|last|other|best|worst|main)\b)(?:[\w-]+ ){1,3}is (?-i:[A-Z])\w+(?=\W*$)",
)
"""How things are with what somebody works on, in the plainest words: how they are done, with what, what they are called."""
BANNED_POLITELY = re.compile(
    r"no (?!(?:changes?|code|comments?|commits?|edits?|files?|more|questions?|tests?|thanks?|need|rush|hurry|worries|problem)\b)"
    r"[a-z`][^.?!]{2,60}?,? (?:please|pls|plz|bitte|por favor)[.!]*$",
    re.IGNORECASE,
)
"""No such thing, please: a wish for all of the work."""
LACKING = re.compile(
    r"\W*our (?:[\w-]+ ){1,3}(?:has|have) no (?!(?:idea|clue|problem|issue|error|change|effect)s?\b)[\w-]+(?! yet\b)",
    re.IGNORECASE,
)
"""What something of a team's is without: "our CI has no GPU"."""
FORBIDDEN = re.compile(
    r"(?:don['’]?t|do not) (?!(?:worry|forget|know|think|bother|stop|do|be|get|go|see|need|want|have|mind|care)\b)[a-z-]+"
    r" (?!(?:it|that|this|them|these|those|so|too|yet|now|here)\b)",
    re.IGNORECASE,
)
"""How an order begins not to do something to a thing it names."""
BANNED = re.compile(
    r"(?:also |and |but )?no (?!(?:idea|clue|problems?|worries|rush|hurry|need|luck|way|one|thanks?|thx|doubt|wonder|matter|more|longer|changes?|errors?"
    r"|output|results?|difference|response|effect|joy|dice|pressure|offense|opinion|preference|objections?|issues?|comments?|questions?|further|other"
    r"|such|real|reason|point|sign|sense|big deal|sweat|shit|harm|good|better|data|action|access|update|news|sir|man|dude|bro|kidding)\b)"
    r"(?!(?:new |more )?(?:code|files?|edits?|commits?|tests?)(?: please)?[.!]*$)"
    rf"(?!(?:{BEHIND_A_NO})(?!\w))(?!.*\b(?:so far|yet|now|today|here|there|found|available|left|(?:for|in|on|from) (?:this|that|the(?! (?:code(?:base)?|components?|templates?|commit messages?)\b)))\b)"
    r"[a-z`](?:[^.?!]|\.(?=\w)){2,60}[.!]*$",
    re.IGNORECASE,
)
"""What there shall be none of."""
ON_EACH = re.compile(
    r"(?:when(?:ever)?|after|before|once|every time) you \w+ (?:an?|any|each|every|new) \w+",
    re.IGNORECASE,
)
"""Each time an agent does something."""
MEANT = cue(
    r"on purpose|intentional(?:ly)?|deliberate(?:ly)?|by design|absichtlich|mit absicht|a propósito|exprès"
)
"""It is so because somebody wanted it."""
CORRECTED = cue(
    r"(?:i|we)(?: did not| didn't| didnt| never)(?: ever)? (?:ask|asked|say|said|tell|told|want|wanted|request|requested)"
    r"(?: you| for| to| that| it| this| any\w*| a|(?= \w+ing\b)| commit)|das (?:habe ich|hab ich) nicht (?:gesagt|verlangt)"
    r"|no te (?:he )?ped(?:í|ido)|je n'ai pas demandé"
)
"""What was done unasked: it shall not be done again."""
OF_A_KIND = cue(
    r"^(?:please )?(?:write|put|place|name|prefix|suffix|store|save|format|sort|order|wrap|tag|quote|log|return|render|spell|represent|encode"
    r"|seriali[sz]e|group|mock|validate|document|declare|indent|express) (?:all |new )?"
    r"(?!(?:the|an?|this|that|these|those|my|our|your|its|it|them|me|us|some|any|both|one|each|every|what|how|tests?(?! (?:files|names|data|ids|classes)\b)|results?|details|changes|notes)\b)"
    r"(?:[\w-]+ ){0,2}?(?:[\w-]+[^s\W]s|money|text|output|input|code|prose|docs) (?:in|as|under|after|with|by|at|inside|beside|next to|alphabetically|per)"
    r"(?! (?:this|that|these|those|here|there|it|them)\b)"
    r"|^(?:please )?(?:lint|format|test|build|bundle|package|type-?check|profile|benchmark|plot|deploy|minify|transpile|compile|typeset) with"
    r" (?!(?:this|that|these|those|it|the|an?|my|your|our|all|no)\b)[\w.@/+-]+(?=\W*$)"
    r"|^(?:please )?(?:delete|remove|purge|archive|expire|rotate|drop|prune|trash|throw away|clean up) (?:[\w-]+ ){1,4}after \d+ ?(?:days?|weeks?|months?|years?|h|hours?)(?=\W*$)"
)
"""How things of a kind are to be, or where: an order on many of them, with none of them named."""
ORDERLY = cue(r"before (?:we|you|i|any)|first(?=[,.;!]|$)|bevor (?:wir|du)|antes de|avant de")
"""One thing before another: an order that tells how to work."""
MUST = cue(
    r"should(?:n't)?|must(?:n't)?|ha(?:s|ve) to|needs? to|needs|ought to|supposed to|meant to|may|not allowed|allowed to|only"
    r"|required?|requires|forbidden|retains?|preserves?|stays?|remains?|keep(?! (?:going|working|moving|debugging|trying|at)\b)|kept|belongs?|separate"
    r"|before (?:we|you|any|every|each|\w+ing)|test first|(?:solely|exclusively|strictly) (?:in|within|on|with|for|by|from)|expected to|insists?|at least|at most|max(?:imum)?|off[- ]limits"
    r"|soll(?:en|te|st)?|muss|müssen|darf|dürfen|nur|gehör(?:t|en)|debe[ns]?|tienen? que|hay que|solo|sólo|doi(?:t|vent)"
    r"|il faut|uniquement|deve|devono|bisogna|devem|precisa|moet(?:en)?|mag|mogen|alleen|должн\w+|нужно|надо|нельзя|только"
    r"|zorunda\w*|gerekir|musi|muszą|należy|trzeba|harus|phải",
    r"चाहिए|ज़रूरी|m[ae]l[ıi](?:y[ıi]z)?\b|必须|不能|只能|要求|不要|应该|请用|يجب|لا تقبل|لا يجوز|فقط|استخدم|べき|なければ|해야",
)
"""What has to be so."""
_OF_TALK = (
    r"apologi[sz]\w*|say(?:ing)? sorry|thank(?:ing)? me|flatter\w*|guess(?:ing)?|assum(?:e|ing)(?! (?:that|it|this)\b)|invent\w*|mak(?:e|ing) (?:things|stuff) up"
    r"|hallucinat\w*|lectur\w*|morali[sz]\w*|patroni[sz]\w*|sugar-?coat\w*|baby me|spoon-?feed\w*|rambl\w*|repeat(?:ing)? yourself|narrat\w*"
)
MANNER_OF_TALK = cue(
    rf"(?:don't|dont|do not|please don't|stop|never|no more) (?:just )?(?:{_OF_TALK})|(?:don't|dont|do not) just (?:fix|do|write|code|solve) (?:it|things|stuff|everything)"
    r"|(?:push back|challenge me|correct me|disagree(?: with me)?|call me out|say so|tell me) (?:if|when(?:ever)?) (?:i(?:'m| am) (?:wrong|mistaken|off)|needed|you disagree)"
    r"|(?<!to )be (?:honest|frank|critical|strict|harsh|patient|gentle|straight)(?: with me)?(?=[,.;!]|$)|(?:speak|talk|write|explain (?:it|things)) (?:plainly|simply|slowly)"
    r"|no (?:small ?talk|apologies|flattery|praise|chit-?chat|lectures|yapping|waffling|preambles?)|(?:skip|spare me|drop) (?:the |all )?(?:pleasantries|preambles?|fluff|apologies|flattery|small talk|chit-?chat|lectures?|praise)"
    r"|explain (?:[\w-]+ ){0,6}(?:as if|as though|like) (?:that|i(?:'m| am|'ve| have| had| was| never| know| don't)?)"
    r"|duze? mich|siezen sie mich|sieze? mich|du reicht|tutoie[- ]moi|vouvoie[- ]moi|vouvoyez[- ]moi|tut[ée]ame|dammi del (?:tu|lei)"
    r"|^\W*(?:shorter|briefer|terser|simpler|plainer|more concise|less \w+) (?:answers|replies|responses|explanations|messages)(?: in future| from now on)?(?:,? (?:please|pls|plz))?\W*$"
    r"|^\W*(?:fewer|less) (?:emojis?|exclamation marks|apologies|praise|flattery|small ?talk)(?:,? (?:please|pls|plz))?\W*$"
    r"|^\W*(?:(?:bitte )?kürzere antworten(?: bitte)?|respuestas más (?:cortas|breves)|réponses plus courtes|risposte più (?:brevi|corte)|respostas mais curtas)\W*$"
    r"|(?:talk|speak|write) to me (?:like|as (?:if|though)|the way)|one (?:question|step|option|change|task|topic) at a time|cite (?:your )?sources|i learn (?:best|better|most)"
    r"|i (?:run|execute|start) (?:the |all |my )?(?:commands|tests|builds?|servers?|migrations) myself"
    r"|(?:don't|dont|do not|never) (?:edit|touch|change|modify|delete|format) (?:the |anything (?:in|under) )?(?:vendor|vendored|generated|gen|dist|legacy|third[_-]party|node_modules|migrations)\b(?:/| (?:folder|files?|code|directory|dir))?(?=[,.;!]|$)"
)
"""How an agent is to talk with the person, and what it keeps its hands off."""
_DENIED_ABROAD = (
    r"nicht|kein\w*|ohne|statt|sondern|sin|sino|ne|pas|sans|non|senza|não|sem|niet|geen|zonder|не|без|вместо",
    r"不|别|没|(?<!\w)لا |ليس|بدون|ない|않",
)
"""Denials of other languages than English, written with spaces and without. Of these the two sorts are not told apart."""
DENIAL = cue(
    r"not|never|no|don't|dont|cannot|without|instead|rather|nothing|nobody|against|skip|drop|avoid|stop \w+ing|leave|except|unless"
    rf"|wrong|misleading|weakest|{_DENIED_ABROAD[0]}",
    _DENIED_ABROAD[1],
    r"n't\b",
)
"""One thing and not another."""
BARRED = cue(
    r"don't|dont|do not|won't|will not|shouldn't|should not|mustn't|must not|let's not|lets not|not need(?:ed)?|no need|never|so no|no \w+ing|(?<=, )not"
    r"|(?:can't|cannot|can not) be|nobody|no one"
    r"|(?:(?:make|be) sure|ensure)\b[^.;:!?]{0,60}? (?:not|no|dont|\w+n't)|careful (?:\w+ )?not|avoid|instead|rather|against|leave|unless"
    rf"|stop \w+ing|without|no longer|{_DENIED_ABROAD[0]}",
    _DENIED_ABROAD[1],
)
"""Denied as what is not to be done. Of what is denied else, that a thing is there, works or is well, less is meant to last."""
GROUND = cue(
    r"because|since|so that|otherwise|in order to|due to|which means|the (?:risk|problem|issue|reason|point|danger|idea|goal)(?! was)"
    r"|(?:got|were|was|been) (?:burned|burnt|bitten)|bit us|that's why|why it's|as (?:we|they|it)|cost (?:me|us)|(?:we|i|they|you)(?:'ve| have)?(?: just)? learned|learned (?:that|this|it|the hard way|from)|rel(?:y|ies) on|so (?:we|it|they|reviews|don't|nothing)(?! can (?:get|start|begin|go on|continue|move|proceed))"
    r"|weil|sonst|denn|damit|wegen|bis dahin|porque|para que|ya que|así que|parce que|car|sinon|puisque"
    r"|perché|altrimenti|senão|omdat|anders|потому что|чтобы|иначе",
    r"因为|否则|لأن|حتى لا|ため|なので|때문",
)
"""Why it is so."""
OPINION = cue(
    r"(?:i|we)(?:'d| would| do| just| also| still| really| personally| kinda| strongly| much| always| usually| don't)*"
    r" (?:think|feel|reckon|prefer|want|would like|like|love|hate|dislike|expect|need|care|would have thought|rather|insist"
    r"|agree)|(?:is|are|it's|that's|seems|would be) (?:a stretch|overkill|pointless|redundant|unnecessary|a waste|not worth)"
    r"|feels? (?:wrong|right|like|more|most|too|weird)|in my (?:opinion|view|experience)|imo"
    r"|(?:help|helps) me|to me|ich (?:bevorzuge|möchte|will|finde|brauche|hätte)|mir (?:ist|lieber|wichtig)"
    r"|prefiero|quiero|creo que|me gusta|je (?:préfère|veux|pense)|preferisco|voglio|prefiro|quero|ik wil|я (?:хочу|предпочитаю)",
    r"我(?:喜欢|想|觉得|希望|要)|أفضل|أريد|しい(?:です)?。",
)
"""What somebody wants or holds right."""
CHOICE = cue(
    r"(?<!can )(?<!could )(?<!do )we (?:all |now |also |still |only |always |never )?(?:use|deploy|release|ship|support|keep|store|run|(?:format|lint|test|build|bundle|log|track|host|monitor|develop|document|version)(?= (?:everything |it all |all of it )?(?:with|on|in|using)\b)|decided|agreed"
    r"|settled|chose|picked|opted|froze|standardi[sz]ed|went|switched|moved|migrated|dropped|replaced|retired|abandoned|adopted|deprecated|write|call|work|publish|submit|tell|sell|serve|target|(?:bill|charge|invoice|count|measure)(?= (?:\w+ )?(?:in|by|per) (?!the\b)))"
    r"|our (?:repo(?:sitory)?|project|team|codebase|company|app|backend|frontend|api|service|stack)"
    r" (?:uses?|follows?|targets?|supports?|runs? on|is (?:written|built|hosted|deployed) (?:in|on|with))"
    r"|we(?:'re| are) (?:going|moving|switching|dropping|using|sticking)|decided|agreed|(?<!keep )go(?:ing)? with|stick (?:with|to)"
    r"|change of plan|better|worse|best|(?:way |far |much )?too (?!(?:bad|late)\b)\w+|(?:is|was) right"
    r"|good call|for every \w+|wir (?:haben|nutzen|nehmen|verwenden|machen)|beschlossen|besser"
    r"|(?:on a|nous avons) (?:choisi|décidé|opté|retenu)|elegimos|hemos (?:elegido|decidido|acordado|optado)|optamos|escolhemos"
    r"|abbiamo (?:scelto|deciso|optato)|decidimos|usamos|mejor|on utilise|nous utilisons|mieux|usiamo|meglio|melhor|we gebruiken|beter|мы используем",
    r"我们(?:都|一直)?(?:使用|用|采用)|改成|改用|就这样|هكذا بالضبط|نستخدم",
)
"""What was chosen, or praised as right."""
HABIT = re.compile(
    r"^(?:(?:(?:wir|on|nous) )?(?:nutzen|verwenden|benutzen|usamos|utilisons|utilise|usiamo|gebruiken)(?: hier)? [\w.@/+#-]+(?: aqu[íi]| ici| qui)?"
    r"|我们(?:都|一直)?(?:使用|用|采用)\s*\S{2,24}"
    r"|we (?:all |always |only |now )?(?:use|format|lint|test|build|bundle|deploy|host|run|ship)(?: everything)?(?: with| on| to| using)?"
    r" (?!(?:it|that|this|them|these|those|one|both|some|two|here|there|now)\b)[\w.@/+#-]+)[.!。]?$",
    re.IGNORECASE,
)
"""What a team works with, in a word or two: "we lint with ruff"."""
ONESELF = cue(
    r"i(?:'ve| have) been \w+ing (?:\w+ ){1,4}(?:for|since) (?:\w+ )?(?:years|\d{4})|i(?:'?m| am) (?:on (?:(?:an? |my )?(?:mac|macos|macbook|windows|linux|ubuntu|debian|fedora|arch|nixos|wsl|chromebook|phone|mobile|(?:slow|metered|limited) \w+)|(?-i:[A-Z]{3,4})(?: time)?(?=[.,;!]|$)|vacation)|in (?-i:[A-Z])\w+,? (?:\(?(?-i:[A-Z]{3,4})\b\)?|usually|mostly|normally)|(?-i:[A-Z])[a-z]+(?=,? (?:and |i\b)|, an? )|(?:working )?(?:on|in|at) (?:the|our) [\w-]+(?: [\w-]+)? team"
    r"|(?:usually|mostly) (?:online|available|around|on)|(?:very |really |quite |not )*(?:good|bad|strong|weak|fluent|at home) (?:at|in|with)|(?:[\w-]+ )?colou?r-?blind"
    r"|(?:not )?(?:an?(?! (?:bit|little|lot))|the|new to|based|responsible|colou?r|left(?:-handed)?|dyslexic|deaf|blind))"
    r"|i (?:mostly |mainly |only )?do (?:the )?(?:back-?end|front-?end|full-?stack|dev-?ops|embedded|infra\w*|data science|qa)(?= (?:work |stuff |development )?(?:at|for|in) an? )|i (?:don't|do not|dont) do (?:the )?(?:back-?end|front-?end|dev-?ops|infra\w*|css|qa)(?=[.,;!]|$)"
    r"|i know (?:very |only )?(?:little|nothing|not much|a lot|a bit) (?:about|of)"
    r"|i (?:mostly |always |still )?use(?! (?:the|this|that|it|your|those|these)\b)|i (?:work|live|speak|usually|mostly|hardly|rarely|read (?:them|it|everything))|i (?:don't |do not )?(?:really |only )?(?:know|speak) (?-i:[A-Z])\w+|i'?m used to"
    r"|i come from (?:an? )?(?-i:[A-Z])\w+|i only have (?:\w+ ){1,4}(?:(?:a|per|each|every) (?:day|week|month)|for this)"
    r"|my (?:name|screen is (?:small|tiny|narrow|huge|wide|an?)|eyesight|hearing|time ?zone|working (?:hours|days)|editor|shell|os|operating system|role|job|team|company|boss|machine|(?:laptop|computer) is an?|keyboard"
    r"|colleague|background|(?:first|second|third|native) language|mother tongue|pronouns)|call me|(?:address|refer to) me as|i go by (?-i:[A-Z])|i have (?:adhd|dyslexia|aphantasia|low vision|tinnitus|rsi)|ich (?:bin|arbeite|wohne|heiße)"
    r"|mein(?:e|en)? (?:name|zeitzone|arbeitszeit(?:en)?|editor|shell|betriebssystem|tastatur|rolle|muttersprache|pronomen)|soy|trabajo|me llamo|je (?:suis|travaille)"
    r"|sono|lavoro|eu sou|ik ben|я работаю",
    r"我是|我叫|أنا |私は|저는|나는 [^.!?]{0,12}(?:개발자|엔지니어|디자이너|학생|연구원|의사|간호사)",
)
"""Who the person is."""
PLACE = cue(
    r"(?-i:project)\s*:?\s*(?-i:[A-Z])[\w-]*|milestone:?\s*\w+|(?:linear|jira|asana|notion|trello|confluence|clickup|youtrack"
    r"|redmine|slack|discord|mattermost|zulip|grafana|datadog|sentry|kibana|pagerduty|(?-i:Vault)|airtable|figma|sharepoint)"
    r"|(?:is|are|lives?|sits?|stored|kept) (?:in|under|at) (?:the |my |our |your )?[\w./~-]+ (?:folder|directory|bucket|repo|drive)"
    r"|(?:is|are|lives?|runs?|sits?|hosted|found) (?:at|on|under) (?:[a-z0-9][\w-]*\.)+(?:com|org|net|io|dev|app|ai|cloud|internal|local|lan"
    r"|corp|intra|edu|us|de|uk|eu|fr|ch|at|nl|es|it|co|me|example|test|home|cluster|tech|company|software|systems)(?::\d+)?|dashboards?|runbooks?|wiki|channel|boards?|(?:push|post|publish|upload|send|sync|back ?up)\b[^.?!]{0,40}"
    r"\bto (?:your |our |my |the )?(?:repo |channel |bucket )?(?-i:[A-Z]\w*-[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)",
    r"飞书|钉钉",
    r"(?:https?|s3|gs|s?ftp|smb)://\S|#(?<![\w#/]#)(?!(?:file|folder|sym|codebase|selection|changes|problems|editor|fetch|terminal\w*)(?![\w-]))(?-i:[a-z][a-z\d_-]{2,})(?![\w-])",
)
"""Where something is kept outside the code."""
SOMEBODY = re.compile(
    r"\b(?:[Oo]ur|[Mm]y) (?:CTO|CEO|PM|boss|lead|manager|client|customer|designer|security team|legal team|legal|ops team|team) (?:hates?|loves?|wants?|insists?|prefers?|requires?|likes?|dislikes?|approves?|reviews?|decides?)\b|\b[A-ZÀ-Ý][a-zà-ÿ]+(?:'s)? (?:owns|maintains|decides|keeps|reviews|approves|handles|is responsible|leads|is in charge"
    r"|is (?:our|my) (?:\w+ ){0,2}(?:designer|lead|manager|boss|pm|product owner|cto|ceo|founder|architect|reviewer|admin|dba|client|customer|maintainer|contact|developer|engineer|accountant|colleague))\b"
    r"|\b[A-ZÀ-Ý][a-zà-ÿ]+ signs off|\b(?:reviews?|releases?|deploys?|design|qa) (?:are|is) done by [A-Z][a-z]+|\b(?:[Oo]ur|[Mm]y|[Tt]he) (?:\w+ )?(?:CTO|CEO|PM|owner|boss|lead|manager|designer|client|customer|maintainer|contact|reviewer) is [A-Z][a-z]+|\bI report to [A-Z][a-z]+|\b[Aa]sk [A-Z]\w+|\b(?:owned|maintained|managed|handled|reviewed|approved) by (?:the )?[A-Za-z][\w-]*(?: [\w-]+)? team\b|\bgoe?s? to [A-Z]\w+"
)
"""Whose it is."""
SETUP = cue(
    r"(?:this|it)(?:'s| is) my (?:very )?first (?:[\w+#.]+ )?(?:app|project|repo|site|game|program|time (?:with|using))|we (?:only |mostly |mainly )?(?:sell|cater) to \w+"
    r"|(?:the|our|this) (?:app|site|tool|product|service|platform|game) is (?:meant |built |made )?for (?!(?:this|his|its)\b)\w+s"
    r"|auto[ -]?deploys? (?:from|to|on)|(?:must|has to|have to|needs? to) (?:(?:also |always |still )?work offline|(?:run|work) on (?:an? )?(?-i:[A-Z])\w+|support (?-i:[A-Z])\w+|be (?:\w+[ -])?(?:compliant|accessible))"
    r"|(?:budget (?:is|ist|est)|presupuesto es) (?:about |around |only )?(?:[$€£]\d|\d[\d.,k]* ?(?:[$€£]|euros?|dollars|bucks|usd|eur|pounds|k\b))|we have (?:no (?:\w+ )?(?:team|designers?|testers?|budget|staging|backups?|dba|ops|qa)|(?:only |just |about |around |roughly |over )?(?:two|three|four|five|six|ten|\d[\d,.]*k?) (?:\w+ )?(?:users|customers|clients|tenants|employees|environments|markets|brands|warehouses|offices)(?! (?:on|in|here|who|that|with|left)\b))"
    r"|we(?:'re| are) (?:all |fully )?(?:pre-\w+|bootstrapped|profitable|remote)(?=[.,;!]|$)"
    r"|we(?:'re| are) (?:only |just )?(?:\d+|two|three|four|five|six) (?:people|devs?|developers|engineers)"
    r"|wir sind (?:nur )?zu (?:zweit|dritt|viert|fünft|sechst)"
    r"|we(?:'re| are) (?:soc|iso|hipaa|gdpr|pci|fda)(?:[ -]?\d+)?(?:[ -]dss)?(?: type \w+)?[ -](?:audited|certified|compliant|regulated)"
    r"|this is production code|(?:it|(?:this|the|our)(?: (?:repo|project|app|codebase))?)(?:'s| is) (?:only |just |still )?an? (?:prototype|poc|proof of concept|mvp|(?:hobby|side|personal|toy|throwaway|research|school|university|client) (?:project|repo|app|system))|(?:this|the|our) (?:repo|project|app|codebase) is (?:only |just |still )?an? (?:template|library|demo)"
    r"|this (?:repo |project |app |code )?is for (?:my|our|a|the) (?:thesis|phd|company|client|customer|school|university|course|class|startup|workshop|talk)(?! to\b)"
    r"|our (?:\w+ )?(?:users|customers|clients|audience) are (?!(?:\w+ly )?(?:\w+ing|unable|not|stuck|confused|affected|blocked)\b)\w+|(?:the|our) (?:customer|client) is an? [a-z-]+$"
    r"|we(?:'re| are) (?:only |just |still )?an? (?:[\w-]+ ){0,2}(?:team|start-?up|company|agency|non-?profit|bank|shop|lab|studio)(?! (?:effort|player)\b)|"
    r"(?:the |our )?(?:prod|production|staging|dev|qa|live|preview|test)(?: (?!is\b)\w+){0,2} (?:is|runs?(?: on)?|uses?|has)"
    r" (?!(?:line|step|option|issue|about|only|over|version|at|in|on|page|phase|task|number)\b)[a-z][\w.+-]+ v?\d+(?:\.\d+)*"
    r"|(?:our|the) (?:\w+ )?(?:ci|database|db|orm|framework|package manager|hosting|queue|bundler|test runner|linter|formatter) (?:is|runs on) (?-i:[A-Z])\w+"
    r"|(?:logs|errors|metrics|bug reports|alerts|questions about \w+) (?:go|end up|land|are sent) (?:to|in|into) (?:the )?(?:#|(?-i:[A-Z]))\w+"
    r"|(?:(?:unit|backend|frontend|integration|e2e) )?(?:tests|components|migrations|builds) are (?:run|written|styled|done|made) (?:with|in) [\w`]"
    r"|(?:the |our )?(?:(?:feature )?flags|secrets|backups|assets|images|metrics|traces|artifacts|credentials|translations|designs|customers|tenants|staging|production|prod|backend|frontend|api|website|site|docs|database) (?:is|are|lives?|runs?|sits?|hosted|deployed)"
    r" (?:hosted |deployed |kept |stored )?(?:on|in|at) (?:the )?(?-i:[A-Z])[\w.-]+|(?:the|our) (?:[\w-]+ ){1,3}(?:runs|listens|is served) on (?:port )?\d{4,5}"
    r"|we(?:'re| are)(?: still| now| all)* on (?!(?:line|step|option|issue|version|page|phase|task|number|day|week|round|part|attempt|commit)\b)[a-z][\w.+-]+ v?\d+(?:\.\d+)*"
)
"""What runs in an environment, by its version, and what a project is built and run with, by its name."""
DAY = cue(
    r"\d{1,2}(?:st|nd|rd|th|\.)? (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|januar|februar|märz|mai|juni|juli"
    r"|august|september|oktober|november|dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|octubre|noviembre"
    r"|diciembre|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre)\w*"
    r"|(?:next|from|on|by|until|(?:every|each)(?: second| other| first| last)?) (?:mon|tues|wednes|thurs|fri|satur|sun)days?"
    r"|(?:january|february|march|april|june|july|august|september|october|november|december) \d{1,2}(?:st|nd|rd|th)?"
    r"|(?:launch|release|ship|migrate|retire|start|go live|goes live|move)(?:s|es)? (?:\w+ )?(?:by |in )?next (?:month|quarter|year)"
    r"|end of (?:next |the |this )?(?:month|week|year|quarter)|deadline|freeze|due"
    r"|(?:nächste[nr]?|kommende[nr]?|bis|ab|zum) (?:(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend)"
    r"|próxim[oa] (?:lunes|martes|miércoles|jueves|viernes|segunda|terça|quarta|quinta|sexta)"
    r"|(?:lunes|martes|miércoles|jueves|viernes) que viene|(?:lundi|mardi|mercredi|jeudi|vendredi) prochain"
    r"|(?:lunedì|martedì|mercoledì|giovedì|venerdì) prossimo|prossim[oa] (?:lunedì|martedì|mercoledì|giovedì|venerdì)"
    r"|(?:volgende week|komende) (?:maan|dins|woens|donder|vrij)dag"
    r"|stichtag|abgabe(?:termin|frist)?|fällig|fecha (?:límite|de entrega)|plazo|échéance|date limite|scadenza|prazo"
    r"|срок|дедлайн",
    r"截止|期限|发布日期|上线日期|締め?切|마감|下(?:周|週|星期)[一二三四五]|\d+月\d|\d+ (?:يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر)",
    r"\d{4}-\d\d-\d\d(?![ T]\d\d:\d\d:\d\d)",
)
"""When. What a machine wrote at its second says it of nothing."""
ASIDE = cue(
    r"(?:keep|bear) (?:\w+ )?in mind|(?<!i )(?:remember|note)|fyi|be aware|mind that|for the record|by the way|btw|denk dr?an|merk dir"
    r"|beachte|übrigens|por cierto|recuerda|ten en cuenta|souviens-toi|à noter|ricorda|lembre|onthoud|запомни|кстати",
    r"另外|记住|注意|تذكر|覚えて",
)
"""Asked to be kept in mind."""
OURS = cue(
    r"i|i'd|i'm|i've|i'll|we|we'd|we're|we've|we'll|my|our|me|us|let's|ich|wir|mein\w*|unser\w*|uns|mir|mich|yo|mi|mis"
    r"|nos|nuestr\w+|je|nous|notre|nos|noi|nostr\w+|nós|noss\w+|ik|wij|we|ons|onze|я|мы|наш\w*",
    r"我|咱|عندنا|زبائن|نا |私|うち|우리|저",
)
"""Said by somebody of themselves."""
