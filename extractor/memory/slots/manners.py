"""Manners: the words by which a person says in any language how to talk with them, and what they are called.

Owns them, over the languages of the offline rules. Promises what a sentence begins with, never what stands in its
middle: what is said of customers and pages is no word to the agent. Pure.
"""

from __future__ import annotations

from extractor.memory.text.expressions import Expression

_PLEASE = r"\W*(?:(?:please|bitte|por favor|s'il (?:te|vous) plaît|per favore|alsjeblieft|пожалуйста)\W+)?"
_SHORT = (
    r"(?:kurz|knapp|kürzer|einfach|direkt|breve(?:mente)?|concis[oae]?|cort[oa]s?|brèvement|simplement|kort|beknopt"
    r"|кратко|коротко)"
)
_EVER = r"(?:(?:immer|nur|bitte|stets|siempre|solo|por favor|toujours|sempre|altijd|всегда|mir|me|moi|mij|мне)[ ,]+)*"
_TONGUE = (
    r"(?:auf (?:deutsch|englisch)|en (?:español|inglés|français|anglais)|in (?:italiano|inglese|het (?:nederlands|engels))"
    r"|em (?:português|inglês)|по-(?:русски|английски))"
)
NOT_CALLED = r"(?:don['’]?t|do not|stop) call(?:ing)? me [\w.' ]{2,30}[,;]"
"""What somebody says they are not called, before what they are: a part of an expression."""
LEFT = r"(?:I|[Tt]he user)(?:['’]ve| have| has)? (?:left|quit) [\w .&-]{2,30}?(?:,| and| -) (?=(?:I|they|the user)\b)"
"""Where somebody is no longer, before they say where they are: a part of an expression."""
_CALLED = (
    rf"(?:{NOT_CALLED}\s*)?(?:just )?call me"
    r"(?! (?:back|when|if|later|crazy|old|at|on|by)\b) \S"
    r"|(?:address|refer to) me as \S|i go by (?-i:[A-Z])|pronouns\s*:\s*\w"
    r"|(?:nenn(?:e|en sie)? mich|ich heiße(?! (?:die|das|den|dich|es|nicht|alle)\b)"
    r"|mein (?:vor|nach)?name ist) \S"
    r"|(?:je m'appelle|appelle-moi|appelez-moi|mon (?:pré)?nom est) \S|(?:me llamo|llámame|mi nombre es) \S"
    r"|(?:mi chiamo|chiamami|il mio nome è) \S|(?:meu nome é|chamo-me|me chamo|me chame de) \S|(?:ik heet|noem me"
    r"|mijn naam is) \S"
    r"|(?:меня зовут|зови меня|моё имя|мое имя) \S"
    r"|我叫|叫我|我的名字(?:是|叫)|私の名前は|私は\S{1,12}と(?:いい|申し)ます|اسمي |نادني "
)
CALLED = Expression(rf"{_PLEASE}(?:{_CALLED})")
"""How somebody begins who says what they are called."""

