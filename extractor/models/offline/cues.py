"""Words by which people show what they mean: for good or for once, a wish or a question.

Owns one expression for each kind of sign, over the languages the offline rules know (English, German, Spanish,
French, Italian, Portuguese, Dutch, Russian, Chinese, Japanese, Arabic). Promises that a sign alone decides
nothing: `weight` adds them up. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.memory.expressions import Expression
from extractor.models.offline.first_words import Cue


def cue(spaced: str, unspaced: str = "", anywhere: str = "") -> Cue:
    """Any of the words; `unspaced`: those of languages written without spaces, or with joined particles.

    `anywhere`: signs and parts of words in ASCII letters. What `unspaced` names is found in no such text.
    """
    words = rf"(?<![\w'’-])(?:{spaced})(?![\w]|-\w)"
    return Cue("|".join(filter(None, (words, anywhere, unspaced))), spaced, anywhere)


LEAD = Expression(
    r"(?:(?:from (?:now|today|here) on(?:wards?)?|going forward|starting (?:now|today)|as of (?:now|today)|henceforth"
    r"|as a (?:general )?rule|house rule|and|but|so|or|also|oh|ah+|uh+|um+|hm+|huh|well|ok(?:ay)?|yes|yep|yea+h*|right|no(?! \w+ing\b| (?:matter|more|need|new|extra)\b| (?!lets|its|this|thats|is|was|does|has|thanks|yes|us|as|always)\w+s\b)|nope|nah|sorry|great|good"
    r"|nice|cool|perfect|fine|thanks|thank you|please|actually|honestly|basically|btw|by the way|(?:just )?fyi|now|then"
    r"|alright|exactly|sure|lol|haha|hey|hi|hello|(?:good )?morning|wait|heads up|(?:correction|clarification|update|reminder|important|moment)(?=\s*(?:[,.:;!…–—]|-\s))|as an aside|one more thing|before we start|(?:now )?the question is|for (?:option|point|number|step) \w+|for context|for the record|i mean|keep in mind(?: that)?|(?:we|you) should keep in mind(?: that)?|remember(?: that)?|note(?: that)?|merk dir,? dass|q|und|aber|also|ja|nein|genau(?: so)?|gut"
    r"|bitte|übrigens|danke|sí|si|vale|hola|bueno|oui|non|bon|alors|d'accord|sì|sim|ja|nee|да|нет|ну"
    r"|نعم|حسنا|تمام)(?:\s*(?:[,.:;!…–—]+|-+(?=\s))\s*|\s+(?=\S)))+|(?:对|好|嗯|另外|哈哈)(?:[,，。!！、]\s*|吧[,，。]\s*)",
)
"""What a sentence may begin with before it says anything."""

ASKING = cue(
    r"why_?|_why_?|what(?:'?s)?|where(?:'?s)?|which|who(?:se|m|'s)?|when (?:do|does|did|is|are|will|should|can|was)|how(?:'?s)?"
    r"|is|are|was|were|do(?! not)|does|did|has|have|had|any|isn't|aren't|doesn't|don't (?:you|we|they)|didn't|wasn't|won't|am i"
    r"|warum|wieso|weshalb|wie|was|wer|wo|wann|welche[rsn]?|ist|sind|läuft|gibt es|hast du|kann ich"
    r"|qué|cuánt[oa]s?|cómo|dónde|por qué|cuál(?:es)?|hay|pourquoi|comment|est-ce|combien|où|quel(?:le)?s?"
    r"|perché|come mai|quanti|por que|quantos|waarom|hoeveel|почему|как|сколько|где|зачем",
    r"كم|هل|لماذا|كيف|أين|为什么|怎么|几点|多少|哪里|なぜ|どう",
)
"""Words a question begins with."""
QUESTION_MARK = re.compile(r"[?？؟][\s\"'”’»)\]*_]*[^\w\s]*\s*$|[吗呢么]\s*$|か。?\s*$")

REQUEST = cue(
    r"(?:can|could|would|will|might) (?:you|u)|(?:can|could) (?:we|i|it)\b(?! (?:always|never))[^.!]{0,120}\bplease|(?:let's|lets) go ahead|(?:kannst|könntest|würdest|magst) du|(?:puedes|podrías|podés)"
    r"|(?:peux|pourrais|veux)[- ]tu|(?:pouvez|pourriez)[- ]vous|puoi|potresti|pode|poderia|kun je|можешь|можете",
    r"帮我|帮忙|能不能|请你|هل يمكنك|してくれ",
)
"""Asks for something to be done."""
PROPOSAL = cue(
    r"(?:can|could|should|shouldn't|couldn't|can't) (?:we|it|this|the|there|they)|how about|what about|why (?:not|don't we)"
    r"|(?:maybe|perhaps) (?:we|the|just)|would it be|would be (?:good|better|nice|great|nicer)|(?:sollten|könnten) wir"
    r"|(?:podemos|podríamos|deberíamos)|(?:pourrait|devrait)-on"
)
"""Puts a way of doing it up as a question."""
CONTRAST = cue(r"but|yet still|rather|instead|aber|sondern|pero|mais|però|mas|maar|но", r"但|لكن|でも")
"""One thing set against another."""
LOOKING_INTO = cue(
    r"check|look|see|explain|show|summari[sz]e|summary|analy[sz]e|find|tell|help|give|verify|review|investigate|debug"
    r"|read|print|list|compare|describe|double[- ]check|make sense|continue|discuss|understand|mean"
)
"""What is asked of an agent to learn something, not to have something."""
_WORKS = (
    r"(?:(?:please|just|now|then|also|first|quickly|go ahead and|go and|bitte|por favor) )*(?:ssh|check|look|see|explain"
    r"|show|summari[sz]e|analy[sz]e|find|tell|help|give|get|verify|review|investigate|debug|troubleshoot|read|print|list"
    r"|compare|describe|try|run|re-?run|retry|test|commit|push|pull|merge|rebase|restart|reboot|continue|proceed|resume|go"
    r"|start|fix|add|create|write|implement|update|make(?! sure)|do(?! (?:not|n't|that for|so for))|install|uninstall|open|close|delete|remove|revert|rename"
    r"|respond|reply|perform|apply|set|enable|disable|undo|refactor|move|build|deploy|ship|finish|brainstorm|invoke|log"
    r"|file|clean|group|provide|generate|propose|suggest|search|scan|sweep|specify|validate|confirm|figure out|think (?:more|about|through|hard)|change|replace|convert|extract|split|put|take|fetch|download|attach|redo|draft|prepare|rebuild|clone|restructure|rework|rewrite|simplify|adjust|reorgani[sz]e|tidy|upgrade|downgrade|bump"
    r"|mach|schau|zeig|prüf|lösch|starte?|schreib|füge?|änder[en]?|borra|haz|mira|muestra|añade|crea|fais|regarde|montre"
    r"|supprime|ajoute|guarda|controlla|aggiungi|maak|kijk|verwijder|сделай|покажи|проверь|удали)"
    r"(?! (?:is|are|was|were|stays?|happens?|goes?|runs?)\b)"
)
WORK = cue(_WORKS, r"^(?:把|先|改|看)")
"""How an order of work begins."""
BEFORE_WORK = re.compile(
    r"(?:to (?:start|begin|\w+ (?:the|this|that|it)\b[^,]{0,30})|(?:in|inside|under|within) (?:the|this|that|our) [^,]{2,40}|with (?:this|that|these|all that)(?: in mind)?"
    r"|based on (?:this|that|these|the|our|my) [^,]{0,40}|given (?:this|that|these)[^,]{0,30}|once (?:you|we|that|this|it)\b[^,]{2,40}|after (?:that|this)|if (?:not|so)|next|finally|first(?:ly)?),\s+",
    re.IGNORECASE,
)
"""What may stand before an order of work: what for, where, after what."""
WORK_OF_BOTH = cue(rf"(?:can|could) we (?:also |just |now |then |maybe )?{_WORKS}")
"""An order put as something for both to do."""

WISHED = cue(
    rf"i(?: also| just| really| still| now| first| then)* (?:want|need|have)(?: us| you| for you)? to {_WORKS}"
    rf"|i(?:'d| would)(?: also| just| really| still| now| first| then)* (?:like|love)(?: us| you| for you)? to {_WORKS}"
    rf"|we(?:'d| would)?(?: also| just| really| still| now| first| then)* (?:need|have) to {_WORKS}"
    r"|(?:i'd|i would) like your help|(?:i'm|i am) (?:going to(?! be)|trying to|about to|planning to|ready to)|(?:we're|we are) (?:reviewing|about to|trying to|ready to)"
)
"""An order, or work at hand, put as a wish."""

EVER = cue(
    r"(?<!n't )(?<!not )(?:always|never)(?! (?:mind|again|ever|seen|heard|had|knew|saw|thought|fails?|failed|breaks|passes|works?))|whenever|every ?time"
    r"|each time|from (?:now|then|here|this \w+|today) on(?:wards?)?|starting (?:now|today)|going forward|by default|default to|in future"
    r"|in the future|as (?:always|usual|before)|in general|as a (?:general )?rule|at all times|no matter"
    r"|any ?more|otherwise(?= \w)|henceforth|consistently|permanently|without exception|under no circumstances"
    r"|immer|nie|niemals|ab (?:jetzt|sofort)|künftig|in zukunft|jedes mal|grundsätzlich|stets|bei uns"
    r"|siempre|nunca|jamás|de ahora en adelante|cada vez|toujours|jamais|désormais|dorénavant|à partir de maintenant|chaque"
    r"|sempre|mai più|d'ora in poi|a partir de agora|daqui em diante|altijd|nooit|voortaan|всегда|никогда|впредь|каждый раз",
    r"总是|永远|以后|每次|一律|从现在起|دائما|أبدا|من الآن|كل تغيير|في كل|常に|必ず|今後|毎回|항상|절대|앞으로",
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
BINDING = re.compile(r"\b(?:must|only|forbidden|never)\b", re.IGNORECASE)
"""What no review leaves open."""
EACH = cue(
    r"(?:every|each|all|any) (?:second |other |single |the |our )?\w+|without (?:\w+ing|a|an|my|tests?|review|approval)|unless"
    r"|(?:in|for|on|from|with|against|into) (?!(?:the|this|that|these|those|my|your|its|is|as|us)\b)(?:\w+ )?\w{2,}[^su\W_]s"
    r"|(?:on|to|into) (?:main|master|trunk|prod|production)|(?:when|if|before) (?:you|we)|jede[nrsm]?|alle[nr]?|cada|todos?|todas?"
    r"|chaque|tous|ogni|tutti|elke?|alle|кажд\w+|все",
    r"每个|所有|任何|(?<!\w)كل |すべて|全て|모든",
)
"""Things of a kind, cases of a kind."""
STYLE = cue(
    r"(?:ask|prompt|tell|warn|notify|consult|ping) (?:me|us) (?:first|before|for|when(?:ever)?|if)|(?:use|prefer|choose|favou?r|take(?= \w+ over \w)) (?!(?:it|that|this|the)\b)[^.]{2,60}?(?:,? not|instead of|rather than|over) (?!the\b)\w+|keep (?:your |the |all |my )?\w+ (?:\w+ )?(?:short|brief|concise|small|simple|minimal|terse|in sync|under \w+)"
    r"|be (?:more |very )?(?:concise|brief|terse|direct|blunt|explicit)|short as always|no (?:emojis?|jargon|fluff|filler)|(?:don't|dont|do not|avoid) (?:use|using|add|adding|write|writing|include|create|mention|mock|mocking|skip|reformat|squash"
    r"|amend|hard-?code) (?!(?:it|that|this|them|those|these|anything|everything|any|the|an?|my|your|our|yet|now|until|just|to|too|more)\b)\w+"
    r"|(?:speak|talk) (?:english|german|french|spanish|italian|dutch|chinese|japanese|portuguese)|stop (?!(?:doing|using|running|working|being|trying|going|here)\b)\w+ing"
    r"|(?:answer|reply|respond|talk|write|explain|comment)s?\b.{0,30}? in (?:english|german|french|spanish|italian|dutch|chinese"
    r"|japanese|portuguese|plain|deutsch|englisch|bullet\w*)|auf (?:deutsch|englisch)|ohne fachjargon|en (?:español|inglés|français"
    r"|anglais)|compare with|bullets first",
    r"用中文|用英文|بالعربية|日本語で",
)
"""How answers and code are to be."""
ORDERLY = cue(r"before (?:we|you|i|any)|first(?=[,.;!]|$)|bevor (?:wir|du)|antes de|avant de")
"""One thing before another: an order that tells how to work."""
AT_HAND = cue(
    r"(?:option|approach|version|number|step) (?:\d+|[a-e])|the (?:first|second|third|latter|former) (?:one|option|approach|idea)"
    r"|(?:make|change|touch|edit|modify) (?:any|no|some) (?:changes?|code|files?|edits?|things?)|on my machine"
    r"|^you (?:always|never|keep|still|just|couldn't|can't|could|didn't|did|were|got) \w+"
    r"|(?:should|need to|want to|have to|must)(?: also)? (?:look|check|see|investigate|find out|figure|debug|discuss)"
    r"|one (?:last|more) (?:comment|thing|question)|i(?:'d| would)? (?:want|need|like) you to (?!always|never|ask|stop|be|use|keep|not)\w+|i need (?:some )?(?:more )?help|don't (?:care|forget|worry|hesitate|bother)|up to you|you decide|whatever|(?:ist )?egal|(?:was|were) (?:on|due|in|at) [^,.]{0,20}\d|only fires|worry"
    r"|a bit(?: \w+)?$|feel free|lines? #?\d+(?:\s?[-–]\s?\d+)?(?! ?(?:or|max|char|col|lines|long))",
)
"""Said of what lies on the table just now."""
MUST = cue(
    r"should(?:n't)?|must(?:n't)?|ha(?:s|ve) to|needs? to|needs|ought to|supposed to|meant to|may|not allowed|allowed to|only"
    r"|required?|requires|forbidden|retains?|preserves?|stays?|remains?|keep(?! going\b)|kept|belongs?|separate|seperate|independent|fixed by"
    r"|before (?:we|you|any|every|each|\w+ing)|test first|first then|intended|expected to|insists?|at least|at most|max(?:imum)?"
    r"|soll(?:en|te|st)?|muss|müssen|darf|dürfen|nur|gehör(?:t|en)|debe[ns]?|tienen? que|hay que|solo|sólo|doi(?:t|vent)"
    r"|il faut|uniquement|deve|devono|bisogna|devem|precisa|moet(?:en)?|mag|mogen|alleen|должн\w+|нужно|надо|нельзя|только",
    r"必须|不能|只能|要求|不要|应该|请用|يجب|لا تقبل|لا يجوز|فقط|استخدم|べき|なければ|해야",
)
"""What has to be so."""
DENIAL = cue(
    r"not|never|no|don't|dont|cannot|without|instead|rather|nothing|nobody|against|skip|drop|avoid|stop \w+ing|leave|except|unless"
    r"|wrong|misleading|weakest|nicht|kein\w*|ohne|statt|sondern|sin|sino|ne|pas|sans|non|senza|não|sem|niet|geen|zonder"
    r"|не|без|вместо",
    r"n’t\b|不|别|没|(?<!\w)لا |ليس|بدون|ない|않",
    r"n't\b",
)
"""One thing and not another."""
GROUND = cue(
    r"because|since|so that|otherwise|in order to|due to|which means|the (?:risk|problem|issue|reason|point|danger|idea|goal)(?! was)"
    r"|that's why|why it's|as (?:we|they|it)|cost (?:me|us)|learned|rel(?:y|ies) on|so (?:we|it|they|reviews|don't|nothing)(?! can (?:get|start|begin|go on|continue|move|proceed))"
    r"|weil|sonst|denn|damit|wegen|bis dahin|also bitte|porque|para que|ya que|así que|parce que|car|sinon|puisque"
    r"|perché|altrimenti|senão|omdat|anders|потому что|чтобы|иначе",
    r"因为|否则|لأن|حتى لا|ため|なので|때문",
)
"""Why it is so."""
OPINION = cue(
    r"(?:i|we)(?:'d| would| do| just| also| still| really| personally| kinda| strongly| much| always| usually| don't)*"
    r" (?:think|feel|reckon|prefer|want|would like|like|love|hate|dislike|expect|need|care|would have thought|rather|insist"
    r"|agree)|(?:is|are|it's|that's|seems|would be) (?:a stretch|overkill|pointless|redundant|unnecessary|a waste|not worth)"
    r"|feels? (?:wrong|right|like|more|most|too|weird)|in my (?:opinion|view|experience)|imo|from what i"
    r"|exactly how i|(?:help|helps) me|to me|ich (?:bevorzuge|möchte|will|finde|brauche|hätte)|mir (?:ist|lieber|wichtig)"
    r"|prefiero|quiero|creo que|me gusta|je (?:préfère|veux|pense)|preferisco|voglio|prefiro|quero|ik wil|я (?:хочу|предпочитаю)",
    r"我(?:喜欢|想|觉得|希望|要)|أفضل|أريد|しい(?:です)?。",
)
"""What somebody wants or holds right."""
TOGETHER = cue(r"let's|lets|let us|lasst uns|lass uns|vamos a|on va|andiamo|vamos|laten we|давай(?:те)?")
TOGETHER_NOW = cue(
    r"(?:let's|lets|let us)(?: also| now| then| just| first| quickly| instead| again)* (?:do (?:it|that|this|all of|the|a|\d)|go(?! with)|start|continue|see|say|move|look|check"
    r"|commit|push|try|run|test|begin|fix|debug|get|discuss|finish|summari[sz]e|implement|leave that|build|ship|merge|write|respond|reply|review|address"
    r"|investigate|work|deal|tackle|sort|talk|sweep|figure|proceed|open|close|create|re-?run|revisit|pick up|clean|wrap|double[- ]check|verify|validate|confirm"
    r"|make (?:(?:a|an)(?! rule)|another|this|these|that|some)|focus on (?:the|this|that|it|these|those)|update|analy[sz]e|switch(?! to| from)|take a|pause|keep (?:working|moving|going|debugging|at it|on)|resume|freeze|come back|rebuild|kick off|kickoff|stop here|rebase|refactor|brainstorm|back to)(?: \w+)?"
)
"""A call to the work at hand."""
CHOICE = cue(
    r"we (?:all |now |also |still |only |always |never )?(?:use|deploy|release|ship|support|keep|store|run|decided|agreed"
    r"|settled|chose|went|switched|moved|migrated|dropped|replaced|retired|abandoned|adopted|deprecated|write|call|work|publish|submit|tell|sell|serve|target)"
    r"|we(?:'re| are) (?:going|moving|switching|dropping|using|sticking)|decided|agreed|go(?:ing)? with|stick (?:with|to)"
    r"|change of plan|scrap|better|worse|best|too (?:much|big|many|hard|early|slow)|(?:is|was) right|keep doing|doing that"
    r"|good call|exactly like|for every \w+|for the (?:case|scenario)|wir (?:haben|nutzen|nehmen|verwenden|machen)|beschlossen|besser"
    r"|lo decidimos|decidimos|usamos|mejor|on utilise|nous utilisons|mieux|usiamo|meglio|melhor|we gebruiken|beter|мы используем",
    r"改成|改用|就这样|هكذا بالضبط|نستخدم",
)
"""What was chosen, or praised as right."""
ONESELF = cue(
    r"i(?:'m| am) (?:not )?(?:an?(?! (?:bit|little|lot))|the|new to|based|responsible|on vacation|colou?r|left|dyslexic|deaf|blind)"
    r"|i(?:'m| am) (?:working )?(?:on|in|at) (?:the|our) [\w-]+(?: [\w-]+)? team|i (?:work|live|speak|usually|mostly|hardly|rarely|read (?:them|it|everything))|i (?:don't |do not )?(?:really |only )?(?:know|speak) (?-i:[A-Z])\w+|i['’]?m used to"
    r"|my (?:name|time ?zone|editor|shell|os|operating system|role|job|team|company|boss|machine|keyboard|colleague|background"
    r"|first language|pronouns)|call me|ich (?:bin|arbeite|wohne|heiße)|mein name|soy|trabajo|me llamo|je (?:suis|travaille)"
    r"|sono|lavoro|eu sou|ik ben|я работаю",
    r"我是|我叫|أنا |私は|저는",
)
"""Who the person is."""
PLACE = cue(
    r"(?-i:project)\s*:?\s*(?-i:[A-Z])[\w-]*|milestone:?\s*\w+|(?:linear|jira|asana|notion|trello|confluence|clickup|youtrack"
    r"|redmine|slack|discord|mattermost|zulip|grafana|datadog|sentry|kibana|pagerduty|(?-i:Vault)|airtable|figma|sharepoint)"
    r"|(?:is|are|lives?|sits?|stored|kept) (?:in|under|at) (?:the |my |our |your )?[\w./~-]+ (?:folder|directory|bucket|repo|drive)"
    r"|(?:is|are|lives?|runs?|sits?|hosted|found) (?:at|on|under) (?:[a-z0-9][\w-]*\.)+(?:com|org|net|io|dev|app|ai|cloud|internal|local|lan"
    r"|corp|intra|edu|us|de|uk|eu|fr|ch|at|nl|es|it|co|me)(?::\d+)?|dashboards?|runbooks?|wiki|channel|boards?|(?:push|post|publish|upload|send|sync|back ?up)\b[^.?!]{0,40}"
    r"\bto (?:your |our |my |the )?(?:repo |channel |bucket )?(?-i:[A-Z]\w*-[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)",
    r"飞书|钉钉",
    r"https?://\S|(?<![\w#/])#(?-i:[a-z][a-z\d_-]{2,})(?![\w-])",
)
"""Where something is kept outside the code."""
SOMEBODY = re.compile(
    r"\b[A-ZÀ-Ý][a-zà-ÿ]+(?:'s|’s)? (?:owns|maintains|decides|keeps|reviews|approves|handles|is responsible|leads|is in charge)\b"
    r"|\b[Aa]sk [A-Z]\w+|\b(?:it is|it's|is) [A-Z]\w+'s\b|\bgoe?s? to [A-Z]\w+|\bgo to her\b"
)
"""Whose it is."""
DAY = cue(
    r"\d{1,2}(?:st|nd|rd|th|\.)? (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|januar|februar|märz|mai|juni|juli"
    r"|august|september|oktober|november|dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|octubre|noviembre"
    r"|diciembre|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre)\w*"
    r"|(?:next|from|on|by|until) (?:mon|tues|wednes|thurs|fri|satur|sun)days?"
    r"|end of (?:next |the |this )?(?:month|week|year|quarter)|deadline|freeze|due",
    r"\d+月\d|\d+ (?:يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر)",
    r"\d{4}-\d\d-\d\d",
)
"""When."""
ASIDE = cue(
    r"(?:keep|bear) (?:\w+ )?in mind|(?<!i )remember|note|fyi|be aware|mind that|for the record|by the way|btw|denk dr?an|merk dir"
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

MOMENT = cue(
    r"(?:need|have|want|going) to [^.]{0,40}\bnow|(?:don't|do not) [^.]{0,40}\b(?:now|yet)|this time|(?:this|just (?:this )?|only )once|for (?:now|today|this (?:\w+ )?(?:commit|one|time|pr|branch|change|session))"
    r"|once (?:more|again)|(?:check|try|run|look|do) (?:\w+ ){0,6}again|right now|at the moment|for the moment|today|tonight|yesterday|just now|yet|in \w+ minutes|lunch"
    r"|(?:just|only) that one|temporar\w+|this session|mid-?\w+|diesmal|dieses mal|vorerst|heute|nur jetzt|gestern|esta vez"
    r"|por ahora|hoy|cette fois|pour l'instant|aujourd'hui|questa volta|per ora|oggi|desta vez|por enquanto|hoje|deze keer"
    r"|voor nu|vandaag|в этот раз|пока|сегодня",
    r"这次|这一次|先不|先提交|暂时|今天|现在|هذه المرة|اليوم|今回|今日|とりあえず|이번|오늘",
)
"""For now only."""
TROUBLE = cue(
    r"fails?|failed|failing(?! tests?\b)|failure|crash\w*|broken?|breaks|errors?(?! (?:codes?|messages?|handling|pages?))|stuck|hangs?|halp"
    r"|happened|happening|not working|(?:doesn't|didn't|isn't|won't) work\w*|weird\w*|weirdness|messed|interrupted|timed out"
    r"|barf\w*|choked|threw|died|is (?:red|down)|went wrong|bug|bricht|geht nicht|kaputt|fehler|falla|roto|plante|cassé|ne marche pas|rotto|kapot|сломал\w*"
    r"|a mess|(?:an?|another|one more) (?:issue|problem|regression|glitch)",
    r"慢|报错|坏了|لا تعرض|لا يعمل|エラー|壊れ",
)
"""Something goes wrong at the moment."""
TOLD = cue(
    r"(?:(?:i|we) (?:think|believe|guess|thought) (?:that )?)?(?:i|we|you|it|that|this|he|she|they)(?:'ve| have| has| just| also| already| actually)* (?:did|didn't|didnt|wasn't|wasnt|wrote|forgot|set ?up|got|ran|tried|pushed|committed"
    r"|merged|made|taken|given|checked|continued|reset|put|added|saw|see|was|were|went|had|said|thought|noticed|restarted"
    r"|built|sent|found|took|(?!need|speed|agreed|decided|moved|switched|migrated|settled|dropped|replaced|retired|abandoned|adopted|deprecated)\w{3,}ed)|ich habe|wir haben gerade|he |hemos|j'ai|on a"
)
"""A tale of what was done."""
SUPPOSED = cue(
    r"(?:would|could|might|may|must) have (?!thought|preferred|liked|expected)\w+|let['’]?s (?:say|assume|imagine|suppose|pretend)"
    r"|say (?:i|we|you|someone|somebody)(?:'m|'re)?|suppose|imagine (?:a|i|we|you|that|the|someone)|assum(?:e|ing) (?:that|we|i|you|the)"
    r"|what if|hypothetical\w*|angenommen|nehmen wir an|stell dir vor|supongamos|digamos|imagin(?:a|emos)|supposons|disons"
    r"|imaginons|mettiamo che|supponiamo|stel dat",
    r"假设|假如|لنفترض",
)
"""A guess at what was done, or a case made up."""
CURIOUS = cue(
    r"(?:i|we)(?:'d| would)?(?: also| just| really| still| first)* (?:need|want|like)(?: to (?:have|get))? (?:an?|some|more|the)?"
    r" ?(?:\w+ ){0,2}(?:understanding|explanation|overview|summary|comparison|breakdown|insight|idea|info\w*|details?|clarity)"
    r"|(?:i|we)(?:'d| would)?(?: also| just| really| first)* (?:need|want|like|love) to (?:know|understand|see|learn|hear|find out)"
    r"|(?:i'm|we're|i am|we are) (?:curious|wondering|interested (?:in|to))|ich (?:möchte|will|würde gern\w*) (?:wissen|verstehen|sehen)"
    r"|(?:quiero|quisiera|me gustaría) (?:saber|entender|ver)|je (?:veux|voudrais) (?:savoir|comprendre|voir)",
    r"我想(?:知道|了解|看看)|أريد أن (?:أعرف|أفهم|أرى)",
)
"""Asked to be told or shown something."""
PRAISED = cue(
    r"(?:look|sound|seem)(?:s|ing|ed)?(?: all| pretty| really| so| very| quite| mostly| much)* (?:good|great|fine|nice|ok|okay|perfect|right|better|correct)"
    r"|(?:works?|worked|working)(?: now| pretty| really| very| quite)? (?:great|fine|well|good|now|perfectly)(?=\W*$|[,.!;] | now)|(?:good|great|nice|awesome) (?:job|work|progress)"
    r"|(?:i'm|i am|we're|we are)(?: now| all)* (?:set|ready|done|good to go|finished)|all (?:set|done|good)|^(?:all |the )*tests? (?:are |is )?(?:now |all )?pass(?:ing|es|ed)?"
    r"|sieht gut aus|passt so|se ve bien|ça marche"
)
"""Praise, or leave to go on: said of what was just done."""
OBSERVED = cue(
    r"(?:i'm|i am|we're|we are|im)(?: still| now| not| also| only| just)* (?:seeing|getting (?:an?|the|no|this|any)|finding|hitting|noticing|experiencing|stuck(?! on| with))"
    r"|(?:i|we)(?: still| also)* (?:don't|dont|don’t|do not|didn't|didnt)(?: really| actually| even)? (?:see|find|notice)(?! (?:the|a|any|much) (?:need|point|reason|value|harm|benefit|use|problem|issue)\b)"
    r"|(?:i|we)(?:'ve|’ve| have)(?: just| also| already| now)* (?:updated|added|created|pushed|merged|committed|installed|restarted|deployed|tested"
    r"|tried|run|fixed|removed|changed|made|uploaded|opened|closed|attached|started|finished|noticed|seen|done)"
    r"|not (?:seeing|getting|finding)|still (?:shows?|showing|see|seeing|get|getting|not|doesn't|don't|has|have|says?|no|fails?|the same|there|missing|isn't|isnt|cannot|can't)"
    r"|there(?:'s| is| are) (?:still|now|no (?:option|way|button|sign|current|difference|change|error|output|response|reaction|result)s?)|nothing (?:happens|happened|changed|shows?)"
    r"|i (?:can't|cannot|cant|couldn't) (?:see|find|tell|get)|(?:i|we) can (?:still |also |now )*see|(?:is|are) (?:missing|gone|blank|empty|stuck)(?! on| with)"
    r"|(?:it|this|that)(?: now| just)+ (?:shows?|says?|has)|just (?:restarted|tried|ran|updated|pushed|installed|deployed|merged|got|noticed|tested)"
    r"|the (?:latest|last|current|previous) (?:deploy\w*|run|test|commit|push|attempt|log)s?|didn't (?:see|get|show|change|happen|find)"
    r"|(?:isn't|is not|isnt) (?:right|correct|it|there|showing)|when i (?:go|press|click|run|open|try|rerun|start|type|hit)|^no (?:\w+ ){1,3}(?:detected|found|available|will be)"
    r"|(?:that|this|it)(?:'s|s| is)?(?: still)? (?:not|isn't|isnt) (?:right|correct|it|what i|the)|i think [^.,]{0,60}\bnow(?=\W*$)"
    r"|(?:testing|tests?|run|logs?|output|build) (?:is|are|was|were|has|have) (?:showing|passing|passes|passed|running|\w+ing)|if you haven't"
    r"|(?:is|are|was|were) (?:still )?not (?:\w+(?:ed|en|t) )?(?:correctly|properly|right)|(?:never|not) (?:appears?|disappears?|shows?|fires?|triggers?)"
    r"|does nothing|do nothing|ends? up(?! in)|you(?:'re|’re| are) (?:not |still |now )*\w+ing|sometimes (?:after|when|it)"
    r"|(?:isn't|aren't|is not|are not) (?:producing|showing|working|getting|being|returning|updating|actually)"
    r"|ich sehe (?:immer noch|noch|nur|keine?n?)|sigue (?:sin|fallando|igual)|toujours pas"
)
"""What somebody sees before them just now."""
REVIEWED = cue(
    r"consider (?:either|\w+ing)|\((?:low|medium|high|critical|minor|major|nit)\)|(?:this|which|it) (?:could|can|will|may|might|would) "
    r"(?:lead|cause|result|break|panic|fail|increase|improve|be (?:misleading|confusing|visually|a))|(?:minor|nit)\s*(?=:)|is inaccurate"
    r"|(?:one|quick|another|a follow[- ]?up|follow[- ]?up) question|you (?:also )?(?:said|wrote)|in your (?:last|previous)"
)
"""What reviews of code say, and what leads to a question."""
HELD = cue(
    r"(?:do not|don't|dont|no need to|without|not)(?: you| actually)* (?:write|writing|change|changing|run|running|do|doing|fix|fixing|touch|edit|implement|code|coding|make|making|start|starting|commit)"
    r"(?:(?: (?:any \w+|anything(?: else)?|code))(?: yet| for now| until i| before i|(?=\W*$)|(?=,|;| - | but | just | or ))|(?: \w+)? (?:yet|for now)(?=\W*$|[,.;]))"
    r"|(?:before|until) (?:we|you|i) (?:move|begin|continue|go|get started|proceed)|before (?:moving|beginning|continuing|going)"
    r"|(?:talk|walk|guide) me through|let me know|report back|ask (?:me )?(?:any|some|your)(?: clarifying| follow[- ]?up)? questions?|(?:explain|show|tell|give|prove)(?: it| this)?(?: to)? me"
)
"""How to go about the work at hand: what to hold back until, what to be told first."""
ABOUT_TO = cue(
    r"(?:i'll|i’ll|i will|i'm going to|i am going to)(?: just| also| now| then)* (?!(?:always|never|not|be|need|want|only|rather|usually|have|(?:do|handle|merge|take|see|decide|push|commit|deploy|run)"
    r" (?:it|that|this|these|those|them|care|to)|.{0,40}\b(?:manually|myself|by hand|on my own|from now on))\b)\w+"
    r"|pasted|(?:let me|i) paste|below (?:is|are)|(?:is|are|logs?|output|errors?) below"
)
"""What the person does next, or hands over with the message."""
DEPENDENT = re.compile(r"(?:since|because|so that|whereas|although)\b[^,]*$", re.IGNORECASE)
"""Half a sentence: the reason of one before it."""
DOUBT = cue(
    r"i think (?:the (?:issue|problem|bug|reason|cause)|it's because|that might|this might|we(?: can|'re)(?: now)? (?:move|go|continue|proceed|start|begin|done|ready)|every|all|you )"
    r"|(?:i'm|im|i am) (?:quite|pretty|fairly|almost|mostly) sure|(?:i'm|im|i am) (?:sure|confident|certain) (?:that )?you"
    r"|i (?:think|guess|believe|suppose)(?=\W*$)|was(?:n't|nt) sure|^(?:for example|for instance|e\.g)(?=[.,: ])"
    r"|not (?:\d+% |so |really |entirely )?sure|i wonder|i guess|i suspect|i suppose|i imagine|i'd imagine|(?:don't|do not)"
    r" (?:know(?! (?-i:[A-Z])\w)|understand|remember|recall|get)|no idea|i see|i notice[ds]?|i'm (?:noting|noticing|seeing|confused|tired|so tired|assuming)"
    r"|(?:i )?am noting|might be|could be|(?:maybe|perhaps)(?! (?:we|the|just)\b)|probably|or (?:do|is|are|does|should|can) (?:we|it|i|that|the)"
    r"|seems?|looks like|keine ahnung|vielleicht|weiß nicht|quizás|tal vez|no sé|peut-être|je ne sais pas|forse|talvez|misschien"
    r"|наверное|не знаю",
    r"可能|不知道|ربما|لا أعرف|かも",
)
"""The speaker is not sure."""
TAKEN_BACK = cue(
    r"forget (?:that|it|what i said)|scrap that|never ?mind|i take (?:that|it) back|(?:was|were) (?:the )?old|change of plan"
    r"|vergiss (?:das|es)|olvida eso|olvídalo|oublie ça|laisse tomber|dimentica|esquece|laat maar|забудь",
    r"算了|忘了吧|انس ذلك|やっぱり",
)
"""What was said before no longer holds."""
RETHOUGHT = cue(
    r"thinking (?:about it |of it )?again|on second thoughts?|come to think of it|scrap that|scratch that|wait,? no|no,? wait|actually,? no"
    r"|better(?= ?:)|changed my mind|doch lieber|besser doch|mejor dicho|pensándolo bien|en fait,? non|à la réflexion|anzi|ripensandoci",
    r"不对|还是算了",
)
"""What was said just before is put otherwise."""
CHANGED = cue(
    r"no longer|not? any ?more|used to|moved (?:off|away|from|to)|switched|migrated|is dead|was the old|left"
    r"|(?:go(?:es)?|uses?|owns?|runs?|lives?|does|are|is)\b[^.]{0,30}\bnow|from (?:this \w+|\d{4}-\d\d(?:-\d\d)?) on|change of plan|actually|wait,? no|scrap|scratch that|on second thought|changed my mind|let's go back|after all|turns out|replaced|changed|as of|no more|nicht mehr|jetzt|statt"
    r"|umgestellt|ya no|ahora|ne .{0,20} plus|maintenant|désormais|non più|adesso|não mais|agora|niet meer|nu|больше не|теперь",
    r"不再|改成|改用|现在|لم يعد|الآن|もう",
)
"""Something is otherwise than it was."""

POINTING = cue(
    r"(?:that|this|those|these)(?! (?:repo|repository|repositories|project|codebase|code base|monorepo|workspace|team|company|app"
    r"|application|service|site|product)s?\b)|it|them|(?:the|that|this) ones?|both|das|dies|es|sie|eso|esto|ello|ça|cela|lo|la misma|quello|questo|isso|dat|dit|это",
    r"那个?|这个?|ذلك|هذا|それ|これ|그것",
)
"""Words that mean something named before."""
IDLE = frozenset(
    "yes yep yeah yup ok okay sure please do it that this go ahead for thanks thank you perfect great good nice cool let's lets"
    " run commit push continue proceed then now and so hi hello hey all of them lol haha right exactly sounds done ready merge"
    " both the start with no next one more once is looks i'll will me my we fine just we're here there keep going again on to"
    " ja nein danke gut genau weiter mach sí si gracias vale eres un crack oui non merci rock thx hm hmm ah oh well rock".split()
)
"""A sentence of nothing but these says nothing."""
