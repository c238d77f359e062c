"""Words by which people ask, order, propose and point, and what a sentence begins with before it says anything.

Owns one expression for each way of speaking, over the languages of `cues`. Promises that a way of speaking
alone decides nothing: `weight` adds it up. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.memory.text.expressions import Expression
from extractor.memory.wording.force import BEHIND_A_NO
from extractor.models.offline.first_words import cue
from extractor.models.offline.withdrawal import WITHDRAWN

LEAD = Expression(
    rf"(?:(?:from (?:now|today|here) on(?:wards?)?|going forward|starting (?:now|today)|as of (?:now|today)|henceforth"
    rf"|as a (?:general )?rule|house rule|and|but|so|or|also|oh|ah+|uh+|um+|hm+|huh|well|ok(?:ay)?|yes|yep|yea+h*|right|no(?=\s*[,.:;!…–—]|\s+-|\s+(?:{BEHIND_A_NO})(?!\w|['’]\w))|nope|nah|sorry|great|good"
    r"|nice|cool|perfect|fine|thanks|thank you|please|pls|plz|actually|honestly|basically|btw|by the way|(?:just )?fyi|now|then"
    r"|alright|exactly|sure|lol|haha|hey|hi|hello|(?:good )?morning|wait|heads up|(?:oye|mira)(?=\s*[,:])|ach ja|hör mal|(?:quick|next)(?=\s*:)|(?:looks|sounds) (?:good|great|fine|ok)(?=,? but\b)|(?:do|go with) (?:that|it|this)(?=,? but\b)|quick (?:one|thing|note)(?=\s*:)|(?:correction|clarification|update|reminder|important|moment)(?=\s*(?:[,.:;!…–—]|-\s))|as an aside|one more thing|(?:please )?(?:don['’]?t|do not) forget(?=\s*[:,–—-])|before we start|(?:now )?the question is(?! (?:if|whether|how|what|which|why|who|where|when)\b)|for (?:option|point|number|step) \w+|for context|for the record|i mean|keep in mind(?: that)?|(?:we|you) should keep in mind(?: that)?|remember(?: that)?|note(?: that)?|merk dir,? dass|q|und|aber|also|ja|nein|genau(?: so)?|gut"
    r"|bitte|übrigens(?=\s*[,:])|danke|sí|si(?=\s*[,.;:!…–—])|vale|hola|bueno|oui|non(?=\s*[,.:;!…–—])|bon|alors|d'accord|sì|sim|ja|nee|да|нет|ну"
    rf"|(?:{WITHDRAWN})(?=\s*[,.:;!…–—]+\s*\S|\s+-\s)"
    r"|نعم|حسنا|تمام)(?:\s*(?:[,.:;!…–—]+|-+(?=\s))\s*|\s+(?=\S)))+|(?:对|好|嗯|另外|哈哈)(?:[,，。!！、]\s*|吧[,，。]\s*)",
)
"""What a sentence may begin with before it says anything."""
ASKING = cue(
    r"the question is (?:if|whether|how|what|which|why|who|where|when)|why_?|_why_?|what(?:'?s)?|where(?:'?s)?|which|who(?:se|m|'s)?|when (?:do|does|did|is|are|will|should|can|was)|how(?:'?s)?"
    r"|is|are|was|were|do(?! not)|does|did|has(?! to\b)|have(?! to\b)|had|any|isn't|aren't|doesn't|don't (?:you|we|they)|didn't|wasn't|won't|am i|could it be|should (?!(?:be|not|also|only|just|always|never|have|use|take|work|look|stay|keep|match|go|run|show|allow|support|return|contain|include|follow|probably|really|still|do|get|make|we|i|it|this|the|there|they|you|he|she)\b)[\w./:-]+(?: and [\w ]{2,20}?)? (?:be|have|use|run|go|get|do|send|evaluate|support|return|contain|include|show|take|keep|work|read|write|store|call|handle|allow|need|also)\b"
    r"|warum|wieso|weshalb|wie|was|wer|wo|wann|welche[rsn]?|ist|sind|läuft|gibt es|hast du|kann ich"
    r"|qué|cuánt[oa]s?|cómo|dónde|por qué|cuál(?:es)?|hay|pourquoi|comment|est-ce|combien|où|quel(?:le)?s?"
    r"|perché|come mai|quanti|por que|quantos|waarom|hoeveel|почему|как|сколько|где|зачем"
    r"|(?:can|may) i|cu[aá]l(?:es)? (?:es|son)|(?:c[oó]mo|d[oó]nde|qu[eé]) (?:puedo|podemos|se puede|hago|hacemos|está|están|falta|pasa|significa)|puedo"
    r"|come (?:posso|faccio|possiamo|si fa)|cosa|quali?|posso|puis-je|kann man",
    r"كم|هل|لماذا|كيف|أين|为什么|怎么|几点|多少|哪里|なぜ|どう",
)
"""Words a question begins with."""
QUESTION_MARK = re.compile(
    r"[?？؟][\s\"'”’»)\]*_]*[^\w\s]*\s*$|[吗呢么]\s*$|か。?\s*$|, what (?:was|is) (?:it|that)(?: again)?\W*$",
    re.IGNORECASE,
)
REQUEST = cue(
    r"(?:can|could|would|will|might) (?:you|u)|(?:can|could) (?:we|i|it)\b(?! (?:always|never))[^.!]{0,120}\bplease|(?:let's|lets) go ahead|(?:kannst|könntest|würdest|magst) du|(?:puedes|podrías|podés)"
    r"|(?:peux|pourrais|veux)[- ]tu|(?:pouvez|pourriez)[- ]vous|puoi|potresti|pode|poderia|kun je|можешь|можете",
    r"帮我|帮忙|能不能|请你|هل يمكنك|してくれ",
)
"""Asks for something to be done."""
RULED_REQUEST = Expression(
    r"(?:(?:can|could|would|will) you(?: please)? (?:always|never)|(?:can|could|would|will) you please (?:make sure|stop|only) )"
    r"(?! (?:trust|rely|assume|tell|know|expect|get|see|use|recommend|suggest|say|advise|need|want)\b)"
    r"|(?:kannst|könntest|würdest) du (?:(?:bitte|mir|das|den|die|künftig) )*(?:immer|nie|niemals|ab jetzt|künftig|in zukunft)\b"
    r"|(?:puedes|podrías) (?:por favor )?(?:siempre|no|nunca)\b(?=.*(?:siempre|nunca))"
    r"|(?:peux|pourrais)[- ]tu (?:s'il te plaît )?(?:toujours|ne jamais)\b|(?:puoi|potresti) (?:per favore )?(?:sempre|non)\b(?=.*(?:sempre|mai))"
)
"""A request for every time, put as a question."""
_ASKED_OF_YOU = Expression(r"(?:can|could|would|will) you(?: please)? ")
_MARKED = re.compile(r"\s*[?？]+(?=\W*$)")


def ruled(request: str) -> str:
    """A request for every time as the order it is: without "can you", in the languages that then are an order."""
    asked = _ASKED_OF_YOU.match(request)
    return _MARKED.sub(".", request[asked.end() :]) if asked else request


PROPOSAL = cue(
    r"(?:can|could|should|shouldn't|couldn't|can't) (?:we|it|this|the|there|they)|how about|what about|why (?:not|don't we)"
    r"|(?:maybe|perhaps) (?:we|the|just)|would it be|would be (?:good|better|nice|great|nicer)|(?:sollten|könnten) wir"
    r"|(?:podemos|podríamos|deberíamos)|(?:pourrait|devrait)-on"
)
"""Puts a way of doing it up as a question."""
WHETHER_ALWAYS = Expression(
    r"should (?:we|i|it|this|the|these|there|they)\b[^,;]{0,40}\b(?:always|never|ever)\b"
)
"""Asks whether a thing is to be so at all times; "shouldn't we always" says that it is."""
CONTRAST = cue(r"but|yet still|rather|instead|aber|sondern|pero|mais|però|mas|maar|но", r"但|لكن|でも")
"""One thing set against another."""
LOOKING_INTO = cue(
    r"check|look|see|explain|show|summari[sz]e|summary|analy[sz]e|find|tell|help|give|verify|review|investigate|debug"
    r"|read|print|list|compare|describe|double[- ]check|make sense|continue|discuss|understand|mean"
)
"""What is asked of an agent to learn something, not to have something."""
_WORKS = (
    r"(?:(?:please|just|now|then|also|first|quickly|go ahead and|go and|bitte|por favor) )*(?:ssh|enter|check|look|see|explain"
    r"|show|summari[sz]e|analy[sz]e|find|tell|help|give|get|verify|review|investigate|debug|troubleshoot|read|print|list"
    r"|compare|describe|try|run|re-?run|retry|test|commit|push|pull|merge|rebase|restart|reboot|continue|proceed|resume|go"
    r"|start|fix|add|create|write|implement|update|make(?! sure)|do(?! (?:not|n't|that for|so for))|install|uninstall|open|close|delete|remove|revert|rename"
    r"|respond|reply|perform|apply|set|enable|disable|undo|refactor|move|build|deploy|ship|finish|brainstorm|invoke|log"
    r"|file|clean|group|provide|generate|propose|suggest|search|scan|sweep|specify|validate|confirm|figure out|think (?:more|about|through|hard)|change|replace|convert|extract|split|put|take|fetch|download|attach|redo|draft|prepare|rebuild|clone|restructure|rework|rewrite|simplify|adjust|reorgani[sz]e|tidy|upgrade|downgrade|bump"
    r"|mach|schau|zeig|prüf|lösch|starte?|schreib|füge?|änder[en]?|borra|haz|mira|muestra|añade|crea|fais|regarde|montre"
    r"|supprime|ajoute|investigue|corrija|verifique|avalie|adicione|implemente|crie|altere|remova|gere|melhore|atualize|guarda|controlla|aggiungi"
    r"|desarrolla|elimina|agrega|cambia|quita|modifica|corrige|arregla|revisa|verifica|genera|instala|ejecuta|actualiza|mejora|implementa|dime|explica|analiza"
    r"|correggi|rimuovi|fammi|dammi|spiegami|analizza|esegui|installa|modifie|vérifie|enlève|analyse|génère|exécute|explique"
    r"|erstelle|entferne|korrigiere|überprüfe|analysiere|implementiere|behebe|erkläre|aktualisiere|installiere|maak|kijk|verwijder|сделай|покажи|проверь|удали|добавь|исправь|измени|создай|напиши|обнови|убери|запусти)"
    r"(?! (?:is|are|was|were|stays?|happens?|goes?|runs?)\b| (?!(?:this|that|these|those|it|what|how|why|where|which|who|if|whether|all|everything|anything|you|we|they|sure)\b)\w+"
    r" (?:should(?:n't)?|must(?:n't)?|may|ought to|has to|have to|needs? to)\b)"
)
WORK = cue(_WORKS, r"^(?:把|先|改|看)")
"""How an order of work begins."""
NAMED_AS_WORK = re.compile(
    r"(?:(?:commit|log|error) messages?|(?:merge|deploy|release) freezes?|merge (?:conflicts|commits|requests)|release (?:notes|branch(?:es)?|trains?)"
    r"|test (?:files?|names?|data|coverage)|build (?:arti?efacts?|artifacts?|output|times?)|import order|debug (?:output|symbols)|push notifications|pull requests|log (?:files|lines|levels?))"
    r" (?:\w+ )?(?:are|is|must|should|starts?|begins?|ends?|goe?s?|in|have|has|needs?|uses?|lives?|belongs?|stays?|follows?|gets?|comes?)\b",
    re.IGNORECASE,
)
"""Things whose names begin as an order of work does, and what is said of them."""
BEFORE_WORK = re.compile(
    r"(?:to (?:start|begin|\w+ (?:the|this|that|it)\b[^,]{0,30})|(?:in|inside|under|within) (?:the|this|that|our) [^,]{2,40}|with (?:this|that|these|all that)(?: in mind)?"
    r"|based on (?:this|that|these|the|our|my) [^,]{0,40}|given (?:this|that|these)[^,]{0,30}|once (?:you|we|that|this|it)\b[^,]{2,40}|after (?:that|this)|if (?:not|so)|next|finally|first(?:ly)?),\s+|(?:next|and then)\s+",
    re.IGNORECASE,
)
"""What may stand before an order of work: what for, where, after what."""
WORK_OF_BOTH = cue(rf"(?:can|could) we (?:also |just |now |then |maybe )?{_WORKS}")
"""An order put as something for both to do."""
WISHED = cue(
    rf"i(?: also| just| really| still| now| first| then)* (?:want|need|have)(?: us| you| for you)? to {_WORKS}"
    rf"|i(?:'d| would)(?: also| just| really| still| now| first| then)* (?:like|love)(?: us| you| for you)? to {_WORKS}"
    rf"|we(?:'d| would)?(?: also| just| really| still| now| first| then)* (?:need|have) to {_WORKS}"
    rf"|(?:i|we|i'd|i would)(?: also| just)* suggest (?:(?:that )?we|to)(?: also| just)* {_WORKS}|(?:we|i|you)(?:'ve)? (?:just )?gotta {_WORKS}"
    rf"|(?:whoops|oops|also|and|so|then),? (?:i think )?we should(?: also| just| now| then)* {_WORKS}"
    r"|(?:i'd|i would) like your help|(?:i'm|i am) (?:going to(?! be)|trying to|about to|planning to|ready to)|(?:we're|we are) (?:reviewing|about to|trying to|ready to)"
    r"|necesito (?:que|hacer|\w+[aei]r)|(?<=nos )faltan?|(?<=me )faltan?|quiero que (?:me |le |lo |la )?(?!uses|manteng|respond|hable|evite|siga|sea|est[eé]|teng)\w+[ae]s"
)
"""An order, or work at hand, put as a wish."""
TOGETHER = cue(r"let's|lets|let us|lasst uns|lass uns|vamos a|on va|andiamo|vamos|laten we|давай(?:те)?")
TOGETHER_NOW = cue(
    r"vamos a (?!usar|utilizar|mantener|adoptar|evitar|trabajar con)\w+[aei]r(?:l[oae]s?)?|"
    r"(?:let's|lets|let us)(?: also| now| then| just| first| quickly| instead| again)* (?:examine|explore|dig|drill|mark|not worry|give (?:it|this|that) a|do (?:it|that|this|all of|the|a|\d)|go(?! with)|start|continue|see|say|move|look|check"
    r"|commit|push|try|run|test|begin|fix|debug|get|discuss|finish|summari[sz]e|implement|leave that|build|ship|merge|write|respond|reply|review|address"
    r"|investigate|work|deal|tackle|sort|talk|sweep|figure|proceed|open|close|create|re-?run|revisit|clean|wrap|double[- ]check|verify|validate|confirm"
    r"|make (?:(?:a|an)(?! rule)|another|this|these|that|some)|focus on (?:the|this|that|it|these|those|\w+ing)|update|analy[sz]e|switch(?! to| from)|take a|pause|pick ?up|cover (?:this|that|it)|abandon|add (?:this|these|that|it|them|something|an? (?:entry|line|note|section|task|test|todo))|keep (?:working|moving|going|debugging|at it|on)|resume|freeze|come back|change the (?:\w+ )?(?:headline|heading|title|text|wording|label|colou?rs?|button|icon|font|caption|background|placeholder|logo)|rebuild|kick ?off|stop here|rebase|refactor|brainstorm|back to|edit|improve|harden|reconstruct|record|generate|break (?:out|down|it|this|that))"
)
"""A call to the work at hand."""
POINTING = cue(
    r"(?:(?<!anything )(?<!everything )(?<!something )that|this|those|these)(?! (?:repo|repository|repositories|project|codebase|code base|monorepo|workspace|team|company|app"
    r"|application|service|site|product)s?\b)|it|its(?= (?:not|still|now|a|an|the|just|only|also|already|always|all|in|on|at)\b)|(?<!/)them|(?:the|that|this) ones?|both|das(?! (?-i:[A-ZÄÖÜ]))|dies|es|sie|eso|esto|ello|ça|cela|lo|la misma|quello|questo|isso|dat|dit|это",
    r"[那这]个?(?!个?(?:项目|仓库|代码库|应用|服务|团队|公司|产品|系统|网站))|ذلك|هذا|それ|これ|그것",
)
"""Words that mean something named before."""
IDLE = frozenset(
    "yes yep yeah yup ok okay sure please do it that this go ahead for thanks thank you perfect great good nice cool let's lets"
    " run commit push continue proceed then now and so hi hello hey all of them lol haha right exactly sounds done ready merge"
    " both the start with no next one more once is looks i'll will me my we fine just we're here there keep going again on to"
    " ja nein danke gut genau weiter mach sí si gracias vale eres un crack oui non merci rock thx hm hmm ah oh well rock".split()
)
"""A sentence of nothing but these says nothing."""
