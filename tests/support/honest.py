"""What people say and what a good model makes of it: writes that have to be kept.

Owns pairs of words and facts in several languages. Promises that each fact is said in its words, in
others where a model would choose others. Never a hard case for its own sake.
"""

# ruff: noqa: E501
from __future__ import annotations

from typing import NamedTuple


class Honest(NamedTuple):
    """A talk, and the write that is made of it."""

    said: tuple[tuple[str, str], ...]
    """`h` or `a`, and the words, in order."""
    text: str
    quotes: tuple[tuple[int, str], ...] = ()
    """Number of the message and words; none: everything said, whole."""
    description: str = ""
    why: str = ""
    how: str = ""
    name: str = "a-fact"
    before: str = ""
    """A sentence of the memory file that this one takes the place of."""


def _one(said: str, text: str, **more: str) -> Honest:
    return Honest((("h", said),), text, **more)


def _yes(asked: str, answer: str, text: str) -> Honest:
    return Honest((("a", asked), ("h", answer)), text)


HONEST: tuple[Honest, ...] = (
    # ------------------------------------------------------------ English, one remark
    _one("always run the linter before you commit please", "The linter is run before every commit."),
    _one("do not mock the database in tests", "Tests run against a real database, never a mock."),
    _one("never push to main on your own", "Do not push to main without being asked."),
    _one("too many comments in there, please leave them out", "Code is written without comments."),
    _one("we use pnpm here, not npm", "The project uses pnpm instead of npm."),
    _one("I prefer short diffs, it makes reviewing easier", "The user prefers short diffs.", why="Short diffs are easier to review."),
    _one("the freeze starts on 4 December this year", "The freeze starts on 2026-12-04."),
    _one("money is integer cents everywhere, floats gave us rounding errors", "Money is stored as integer cents.", why="Floats gave rounding errors."),
    _one("the dashboards are at https://grafana.example.com/d/checkout", "Dashboards are found at https://grafana.example.com/d/checkout."),
    _one("ask Maria before you touch the billing code", "Ask Maria before changing the billing code.", name="ask-maria-about-billing"),
    _one("deploys only on Tuesdays please", "Deploys happen only on Tuesdays."),
    _one("I'm a data scientist, new to frontend, so explain the React bits", "The user is a data scientist and new to frontend.", how="Explain the React parts."),
    _one("stop summarizing what you did at the end of every reply", "Replies do not end with a summary of what was done."),
    _one("set the timeout to 30s, the upstream is slow", "The timeout is 30s.", why="The upstream is slow."),
    _one("don't touch generated/ by hand, it is overwritten", "Files in generated/ are not edited by hand.", why="They are overwritten."),
    _one("new variables go into .env.example as well", "New variables are also added to .env.example."),
    _one("the branch feature/ENT-109-login tracks the login work", "The login work is ticket ENT-109."),
    _one("use tabs and / or whatever the formatter says", "Whatever the formatter says is used: tabs and / or its choice."),
    _one("yes exactly, single PR was the right call here, splitting it would be churn", "A single PR was the right call.", why="Splitting it would have been churn."),
    _one("legal wants the session tokens out of the logs by 2026-12-15", "Legal wants session tokens out of the logs by 2026-12-15."),
    _one("bugs are tracked in Linear, project INGEST", "Bugs are tracked in the Linear project INGEST."),
    _one("I hate nested ternaries, write plain ifs", "Nested ternaries are avoided in favour of plain ifs."),
    _one("please answer in German, I read that faster", "The user wants answers in German.", why="They read it faster."),
    _one("the staging server is flaky in the mornings, retry twice before you worry", "The staging server is flaky in the mornings; retry twice."),
    _one("commit messages in the imperative, max 50 characters", "Commit messages are imperative and at most 50 characters long."),
    _one("we dropped support for Python 3.9 last week, 3.11 is the minimum", "The minimum Python version is 3.11."),
    _one("integration tests need docker running, otherwise they hang forever", "Integration tests need a running docker.", why="Otherwise they hang."),
    _one("keep the public API stable, we have customers on it", "The public API is kept stable.", why="Customers depend on it."),
    _one("I'm on call this week so be careful with the alerts config", "Be careful with the config of alerts."),
    _one("could you please always show me the plan before editing files?", "The plan is shown before files are edited."),
    _one("can you use uv instead of pip from now on?", "Use uv instead of pip."),
    _one("the ORM is banned in the hot path, raw SQL only", "In the hot path only raw SQL is used, no ORM."),
    _one("our retros are every second Friday", "Retros take place every second Friday."),
    _one("only run the slow suite if I ask for it", "The slow suite is run only when the user asks for it."),
    _one("if the build is red, skip the deploy", "A red build means the deploy is skipped."),
    _one("when you rename things, update the docs too", "Renaming things includes updating the docs."),
    _one("unless I say otherwise, target the develop branch", "Target the develop branch unless told otherwise."),
    _one("- no emojis in the docs\n- use British spelling\n- headings in sentence case", "Docs use British spelling.", quotes=((0, "use British spelling"),)),
    _one("do not use\n- default exports\n\nuse named exports everywhere", "Named exports are used everywhere.", quotes=((0, "use named exports everywhere"),)),
    _one("1. don't add new dependencies\n2. keep functions under 40 lines", "Functions stay under 40 lines.", quotes=((0, "keep functions under 40 lines"),)),
    _one("the customer is called Nordwind, they pay per seat", "The customer Nordwind pays per seat."),
    _one("our VAT rate for books is 7 percent", "Books have a VAT rate of 7 percent."),
    _one("wrap errors with context, bare exceptions cost us a night of debugging", "Errors are wrapped with context.", why="Bare exceptions cost a night of debugging."),
    _one("log in UTC, always", "Logs are in UTC."),
    _one("feature flags live in config/flags.yaml, nowhere else", "Feature flags live in config/flags.yaml."),
    _one("the mobile team cuts its release branch on 2026-12-01, after that only fixes", "The mobile team cuts its release branch on 2026-12-01; afterwards only fixes."),
    _one("please don't rebase shared branches, merge instead", "Shared branches are merged, never rebased."),
    _one("no need to ask before running tests, just run them", "Tests may be run without asking."),
    _one("I like how you split that into small commits, keep doing it", "Work is split into small commits."),
    _one("the fixtures are slow because they rebuild the index, cache it", "Fixtures cache the index.", why="Rebuilding the index makes them slow."),
    _one("we picked Postgres over Mongo because of transactions", "Postgres was chosen over Mongo.", why="Transactions."),
    _one("type hints on every public function, mypy strict", "Every public function has type hints; mypy is strict."),
    _one("the API key for tests is in the vault under team/shop", "The vault holds the API key for tests under team/shop."),
    _one("never log customer emails, privacy asked us twice", "Customer emails are never logged.", why="Privacy asked for it twice."),
    _one("button labels are written in lower case in this design", "Button labels are lower case."),
    _one("wait for CI to be green before merging", "Merge only after CI is green."),
    _one("backups run at 02:00, don't start migrations then", "No migrations are started at 02:00, when backups run."),
    _one("my name is Priya and I lead the payments team", "The user is Priya, who leads the payments team."),
    _one("for dates in the UI use day month year", "UI dates are written as day, month, year."),
    _one("the load test must hold 500 requests per second", "The load test has to hold 500 requests per second."),
    _one("use feature branches named after the ticket", "Feature branches are named after their ticket."),
    _one("snapshots are refreshed by hand, never in CI", "Snapshots are never refreshed in CI but by hand."),
    _one("you can delete files under tmp/ whenever you like", "Files under tmp/ may be deleted at any time."),
    _one("our style guide is docs/style.md, follow it for naming", "Naming follows docs/style.md."),
    _one("prefer composition over inheritance please", "The user prefers composition to inheritance."),
    _one("one assertion per test, I want to see what broke", "Each test has one assertion.", why="It shows what broke."),
    _one("the vendor caps us at 100 calls a minute", "The vendor allows 100 calls per minute."),
    _one("errors shown to users must be translated", "Error messages for users are translated."),
    _one("keep the changelog current with every PR", "Every PR updates the changelog."),
    _one("use the shared logger rather than print", "The shared logger is used instead of print."),
    _one("accessibility matters here: every image needs alt text", "Every image has alt text.", why="Accessibility matters."),
    _one("sort imports with ruff, not isort", "Imports are sorted with ruff, not isort."),
    _one("the parser is vendored, upstream is dead, so fix bugs in place", "The parser is vendored and bugs are fixed in place.", why="Upstream is dead."),
    # ------------------------------------------------------------ answers to the agent
    _yes("Should the money be kept in cents, as integers?", "yes", "Money is kept in cents as integers."),
    _yes("I could cache the tokens in Redis. Shall I do that?", "yes please", "Tokens are cached in Redis."),
    _yes("Shall I mock the database?", "No, don't.", "Do not mock the database."),
    _yes("Should I write the tests with pytest rather than unittest?", "yes, always pytest", "Tests are written with pytest."),
    _yes("Do you want the report as CSV or as JSON?", "CSV", "The report is delivered as CSV."),
    _yes("I would put shared helpers into lib/common. Is that all right with you?", "No problem, do it", "Shared helpers go into lib/common."),
    _yes("From now on I'd squash commits before merging, agreed?", "agreed", "Commits are squashed before merging."),
    _yes("Soll ich die Preise in Cent speichern?", "ja, genau", "Preise werden in Cent gespeichert."),
    _yes("Which database shall the staging system use?", "the same Postgres as production", "Staging uses the same Postgres as production."),
    _yes("Should we keep the old endpoint for another month?", "yes, until the app is updated", "The old endpoint is kept until the app is updated."),
    _yes("I'd name migrations by date and purpose. OK for you?", "ok", "Migrations are named by date and purpose."),
    _yes("¿Guardo los precios en céntimos?", "sí", "Los precios se guardan en céntimos."),
    # ------------------------------------------------------------ German
    _one("bitte immer auf Deutsch antworten", "Antworten sind auf Deutsch."),
    _one("die Datenbank wird in Tests nicht gemockt, das ging schon mal schief", "Die Datenbank wird in Tests nie gemockt.", why="Das ging schon einmal schief."),
    _one("wir deployen nie am Freitag", "Freitags wird nicht deployt."),
    _one("Geldbeträge immer in Cent speichern, bitte", "Geldbeträge werden in Cent gespeichert."),
    _one("Commit-Nachrichten schreiben wir auf Englisch", "Commit-Nachrichten sind auf Englisch."),
    _one("frag erst Sabine, bevor du am Import etwas änderst", "Vor Änderungen am Import wird Sabine gefragt."),
    _one("ich bin Buchhalter und kein Entwickler, erklär es einfach", "Der Nutzer ist Buchhalter, kein Entwickler.", how="Einfach erklären."),
    _one("der Code-Freeze beginnt am 4. Dezember", "Der Code-Freeze beginnt am 2026-12-04."),
    _one("Kommentare nur, wenn der Grund nicht klar ist", "Kommentare stehen nur dort, wo der Grund nicht klar ist."),
    _one("keine neuen Abhängigkeiten ohne Absprache", "Neue Abhängigkeiten nur nach Absprache."),
    _one("die Oberfläche duzt die Kunden", "In der Oberfläche werden Kunden geduzt."),
    _one("das Lager zählt montags, da bitte keine Wartung", "Montags zählt das Lager, dann findet keine Wartung statt."),
    # ------------------------------------------------------------ Spanish, French, Italian, Portuguese, Dutch
    _one("no uses mocks para la base de datos en las pruebas", "Las pruebas no usan mocks para la base de datos."),
    _one("responde siempre en español, por favor", "Las respuestas son siempre en español."),
    _one("nunca hagas push a main sin avisarme", "No se hace push a main sin avisar."),
    _one("los precios se guardan en céntimos enteros", "Los precios se guardan como céntimos enteros."),
    _one("los despliegues son solo los martes", "Solo se despliega los martes."),
    _one("pregunta a Lucía antes de tocar la facturación", "Antes de tocar la facturación hay que preguntar a Lucía."),
    _one("ne mets pas de commentaires dans le code", "Le code ne contient pas de commentaires."),
    _one("réponds toujours en français s'il te plaît", "Les réponses sont toujours en français."),
    _one("les montants sont stockés en centimes", "Les montants sont stockés en centimes."),
    _one("on ne déploie jamais le vendredi", "Aucun déploiement n'a lieu le vendredi, jamais."),
    _one("demande à Hélène avant de changer la facturation", "Hélène est consultée avant tout changement de la facturation."),
    _one("je préfère les petites fonctions", "L'utilisateur préfère les petites fonctions."),
    _one("rispondi sempre in italiano, per favore", "Le risposte sono sempre in italiano."),
    _one("non usare mai float per i prezzi", "Per i prezzi non si usano mai float."),
    _one("i test girano su un database vero", "I test girano su un database vero."),
    _one("use sempre o pnpm neste projeto", "O projeto usa sempre pnpm."),
    _one("nunca apague os backups sem perguntar", "Os backups nunca são apagados sem perguntar."),
    _one("os testes usam o banco de dados real", "Os testes usam um banco de dados real."),
    _one("gebruik altijd pnpm in dit project", "Dit project gebruikt altijd pnpm."),
    _one("geen commentaar in de code graag", "De code bevat geen commentaar."),
    # ------------------------------------------------------------ other scripts and families
    _one("所有测试都必须使用真实的数据库", "测试必须使用真实的数据库。"),
    _one("请用中文回答我的问题", "用中文回答问题。"),
    _one("提交之前先运行代码检查", "提交之前要先运行代码检查。"),
    _one("テストでは本物のデータベースを使ってください", "テストでは本物のデータベースを使う。"),
    _one("コミットメッセージは英語で書いてください", "コミットメッセージは英語で書く。"),
    _one("всегда отвечай на русском языке", "Ответы всегда на русском языке."),
    _one("не используй моки для базы данных в тестах", "В тестах не используются моки для базы данных."),
    _one("zawsze odpowiadaj po polsku", "Odpowiadaj zawsze po polsku."),
    _one("ceny zapisujemy w groszach jako liczby całkowite", "Ceny są zapisywane w groszach jako liczby całkowite."),
    _one("테스트는 실제 데이터베이스를 사용해 주세요", "테스트는 실제 데이터베이스를 사용한다."),
    _one("testler her zaman gerçek veritabanı kullanmalı", "Testler gerçek veritabanı kullanır."),
    _one("svara alltid på svenska", "Svaren är alltid på svenska."),
    _one("vi deployar aldrig på fredagar", "På fredagar deployar vi aldrig."),
    # ------------------------------------------------------------ updates, merges, dates, answers by number
    _one("we moved from Jenkins to Buildkite", "Builds run on Buildkite.", before="Builds run on Jenkins."),
    _one("the freeze moved, it starts on 11 December now", "The freeze starts on 2026-12-11.", before="The freeze starts on 2026-12-04."),
    _one("forget the 40 line rule, 60 lines a function is fine", "Functions may have up to 60 lines.", before="Functions stay under 40 lines."),
    _one("Maria left, ask Tom about billing from now on", "Ask Tom about billing.", before="Ask Maria about billing."),
    _one("the board is now at https://grafana.example.com/d/2", "The board is at https://grafana.example.com/d/2.", before="The board is at https://grafana.example.com/d/1."),
    Honest((("h", "exports are CSV files"), ("a", "Done."), ("h", "and exports must have a header line")), "Exports are CSV files with a header line.", quotes=((0, "exports are CSV files"), (2, "exports must have a header line"))),
    Honest((("h", "use black for formatting"), ("a", "Done."), ("h", "line length 100 in black please")), "Formatting is done with black at line length 100.", quotes=((0, "use black for formatting"), (2, "line length 100 in black"))),
    _one("the demo is next Tuesday", "The demo is on 2026-11-24."),
    _one("tomorrow we switch the payment provider", "The payment provider is switched on 2026-11-19."),
    _one("die Demo ist morgen", "Die Demo ist am 2026-11-19."),
    _yes("Two ways:\n1. Keep sessions in Redis.\n2. Keep sessions in Postgres.\nWhich do you want?", "2", "Sessions are kept in Postgres."),
    _yes("Shall I use tabs or spaces?", "spaces", "Spaces are used, not tabs."),
    _yes("Option A: one big PR. Option B: small PRs, one a module. Which one?", "yes, the second", "Small PRs are made, one a module."),
    _one("bitte keine Emojis in den Antworten", "The user wants no emojis in answers.", quotes=((0, "bitte keine Emojis in den Antworten"),)),
)  # fmt: skip


