"""Words of the moment: what holds just now, is unsure, told of the past, or taken back.

Owns one expression for each kind of sign, over the languages of `cues`, and which of them tell of a change.
Promises that a sign alone keeps or drops nothing: `weight` adds them up. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.memory.wording.left_behind import over
from extractor.models.offline.first_words import cue, plain_marks
from extractor.models.offline.withdrawal import WITHDRAWN

AT_HAND = cue(
    r"(?:option|approach|step|(?<!port )number) (?:\d+|[a-e])|the (?:first|second|third|fourth|latter|former|last|other) (?:one|option|approach|idea|variant|version|design|layout|draft|proposal|suggestion|alternative|of (?:those|these|the (?:two|three)))"
    r"|(?:the )?(?:others?|rest|other [\w-]+|rest of (?:the|it) ?[\w-]*) (?:stays?|remains?)(?: just| exactly)? (?:as (?:it|they) (?:is|are)|unchanged|untouched|the same)(?=\W*$)"
    r"|(?:the )?(?:rest|others?|other [\w-]+) can wait|(?:stay|(?:keep|leave) (?:it|this|that)) as (?:it|this|that) is(?=\W*$)"
    r"|you(?:'re| are) (?:in|on|at|editing|reading|looking at) the wrong"
    r"|^look into (?:it|this|that|these|those)|^(?:the others?|the rest|the other [\w-]+|the rest of the [\w-]+) stays?(?=\W*$)"
    r"|that['’]?s (?:the|what the) (?:ticket|story|task|issue|spec)(?: says| wants| asks(?: for)?)?(?=\W*(?:$|[,;]))|as (?:you )?(?:can )?(?:see|seen) (?:in|from|by)"
    r"|(?:make|change|touch|edit|modify) (?:any|no|some) (?:changes?|code|files?|edits?|things?)|on my machine"
    r"|^you (?:always|never|keep|still|just|couldn't|can't|could|didn't|did|were|got) \w+"
    r"|(?:should|need to|want to|have to|must)(?: also)? (?:look|check|see|investigate|find out|figure|debug|discuss)"
    r"|one (?:last|more) (?:comment|thing|question|change|tweak|fix|detail|note)|i(?:'d| would)? (?:want|need|like) you to (?!always|never|ask|stop|be|use|keep|not)\w+|i need (?:some )?(?:more )?help|don't (?:care|forget|worry|hesitate|bother)|questions (?:for you|below|about)(?!(?: [\w-]+){1,4} (?:go|belong|are (?:for|answered))\b)|(?:no|have a|any) (?:strong |particular |real )?preference|up to you|you decide|whatever(?! (?:we|they|i|it|he|she|the|you (?!(?:want|like|prefer|think|feel|decide|choose|wish|find)\b)\w+)\b)|(?:ist )?egal(?! (?:wie|was|wer|wen|wann|wo|ob|welche\w*)\b)|(?:was|were) (?:on|due|in|at) [^,.]{0,20}\d|worry"
    r"|^(?:please )?(?:continue|carry on|resume|proceed|keep (?:on )?working|keep going)(?: with| on| to| through)?|(?:like|need|want|appreciate)(?: some| more)?(?: of)? your (?:help|thoughts|opinion|take|input|feedback|advice)"
    r"|i(?: also| just| only| actually)* meant|i was (?:\w+ )?(?:referring|talking)|(?:i'm|i am) (?:\w+ )?(?:referring|talking) (?:to|about)"
    r"|(?:further|more|any|other) questions|agree with your"
    r"|think (?:carefully|hard|deeply)|take your time|(?:i'm|i am)(?: also)? attaching|attached (?:is|are)"
    r"|^let's (?:get (?:going|started|moving|to work|to it))|^hopefully|^(?:i|we) need to plan|^curious to|^(?:i )?(?:like|love) your"
    r"|(?:keep|kept)(?: \w+)? telling you|report(?: back)? to me|for (?:your )?reference(?=\W*$)"
    r"|(?:ensure|make sure|verify|check)(?: that)? (?:there(?:'s| is| are) (?:no|not any) (?:\w+ )?(?:bugs?|errors?|issues?|problems?|warnings?|security \w+)"
    r"|(?:everything|all(?: of (?:it|this|that))?|it|this|that|they)(?:'s| is| are| still| all)* (?:running|works?|working|correct|fine|ok(?:ay)?|good|done|in order)(?: (?:properly|correctly|well|fine|now))?(?=\W*$|[,;.]))"
    r"|as you (?:can|could) see(?=\W)|^you(?:'ve| have)? (?:\w+ly )?(?:fixed|solved|broke|removed|deleted|missed|added|changed|created)"
    r"|^focus on:|would (?:it|that|this) (?:help|work)(?=\W*$)"
    r"|a bit(?: \w+)?$|feel free(?!.*\b(?:anything|whatever|everything|whenever|as you go|unless)\b)|lines? #?\d+(?:\s?[-–]\s?\d+)?(?! ?(?:or|max|char|col|lines|long))|just an fyi(?=,? (?:you|no)\b|\W*$)",
)
"""Said of what lies on the table just now."""
MOMENT = cue(
    r"(?:need|have|want|going) to [^.]{0,40}\bnow|(?:don't|do not) [^.]{0,40}\b(?:now|yet)|(?:this|just (?:this )?|only )once|for (?:now|today|this (?:\w+ )?(?:commit|one|time|pr|branch|change|session))|(?:for|in|on|with) (?:just |only )?this (?:\w+ )?(?:task|ticket|issue|bug|fix|bugfix|feature|step|round|attempt|try|refactor\w*|experiment|spike|demo|patch|story|figure|chart|plot|slide|screenshot|meeting|call|reply)"
    r"|once (?:more|again)|(?:check|try|run|look|do) (?:\w+ ){0,6}again|right now|at the moment|for the (?:moment|next (?:few |\w+ )?(?:seconds|minutes?|hours?))|ce soir|esta noche|this (?:morning|afternoon|evening)(?:['’]s)?|today|tonight|yesterday|just now|yet|in \w+ minutes|lunch"
    r"|(?:till|until) (?:he|she|they|it|we|that|this|the \w+)(?:'s| is| are| have| has)? (?:\w+ )?(?:done|back|fix\w*|sort\w*|finish\w*|merged?|ready|over|return\w*|lands?)|temporar\w+|this session|find out (?:why|what|how)|(?:wrote|posted|sent|dropped) (?:this|that|it) (?:in|on|via|over)|mid-?\w+|vorerst|jetzt (?:erst ?mal|mal)|erst (?:mal )?muss (?:es|das)|heute|nur jetzt|gestern|mientras tanto|entretanto|in der zwischenzeit|en attendant|nel frattempo|ondertussen|na razie|tym razem|chwilowo|dziś|dzisiaj|şimdilik|bugün|bu sefer(?:lik)?|bu kez"
    r"|(?:for|with|in) this (?:\w+ )?(?:only|alone)|until i(?:'m| am|'ve| have)? (?:back|land|return|get (?:back|home)|write again|got (?:back|home))"
    r"|por ahora|hoy|pour l'instant|aujourd'hui|per ora|oggi|por enquanto|hoje"
    r"|voor nu|vandaag|в этот раз|пока|сегодня",
    r"先不|暂时|今天|现在|هذه المرة|اليوم|今回|今日|とりあえず|あと\d+分|이번|오늘",
)
"""For now only."""
THIS_TIME = cue(
    r"this (?:one )?time(?! on\b)|(?:just )?this once|(?:on|for|in|with) this (?:one|commit|message|answer|reply|task|change|pr|comparison|run|file|script)(?=[,.;!]|$| (?:please|pls|plz)\b)"
    r"|(?:für|bei) diese[nrsm]? (?:einen?\b|commit|vergleich|nachricht|antwort)|diesmal|dieses (?:eine )?mal|cette fois(?:-ci)?"
    r"|pour (?:ce|cet|cette) (?:message|essai|réponse|commit|tâche)(?:-ci)?|esta (?:vez|respuesta)|(?:para )?este (?:error|mensaje|commit)"
    r"|questa volta|desta vez|dessa vez|deze keer"
    r"|(?:today|tonight|tomorrow|this (?:morning|afternoon|evening|week)) only|(?:only|just) (?:for )?(?:today|tonight|tomorrow|this (?:morning|afternoon|evening|week))"
    r"|(?:nur )?heute nur|nur (?:für )?heute|s[oó]lo (?:por )?hoy|seulement aujourd'hui|solo (?:per )?oggi|alleen vandaag|только сегодня"
    r"|(?:für|in|bei) dieser? (?:demo|figur|abbildung|folie|präsentation|messung)|(?:para|en) esta (?:demo|figura|prueba|diapositiva)"
    r"|pour cette (?:démo|figure|diapo)|per questa (?:demo|figura|prova)|voor deze (?:demo|figuur|test|slide|run)",
    r"今日だけ|今日のところ|今天就|就今天|这一?次|今回(?:は|だけ)|이번(?:에만|만)",
)
"""For one time or one thing alone, whatever else the sentence says."""
TROUBLE = cue(
    r"(?<!or the build )(?<!or ci )(?<!or it )fails?|failed|failing(?! tests?\b)|failure|crash\w*|glitch(?:es|ed|ing|y)?|broken?|breaks|errors?(?! (?:boundar(?:y|ies)|budgets?|codes?|handling|logs?|messages?|pages?|report(?:s|ing)|track(?:er|ing)|(?:are|get|go) (?:always |all )?(?:reported|tracked|sent|logged|collected|to)))|stuck|hangs?"
    r"|happened|happening|not working|(?:doesn't|didn't|isn't|won't) work\w*|weird\w*|messed|interrupted|timed out"
    r"|threw|died|is (?:red|down)|went wrong|bug(?! (?:tracker|reports?|tracking|bounty))|bricht|geht nicht|kaputt|fehler|falla|roto|plante|cassé|ne marche pas|rotto|kapot|сломал\w*|(?:не|перестал\w*) работа\w+|возника\w+ ошибк\w*|não (?:funciona|abre|carrega)\w*|deu erro|tivemos um erro"
    r"|a mess|(?:an?|another|one more) (?:issue|problem|regression|glitch)|for some (?:\w+ )?reason|did(?:n't| not) (?:\w+ )?(?:fix|solve)|(?:problem|issue) (?:that )?(?:i|we) (?:have|see)|inaccurate|not accurate"
    r"|(?:can't|cannot|can not|couldn't|could not) be (?:reached|found|loaded|opened|resolved|parsed|established)|could not find"
    r"|(?<!we're )(?<!we are )(?<!i'm )(?<!i am )not (?:running|loading|starting|responding|rendering|saving|opening|updating|connecting|displaying|scaling)"
    r"(?=\W*$|[,.;!]| (?:any ?more|yet|properly|correctly|when|after|on|in|for|and|but|at|since)\b)"
    r"|no (?:funcionan?|funcionó|aparecen?|se (?:muestra|ve|actualiza|abre|cierra|carga|conecta|refleja)n?)|pero no se \w+|no has (?:\w+[ai]do|hecho|puesto)"
    r"|non (?:funziona\w*|si (?:apre|vede|carica|salva|aggiorna|avvia))|ne (?:fonctionne|s'affiche|se charge|s'ouvre)\w* (?:pas|plus)"
    r"|(?:funktioniert|klappt|lädt|erscheint|startet) (?:\w+ )?nicht",
    r"慢|报错|坏了|出错了|崩溃|没有?(?:生效|反应)|لا تعرض|لا يعمل|エラー|壊れ|動(?:か|いてい)(?:ない|ません)|まだ[^。、]{0,12}(?:ない|ません)"
    r"|안 (?:돼|되네|됩니다|나와|나옵니다)|(?:오류|에러)가 ",
)
"""Something goes wrong at the moment."""
TOLD = cue(
    r"(?:(?:i|we) (?:think|believe|guess|thought) (?:that )?)?(?:i|we|you|it|that|this|he|she|they)(?:'ve| have| has| just| also| already| actually| recently| really| all| both| still| nearly| almost)* (?:did|didn't|didnt|wasn't|wasnt|wrote|forgot|set ?up|got|ran|tried|pushed|committed"
    r"|merged|made|taken|given|checked|continued|reset|put|added|saw|see|was|were|went(?! (?:with|for)\b)|had|said|thought|noticed|restarted"
    r"|built|sent|found(?! that\b)|took|spent|been|came|felt|misread|misunderstood|began|broke|brought|fell|froze(?! (?:the|our|all|it at)\b)|woke|caught|left (?:it|the|my|them|everything)|(?!need|speed|agreed|decided|picked|opted|standardi[sz]ed|moved|switched|migrated|settled|dropped|replaced|retired|abandoned|adopted|deprecated)\w{3,}ed)|(?:i|we)(?:'d|'ve| had| have) never \w+|ich habe|wir haben gerade|he |hemos(?! (?:elegido|decidido|acordado|optado)\b)|j'ai|on a(?! (?:choisi|décidé|opté|retenu)\b)"
)
"""A tale of what was done."""
FAILS_TO = cue(
    r"(?<!must )(?<!should )(?<!may )(?<!can )never (?:disappears?|closes|opens|loads|finishe[sd]|appears?|shows? up|spawns?|arrive[sd]?"
    r"|c[ao]mes? (?:back|through|up)|goes away|gives up|refreshes|activates)(?=[,.;!]|$| (?:when|after|if|on|in|until|even|again|once|at|for|and|since|while|any ?more)\b)"
    r"|(?:is|are) never (?:set|shown|called|applied|updated)"
    r"|(?:we|i) never got (?:\w+ ){1,5}to (?:work|run|start|build|pass)"
    r"|(?:does|do|did|is|are)(?:n['’]?t| not) (?:start|work|run|open|load|show|build|compile|respond|appear|update|connect)\w*(?: up)? any ?more"
    r"|throws? (?:the|an|this|that)(?: following)? (?:\w+ )?(?:error|exception|warning)|says:? .{0,40}\bnot (?:installed|found|defined)"
    r"|always jumps|nunca se (?:activa|abre|cierra|carga|muestra)|ne se (?:ferme|charge|met) jamais|(?:öffnet|schließt|lädt) (?:sich )?nie(?:mals)?",
)
"""What something at hand fails to do, though it shall: a complaint, also in the words of a rule."""
SUPPOSED = cue(
    r"(?:would|could|might|may|must) have (?!thought|preferred|liked|expected)\w+|let['’]?s (?:say|assume|imagine|suppose|pretend)"
    r"|(?<!you )(?<!we )say (?:i|we|you|someone|somebody)(?:'m|'re)?|suppose|imagine (?:a|i|we|you|that|the|someone)|assum(?:e|ing) (?:that|we|i|you|the)"
    r"|would(?:n't| not| never) have (?:thought|guessed|expected|believed|found|noticed|known)"
    r"|what if|hypothetical\w*|angenommen|nehmen wir an|stell dir vor|supongamos|digamos|imagin(?:a|emos)|supposons|disons"
    r"|imaginons|mettiamo che|supponiamo|stel dat",
    r"假设|假如|لنفترض",
)
"""A guess at what was done, or a case made up."""
CURIOUS = cue(
    r"(?:i|we)(?:'d| would)?(?: also| just| really| still| first)* (?:need|want|like)(?: to (?:have|get))? (?:an?|some|more|the)?"
    r" ?(?:\w+ ){0,2}(?:understanding|explanation|overview|summary|comparison|breakdown|insight|idea|info\w*|details?|clarity)"
    r"|(?:i|we)(?:'d| would)?(?: also| just| really| first)* (?:need|want|like|love) to (?:know|understand|see|learn|hear|find out)"
    r"|(?:i'm|we're|i am|we are)(?: just| also| mostly| only)* (?:curious|wondering|interested (?:in|to))|ich (?:möchte|will|würde gern\w*) (?:wissen|verstehen|sehen)"
    r"|(?:quiero|quisiera|me gustaría) (?:saber|entender|ver)|je (?:veux|voudrais) (?:savoir|comprendre|voir)",
    r"我想(?:知道|了解|看看)|أريد أن (?:أعرف|أفهم|أرى)",
)
"""Asked to be told or shown something."""
PRAISED = cue(
    r"(?:look|sound|seem)(?:s|ing|ed)?(?: all| pretty| really| so| very| quite| mostly| much)* (?:good|great|fine|nice|ok|okay|perfect|right|better|correct)"
    r"|(?:works?|worked|working)(?: now| pretty| really| very| quite)? (?:great|fine|well|good|now|perfectly)(?=\W*$|[,.!;] | now)|(?:good|great|nice|awesome) (?:job|work|progress)"
    r"|(?:i'm|i am|we're|we are)(?: now| all)* (?:set|ready|done|good to go|finished)|feel good about|all (?:set|done|good)|^(?:all |the )*tests? (?:are |is )?(?:now |all )?pass(?:ing|es|ed)?"
    r"|sieht gut aus|passt so|se ve bien|ça marche"
)
"""Praise, or leave to go on: said of what was just done."""
OBSERVED = cue(
    r"(?:i'm|i am|we're|we are|im)(?: still| now| not| also| only| just)* (?:seeing|getting (?:an?|the|no|this|any)|finding|hitting|noticing|experiencing|stuck)"
    r"|(?:i|we)(?: still| also)* (?:don't|dont|do not|didn't|didnt)(?: really| actually| even)? (?:see|find|notice)(?! (?:the|a|any|much) (?:need|point|reason|value|harm|benefit|use|problem|issue)\b)"
    r"|(?:i|we)(?:'ve| have)(?: just| also| already| now)* (?:updated|added|created|pushed|merged|committed|installed|restarted|deployed|tested"
    r"|tried|run|re-?run|fixed|removed|changed|made|uploaded|opened|closed|attached|started|finished|noticed|seen|done)"
    r"|(?:has|have)(?: now| just| all| already)* been (?:added|created|committed|staged|fixed|updated|uploaded|renamed|done|made|run|tested|deployed|installed|completed)|(?:was|were) successful"
    r"|(?:i|we)(?: currently| now| still)+ (?:have(?! to\b)|see|get)|there(?:'s| is| are) currently|(?:not|aren't|isn't) making (?:much |any )?(?:headway|progress)"
    r"|not (?:seeing|getting|finding)|still (?:shows?|showing|see|seeing|get|getting|not|doesn't|don't|has|have|says?|no|fails?|the same|there|missing|isn't|isnt|cannot|can't|remains?)"
    r"|(?:is|are|looks?|feels?)(?: still| way| far| much| just| a (?:bit|little)| pretty)* too (?:narrow|wide|small|dark|bright|close|tight|thick|thin)"
    r"|(?:doesn't|does not|don't|do not) (?:scale|resize)(?=\W*$)|did(?:n't| not) (?:go(?! (?:with|for)\b)|work|save|load|disappear|appear|close|open|help|do anything)|(?:is|are) showing(?!.*\bshould\b)"
    r"|there(?:'s| is| are) (?:still|now|no (?:option|way|button|sign|current|difference|change|error|output|response|reaction|result)s?)|nothing (?:happens|happened|changed|shows?)"
    r"|still (?:does|do|did|is|are|was|were|has|have|can) not"
    r"|i (?:can't|can ?not|cant|couldn't|could not) (?:see|find|tell|get)|(?:i|we) can (?:still |also |now )*see|(?:is|are) (?:missing|gone|blank|empty|stuck)"
    r"|(?:it|this|that)(?: now| just)+ (?:shows?|says?|has)|just (?:restarted|tried|ran|updated|pushed|installed|deployed|merged|got|noticed|tested)"
    r"|the (?:latest|last|current|previous) (?:deploy\w*|run|test|commit|push|attempt|log)s?|didn't (?:see|get|show|change|happen|find)"
    r"|(?:isn't|is not|isnt) (?:right|correct|it|there|showing)|when i (?:go|press|click|run|open|try|rerun|start|type|hit)|^no (?:\w+ ){1,3}(?:detected|found|available|will be)"
    r"|(?:that|this|it)(?:'s|s| is)?(?: still)? (?:not|isn't|isnt) (?:right|correct|it|what i|the)|i think [^.,]{0,60}\bnow(?=\W*$)"
    r"|(?:testing|tests?|run|logs?|output|build) (?:is|are|was|were|has|have) (?:showing|passing|passes|passed|running|\w+ing)"
    r"|(?:is|are|was|were) (?:still )?not (?:\w+(?:ed|en|t) )?(?:correctly|properly|right)|(?:never|not) (?:appears?|disappears?|shows?|fires?|triggers?)"
    r"|does nothing|do nothing|ends? up(?! in)|you(?:'re| are) (?:not |still |now )*\w+ing|sometimes (?:after|when|it)"
    r"|(?:is|are)(?: now| all| still)* working(?=\W*$)|there(?:'s| is| are) (?:a few|some|several|many|a lot of|a couple of|two|three) (?:\w+ )?(?:issues?|problems?|bugs?|errors?|failures?)"
    r"|(?:doesn't|don't|does not|do not) match(?: up)?(?=\W*$)"
    r"|(?:isn't|aren't|is not|are not)(?: quite| really)? (?:behaving|producing|showing|working|getting|being|returning|updating|actually)"
    r"|(?:i'm|i am|we're|we are)(?: still| now| also| currently| just)* (?:not )?(?:reviewing|working on(?! (?:an?|the|our)\b)|debugging|testing"
    r"|looking (?:at|into)|investigating|running|reading|writing|implementing|fixing|doing)"
    r"|now (?:shows?|says|displays?|prints?|returns?|gives?)|i (?:remember|realize|realise) now"
    r"|i can(?: also| still| even)* repro(?:duce)?|(?:so )?i (?:don't|dont|do not) (?:get|understand|see) why|so why (?:do|does|is|are|did|was|were|can't|cant|won't|wont)"
    r"|ich sehe (?:immer noch|noch|nur|keine?n?)|sigue (?:sin|fallando|igual)|toujours pas"
)
"""What somebody sees before them just now."""
REVIEWED = cue(
    r"consider (?:either|\w+ing)|(?:this|which|it) (?:could|can|will|may|might|would) "
    r"(?:lead|cause|result|break|panic|fail|increase|improve|be (?:misleading|confusing|visually|a))"
    r"|(?:the|my|this|your) (?:readme|docs?|documentation|page|article|book|homework|assignment|tutorial|message|log|comment|paper) (?:says?|states?|claims?)"
    r"|(?:one|quick|another|a follow[- ]?up|follow[- ]?up) question|you (?:also )?(?:said|wrote)",
    anywhere=r"\((?<![\w'’-]\()(?:low|medium|high|critical|minor|major|nit)\)(?![\w]|-\w)",
)
"""What reviews of code say, and what leads to a question."""
HELD = cue(
    r"(?:do not|don't|dont|no need to|without|not)(?: you| actually)* (?:write|writing|change|changing|run|running|do|doing|fix|fixing|touch|edit|implement|code|coding|make|making|start|starting|commit)"
    r"(?:(?: (?:any \w+|anything(?: else)?|code))(?: yet| for now| until i| before i|(?=\W*$)|(?=,|;| - | but | just | or ))|(?: \w+)? (?:yet|for now)(?=\W*$|[,.;]))"
    r"|(?:before|until) (?:we|you|i) (?:move|begin|continue|go|get started|proceed)|before (?:moving|beginning|continuing|going)"
    r"|(?:don't|do not) (?:have|need) to (?:commit|push|merge|run|fix|do)(?=\W*$| (?:it|this|that|them|yet|now)\b)"
    r"|(?:talk|walk|guide) me through|let me know|report back|ask (?:me )?(?:any|some|your)(?: clarifying| follow[- ]?up)? questions?|(?<!n't )(?<!dont )(?<!not )(?<!stop )(?:explain|show|tell|give|prove)(?: it| this)?(?: to)? me"
)
"""How to go about the work at hand: what to hold back until, what to be told first."""
ABOUT_TO = cue(
    r"(?:i'll|i will|i'm going to|i am going to)(?: just| also| now| then)* (?!(?:always|never|not|be|need|want|only|rather|usually|have|(?:do|handle|merge|take|see|decide|push|commit|deploy|run)"
    r" (?:it|that|this|these|those|them|care|to)|(?:do|handle) (?:the |my |all )?(?:commits|git|deploys|deployments|releases|merges|migrations)(?=[.,;!]|$)|.{0,40}\b(?:manually|myself|by hand|on my own|from now on))\b)\w+"
    r"|(?:quiero|quisiera|me gustaría) (?!(?:siempre|nunca|que|un[ao]?|el|la|los|las|saber|usar|mantener|seguir|evitar)\b)\w+[aei]r(?:l[aoe]s?)?"
    r"|(?:je veux|je voudrais|j['’]aimerais) (?!(?:toujours|jamais|que|un|une|le|la|les|garder|utiliser|éviter|rester|être)\b)\w+(?:er|ir|re)"
    r"|pasted|(?:let me|i) paste|below (?:is|are)|(?:is|are|logs?|output|errors?) below"
)
"""What the person does next, or hands over with the message."""
_CONDITION = cue(
    r"if|when(?:ever)?|unless|once|until|as soon as|as long as|in case|wenn|falls|sobald|solange|sofern|si|cuando|en cuanto"
    r"|quand|lorsque|dès que|se|quando|если|когда",
    r"如果|إذا",
)
_ASKED_FOR = re.compile(
    r",\s+(?:so |and |but |then )?(?:please|let['’]?s|(?:can|could|would|will) (?:you|we|u))\b", re.IGNORECASE
)
BARE_CHOICE = re.compile(
    r"(?:let['’]?s |we(?:['’]ll| will)? |i(?:['’]ll| will)? )?(?:go(?:ing)? (?:with|for)|take|do|pick|choose) (?:option |variant |plan |number |nr\.? |the )?"
    r"(?:[a-z]|\d{1,2}|first|second|third|last|other)(?: (?:one|option))?[.!]*$",
    re.IGNORECASE,
)
"""A choice among what was named before, by its letter, number or place."""
DEPENDENT = re.compile(
    r"(?:since|because|so that|whereas|although|rather than|instead of)\b[^,]*$", re.IGNORECASE
)
"""Half a sentence: the reason of one before it."""
BROKEN_OFF = re.compile(
    r"\b(?:the|my|your|our|its|their|and|or|but|than|because|if|into|something like|such as|der|die|das|und|oder"
    r"|of)[\s*_`\"'’).…]*$",
    re.IGNORECASE,
)
"""How a sentence ends that was left unfinished, or goes on in something that was cut out."""
DOUBT = cue(
    r"not (?:really |fully |entirely |quite |yet )?convinced|i think (?:the (?:issue|problem|bug|reason|cause)|there(?:'s| is| are| may be| might be) (?:an?|some|still|another) (?:\w+ )?(?:issue|problem|bug|error|mistake)s?|it's because|that might|this might|we(?: can|'re)(?: now)? (?:move|go|continue|proceed|start|begin|done|ready)|every|all|you )"
    r"|(?:i'm|im|i am) (?:quite|pretty|fairly|almost|mostly) sure|(?:i'm|im|i am) (?:sure|confident|certain) (?:that )?you"
    r"|i (?:think|guess|believe|suppose)(?=\W*$)|^(?:for example|for instance|e\.g)|^must be (?:the|an?|some|something|your|my|because)"
    r"|(?:not (?:\d+% |so |really |entirely )?|was(?:n't|nt) )sure|on the fence|have my doubts|i wonder|i guess|i(?:'d)? imagine|i suspect|i suppose|(?:don't|do not)"
    r" (?:know(?! (?-i:[A-Z])\w)|understand|remember|recall|get)|no idea|i see|i notice[ds]?|i'm assuming"
    r"|(?:i'm|i am|im)(?: now| very| so| really| quite| just| still| a bit| a little| totally| completely)* (?:confused|lost|tired|frustrated|annoyed|puzzled|stumped)"
    r"|(?:that|this|it) (?:was|is) (?:an? )?(?:really |very |pretty |such an? )?(?:terrible|horrible|awful|stupid|dumb|ridiculous)|could it be"
    r"|might be|could be|(?:maybe|perhaps)(?! (?:we|the|just)\b)|probably|or (?:do|is|are|does|should|can) (?:we|it|i|that|the)"
    r"|seems?|looks like|keine ahnung|vielleicht|weiß nicht|quizás|tal vez|no sé|peut-être|je ne sais pas|forse|talvez|misschien"
    r"|наверное|не знаю",
    r"可能|不知道|ربما|لا أعرف|かも",
)
"""The speaker is not sure."""
TAKEN_BACK = cue(
    r"forget (?:that|it|what i said|i (?:ever )?said)|(?:scrap|retract) that|never ?mind|i take (?:that|it) back|(?:was|were) (?:the )?old|change of plan"
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
    r"no longer|not? any ?more|(?:don't|doesn't|didn't|won't|can't|not|never)\b[^.,;]{1,40}\bany ?more|(?:i'm|we're)\b[^.,;]{1,30}\bnow|used to|moved(?: [\w-]+){0,3} (?:off|away|from|to)|switched|migrated|is dead|left"
    r"|(?:go(?:es)?|uses?|owns?|runs?|lives?|does|are|is)\b[^.]{0,30}\bnow|from (?:this \w+|\d{4}-\d\d(?:-\d\d)?) on|actually|scrap|let's go back|after all|turns out|replaced|changed|as of|no more|nicht mehr|jetzt|statt"
    r"|umgestellt|ya no|ahora|ne .{0,20} plus|maintenant|désormais|non più|adesso|não mais|agora|niet meer|nu|больше не|теперь",
    r"不再|改成|改用|现在|لم يعد|الآن|もう",
)
"""Something is otherwise than it was."""


_WITHDRAWN = cue(WITHDRAWN)
"""What somebody said themselves is taken back."""


def is_bare_condition(clause: str, sentence: str) -> bool:
    """Whether a clause only says when what its sentence asks for behind it holds: "If we need it, can you …?"."""
    if _CONDITION.match(clause) is None:
        return False
    return _ASKED_FOR.match(sentence, sentence.find(clause) + len(clause)) is not None


def takes_back(text: str) -> bool:
    """Whether somebody takes back in it what they said themselves."""
    return _WITHDRAWN.search(text) is not None


def tells_of_change(text: str) -> bool:
    """Whether a text says that something is otherwise than it was."""
    plain = plain_marks(text)
    return any(sign.search(plain) for sign in (TAKEN_BACK, CHANGED, RETHOUGHT, _WITHDRAWN)) or bool(
        over(plain)
    )
