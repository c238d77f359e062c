"""Words a sentence can bring along without saying anything new, and words that weigh too much for that.

Owns two tables, in the languages people write to agents in. Promises plain sets. Never reads a text.
"""

from __future__ import annotations

PLAIN = frozenset(
    # English
    "a an the and for are was were not never always with from into that this these those them they you your our"
    " his her its has have had having will would can could should must may might use used uses using when where"
    " what which who whose how why all any each every everything everywhere only just also more most some such"
    " than then there here user users user's person people project before after about over under out off one two"
    " way ways make makes made get gets got let lets want wants wanted does did done been being by but both else"
    " either neither nor none nothing nobody something anything someone anyone"
    " somebody anybody projects without instead rather because since while until unless whenever"
    " wherever however whether though yet still again soon now later ever even very too many much few less least"
    " same other another different own first last next new old real actual whole full short long small large big"
    " good bad better best right wrong clear plain simple easy hard need needs needed require requires required"
    " prefer prefers preferred preference like likes dislike dislikes avoid avoids avoided keep keeps kept put"
    " puts set sets take takes taken taking place places happen happens give gives given ask asks asked asking"
    " told tell tells say says said state states stated mean means meant agree agreed decide decided decision"
    " note notes rule rules fact reason reasons thing things case cases part parts part time times stay stays"
    " remain remains become becomes come comes goes going run runs running write writes written writing add adds"
    " added include includes including contain contains work works working done look looks see find finds found"
    " know knows known call called name named names format formatted text message messages feedback against between"
    " through during within upon per via onto around among across beside along toward behalf order favour favor"
    " follow follows following change changes changed changing code instead itself their theirs him she has he's it's"
    " afterwards otherwise careful long possible helpful useful usual usually generally important"
    " user-facing assistant agent whom whose necessary please thanks thank yes okay sure exactly file files edit"
    " edits edited ticket tickets issue issues"
    " filed depend depends choose chosen chose show shows shown update updates updated"
    " team teams deliver delivers delivered reply replies hereby therefore thus hence".split()
    # German
    + "der die das den dem des ein eine einen einem einer eines und oder aber ist sind war waren sein wird werden wurde"
    " wurden worden nicht nie niemals immer mit von für auf aus bei bis nach vor über unter zum zur ins ans vom wir"
    " ich sie ihr ihm ihn uns euch mein dein unser soll sollen sollte muss müssen kann können darf dürfen will wollen"
    " wenn dann dass weil damit also auch noch nur schon mal einmal erst hier dort wann wer wie was warum kein keine"
    " keinen keiner statt sondern ohne alle alles jede jeder jedes jeden man etwas nichts sehr mehr nutzer nutzerin nutzers"
    " projekt benutzer steht stehen findet finden statt gibt geben gilt gelten bitte dazu dafür daher dieser diese"
    " dieses diesem diesen verwendet verwende verwenden benutzt benutzen bleibt bleiben bevorzugt gemacht machen dabei"
    " schreiben schreib schreibe geschrieben nutzen nutzt nimm nehmen".split()
    # Spanish, Portuguese
    + "el la los las un una unos unas del al que con por para sin sobre entre como más muy también solo sólo siempre"
    " nunca jamás son está están ser estar hay haber hace hacer usa usan usar use debe deben deber tiene tienen tener"
    " cuando donde porque pero este esta estos estas ese esa todo toda todos todas cada nada usuario usuaria equipo proyecto"
    " su sus antes respuesta respuestas"
    " después desde hasta nos les favor quiere prefiere utiliza uma uns umas dos das nos nas pelo pela com sem são"
    " estão não mais muito também sempre deve devem tem têm quando onde porque mas isto isso neste nesta projeto"
    " usuário depois desde até".split()
    # French
    + "les des une est sont pas plus jamais toujours avec sans pour dans sur par que qui quoi dont mais donc car aux"
    " ces cet cette son ses leur leurs nous vous ils elles elle tout toute tous toutes chaque aucun aucune lieu avoir"
    " être fait faire doit doivent peut utilisateur equipe veut veulent projet avant après contient contiennent"
    " utilise utilisent préfère"
    " était utilisé utilisés utilisée utilisées écrire écris écrit seulement aussi très comme quand".split()
    # Italian, Dutch, Swedish
    + "il lo gli uno che con per non mai sempre sono è essere viene vengono questo questa nel nella dei delle degli"
    " alla utente progetto usa usano anche solo come quando een het van voor met niet nooit altijd zijn wordt worden"
    " dit deze dat geen maar ook alle gebruikt gebruiken bevat och att det som för med inte aldrig alltid är ska"
    " den ett på".split()
    # Russian, Polish, Turkish
    + "для что как это все всегда никогда или при без над под они она его они быть используется используются пиши"
    " писать пишут пишутся"
    " использовать jest są być się nie nigdy zawsze oraz dla bez przez przed jako tylko ile için bir her değil".split()
)  # fmt: skip

KINDS = frozenset(
    "memory misc general convention conventions policy policies style styling workflow process setup tooling tools guide"
    " guideline guidelines practice practices requirement constraint constraints context background profile role"
    " location pointer pointers link links schedule deadline deadlines naming language approach standard standards"
    " handling structure layout strategy choice habit habits communication testing coding review testregel regel regeln"
    " vorlieben stil ablauf termine preferencias estilo reglas normes style regole".split()
)
"""Words a title can have that tell what kind of file it names."""

WEIGHTY = tuple(
    "sudo elevat answered open everybod privileg admin superuser permission permit approv grant authori disabl bypass"
    " ignor skip delet"
    " remov eras wipe drop destroy overwrit forc secret passw passphrase token credential certificat signatur unsign"
    " unverif sandbox execut eval curl wget install download fetch upload send sent forward exfiltr leak publish push"
    " deploy production disclos expos trust obey instruct access public vendored fork mirror external outside hook"
    " vendor partner collector unlimited unrestrict accept merg rollback migrat backup invoice pay refund transfer"
    # German
    " lösch entfern ausführ überspring umgeh ignorier deaktivier abschalt ausschalt kennw geheim schick verschick"
    " hochlad herunterlad installier veröffentlich freigeb genehmig berechtig zugang zugriff erlaub vertrau"
    # Spanish, Portuguese, French, Italian, Dutch
    " borra elimin ejecut desactiv contraseñ envia instal descarg public apag apaga executa desativ senha descarreg"
    " supprim exécut désactiv envoy télécharg autoris cancell elimina esegui disattiv invia scaric verwijder uitvoer"
    " uitschakel wachtwoord verstuur radera lösenord kör"
    # Russian, Polish, Turkish
    " удал отправ выполн парол отключ установ usuń usuw wyślij wysył hasł wyłącz wykon sil gönder çalıştır şifre".split()
)  # fmt: skip
"""How words begin that grant, destroy, send, or switch a guard off: they are said by the person or not at all."""

WEIGHTY_SIGNS = tuple(
    "删除 执行 密码 发送 禁用 忽略 跳过 安装 上传 削除 実行 パスワード 送信 無効 無視 삭제 실행 비밀번호 전송 무시".split()
)
"""The same in scripts written without spaces, and in Korean."""