FRESH: tuple[Honest, ...] = (
    _one("put new endpoints under /api/v2, v1 is frozen", "New endpoints go under /api/v2.", why="v1 is frozen."),
    _one("I read diffs on my phone so keep lines short", "Lines are kept short.", why="The user reads diffs on a phone."),
    _one("the nightly job is owned by the data team, don't edit it without them", "The nightly job belongs to the data team and is not edited without them."),
    _one("we never delete rows, we set deleted_at", "Rows are never deleted; deleted_at is set instead."),
    _one("tests should be named after behaviour, not after methods", "Tests are named after behaviour, not methods."),
    _one("release day is every other Thursday", "Releases happen every other Thursday."),
    _one("please use metric units in all examples", "Examples use metric units."),
    _one("I'm colour blind, don't rely on red and green in charts", "The user is colour blind; charts do not rely on red and green."),
    _one("our customers are mostly hospitals, downtime is a real problem", "Customers are mostly hospitals.", why="Downtime is a problem."),
    _one("keep the README under two pages", "The README stays under two pages."),
    _one("design docs live in Notion, space Platform", "Design docs are in the Notion space Platform."),
    _one("stop apologizing, just fix it", "The user wants fixes without apologies."),
    _one("we squash on merge", "Merges are squashed."),
    _one("the audit is on 9 January 2027, everything must be documented by then", "The audit is on 2027-01-09; everything has to be documented by then."),
    _one("use structured logging with the request id in every line", "Logging is structured and every line carries the request id."),
    _one("only touch the vendor folder through the update script", "The vendor folder is only changed through the update script."),
    _one("Tom reviews anything with SQL in it", "Anything with SQL is reviewed by Tom."),
    _one("I prefer early returns over nested ifs", "The user prefers early returns to nested ifs."),
    _one("the retry limit is 5, more than that hammers the upstream", "Retries are limited to 5.", why="More hammers the upstream."),
    _one("yes, that's exactly how I want error messages: what happened and what to do", "Error messages say what happened and what to do."),
    _one("we're dropping Windows support at the end of March 2027", "Windows support is dropped at the end of March 2027."),
    _one("in code review, ask questions first instead of rewriting my code", "In reviews, questions come before rewriting the user's code."),
    _one("the flag is called enable_fast_path, keep it off in staging", "The flag enable_fast_path stays off in staging."),
    _one("explain it like I'm a backend person, I don't know CSS", "The user is a backend person and does not know CSS."),
    _yes("Should I add a changelog entry for each fix?", "yes, always", "Each fix gets a changelog entry."),
    _yes("I can write this as a class or as plain functions. What do you prefer?", "plain functions", "The user prefers plain functions."),
    _yes("Shall I leave the deprecated flag in place?", "no, remove it", "The deprecated flag is removed."),
    _one("actually staging is on AWS these days", "Staging is on AWS.", before="Staging is on Heroku."),
    _one("we review on Mondays now, not on Fridays", "Reviews are on Mondays.", before="Reviews are on Fridays."),
    _one("bitte schreib Tests immer zuerst", "Tests werden immer zuerst geschrieben."),
    _one("der Kunde heißt Meier und zahlt per Rechnung", "Der Kunde Meier zahlt per Rechnung."),
    _one("Fehlermeldungen bitte auf Deutsch, unsere Nutzer sprechen kein Englisch", "Fehlermeldungen sind auf Deutsch.", why="Die Nutzer sprechen kein Englisch."),
    _one("kein Docker auf diesem Rechner, nimm Podman", "Auf diesem Rechner wird Podman statt Docker verwendet."),
    _one("prefiero funciones cortas y sin efectos secundarios", "El usuario prefiere funciones cortas y sin efectos secundarios."),
    _one("los informes se envían cada lunes a contabilidad", "Los informes se envían a contabilidad cada lunes."),
    _one("no toques la carpeta legacy sin preguntar", "La carpeta legacy no se toca sin preguntar."),
    _one("utilise toujours des guillemets simples", "Des guillemets simples sont toujours utilisés."),
    _one("代码注释请用英文写", "代码注释用英文写。"),
    _one("我们每周五不发布新版本", "每周五不发布新版本。"),
    _one("日志保留三十天", "日志保留三十天。"),
    _one("أجب دائما باللغة العربية من فضلك", "الإجابات دائما باللغة العربية."),
    _one("لا تستخدم مكتبات جديدة بدون إذن", "لا تستخدم مكتبات جديدة بدون إذن."),
    _one("دائما شغل الاختبارات قبل الدمج", "شغل الاختبارات قبل الدمج دائما."),
    _one("пиши комментарии на русском", "Комментарии пишутся на русском."),
)  # fmt: skip
"""Written after the words were tuned: 39 of these 44 were kept when they were first tried."""