MANNER = Expression(
    rf"{_PLEASE}(?:du (?:kannst|darfst) mich (?:gern(?:e)? |ruhig )?duzen|lass uns duzen"
    r"|wir können uns (?:gern(?:e)? )?duzen|du(?:tze|ze) mich|siez(?:e|en sie) mich|sprich mich mit (?:du|sie) an"
    r"|sag (?:bitte )?du zu mir"
    rf"|fass dich {_EVER}{_SHORT}"
    rf"|(?:antworte|schreib|sprich|rede|erkläre?)(?: mir)? {_EVER}(?:{_TONGUE}|{_SHORT})|halte deine antworten {_EVER}{_SHORT}"
    r"|keine emojis|ohne emojis|entschuldige dich (?:nie|nicht)\b|hör auf,? (?:mich zu loben|dich zu entschuldigen)"
    r"|(?:tutoie|vouvoie)-moi|sans emojis|pas d'emojis|arrête de (?:t'excuser|me flatter)"
    rf"|(?:réponds|parle|écris|explique)(?:-moi)? {_EVER}(?:{_TONGUE}|{_SHORT})"
    rf"|tutéame|trátame de|(?:respóndeme|responde|contéstame|contesta|háblame|habla|escríbeme"
    rf"|explícame) {_EVER}(?:{_TONGUE}|{_SHORT})|sin emojis"
    rf"|dammi del (?:tu|lei)|(?:rispondimi|rispondi|parlami|scrivimi|spiegami) {_EVER}(?:{_TONGUE}|{_SHORT})"
    rf"|senza emoji|niente emoji"
    rf"|(?:responda-me|responda|responde-me|fale comigo|fala comigo|escreva) {_EVER}(?:{_TONGUE}|{_SHORT})|sem emojis"
    rf"|(?:antwoord(?: me| mij)?|praat|schrijf) {_EVER}(?:{_TONGUE}|{_SHORT})|zeg (?:maar )?je\b|geen emoji"
    rf"|(?:отвечай|пиши|говори)(?: мне)? {_EVER}(?:{_TONGUE}|{_SHORT})|обращайся ко мне на (?:ты|вы)|без эмодзи"
    r"|(?:请|以后|总是|一律)*用(?:中文|英文)(?:回答|回复)|回答我|回复我|(?:回答|回复)(?:请|要)?(?:简短|简洁)"
    r"|(?:いつも|常に|必ず)?(?:日本語|英語)で(?:答えて|返事して|話して)"
    r"|(?:答え|返事|回答)は(?:短く|簡潔に)|أجبني|خاطبني|تكلم معي"
    r"|(?:(?:항상|앞으로는?|꼭|제발)\s?)*(?:한국어|한글|영어)로만?\s?(?:대답|답변|답해|말해|설명|써)"
    r"|(?:(?:her zaman|lütfen|bana) )*(?:türkçe|ingilizce) (?:cevap|yanıt|konuş|yaz)"
    r"|(?:zawsze |proszę )*(?:odpowiadaj|pisz|mów)(?: mi| do mnie)?(?: zawsze)? po (?:polsku|angielsku)"
    r"|(?:हमेशा )?(?:मुझे )?(?:हिंदी|हिन्दी|अंग्रेज़ी) में (?:जवाब|उत्तर|बात))"
)
"""How somebody begins who says how an agent shall talk with them."""

LIKED = Expression(
    r"\W*(?:je préfère|prefiero|preferisco|prefiro|ik (?:heb liever|geef de voorkeur aan|wil)|я предпочитаю|我(?:更)?喜欢|أفضل)"
    r"\W*(?:(?:des|les|la|las|los|le|de|as|o|l')\s*)?(?:\w+\s+)?"
    r"(?:réponses|explications|respuestas|explicaciones|risposte|spiegazioni|respostas|explicações|antwoorden|uitleg"
    r"|ответы|объяснения"
    r"|(?:简短|简洁|详细)的?(?:回答|回复|解释)|الإجابات|الردود)"
)
"""How somebody begins who says which answers they like."""

TASTE = Expression(
    r"^\W*i (?:really |strongly |just |always )?(?:hate|prefer|dislike|can['’]?t stand)"
    r" (?!(?:it|that|this|these|those|them|how|when|what|to|you|the|your|my|having|being)\b)[\w`]"
)
"""How somebody begins who says in a few words what they cannot stand, or would rather have."""

_PLACE = r"(?-i:[A-ZÀ-ÖØ-ÞА-Я])"
"""How a town and an employer begin, which a module does not."""
ONESELF_ABROAD = Expression(
    rf"\W*(?:(?:j'habite(?: à| en)?|je (?:vis|travaille) (?:à|en|chez)) {_PLACE}"
    r"|je (?:suis|travaille comme) (?:un |une )?(?:développ"
    r"|ingénieur|design|étudiant|data )"
    rf"|(?:vivo|trabajo) en {_PLACE}|soy de {_PLACE}"
    rf"|(?:soy|trabajo como) (?:desarrollador|ingenier|diseñador|estudiante|programador)"
    rf"|(?:vivo|lavoro) (?:a|in) {_PLACE}|(?:sono|lavoro come) (?:uno |una |un )?(?:sviluppat|ingegner|programmat|student)"
    rf"|(?:moro|vivo|trabalho) (?:em|na|no) {_PLACE}|sou de {_PLACE}"
    rf"|(?:sou|trabalho como) (?:desenvolvedor|engenheir|programador|estudante)"
    rf"|ik (?:woon|werk) (?:in|bij) {_PLACE}|ik (?:ben|werk als) (?:een )?(?:ontwikkelaar|ingenieur|student)"
    rf"|я (?:живу|работаю) в {_PLACE}|я (?:работаю )?(?:программист|разработчик|инженер)"
    rf"|我(?:住在|在\S{{1,12}}(?:工作|上班))|أعيش في|أعمل (?:في|ك))"
)
"""How somebody begins who says where they live or what they are, in languages beside English and German."""
