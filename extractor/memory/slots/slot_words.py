"""Slot words: kinds of things that take each other's place, and words that do not tell what is spoken of.

Owns the tables. Promises plain sets of words in small letters. Never reads a text.
"""

from __future__ import annotations

AT_ALL_TIMES = {
    "tongue": "english german french spanish italian portuguese dutch polish czech russian ukrainian turkish arabic hebrew"
    " hindi chinese japanese korean vietnamese swedish danish norwegian finnish greek romanian hungarian",
    "packages": "npm pnpm yarn bun",
    "wheels": "pip pipenv poetry uv pdm hatch rye conda",
    "quotes": "single double",
    "indentation": "tabs spaces",
    "length": "short long",
    "tone": "formal informal casual",
    "theme": "dark light",
    "spelling": "american british",
}
"""Kinds of which a rule names the only one."""
AT_A_TIME = {
    "database": "postgres mysql mariadb sqlite mongodb oracle cockroachdb dynamodb firestore",
    "cache": "redis memcached valkey",
    "host": "heroku fly vercel netlify render railway aws azure gcp hetzner digitalocean",
    "unit tests": "jest vitest mocha jasmine ava",
    "python tests": "pytest unittest nose",
    "browser tests": "cypress playwright selenium puppeteer",
    "formatter": "black ruff autopep8 yapf prettier biome dprint",
    "linter": "eslint flake8 pylint oxlint tslint",
    "types": "mypy pyright pyrefly",
    "builds": "webpack vite rollup esbuild parcel turbopack",
    "pipelines": "jenkins circleci travis buildkite drone githubactions gitlabci azurepipelines",
    "tracker": "jira linear trello asana youtrack",
    "chat": "slack discord teams mattermost",
    "editor": "vim neovim emacs vscode zed sublime helix intellij pycharm webstorm cursor",
    "shell": "bash zsh fish nushell",
    "system": "macos linux windows",
    "branch": "main master develop",
    "queue": "kafka rabbitmq nats sqs",
    "framework": "react vue svelte angular solid",
    "styles": "tailwind bootstrap",
}
"""Kinds of which there are often several, so that one takes another's place only where a change is told."""
SAME = {
    form: word
    for word, forms in {
        "german": "deutsch alemán allemand", "english": "englisch inglés anglais", "french": "französisch français francés",
        "spanish": "spanisch español espagnol", "italian": "italienisch italiano", "postgres": "postgresql",
        "short": "brief briefly concise terse compact shorter kurz knapp", "main": "trunk",
        "long": "detailed verbose thorough longer lang ausführlich", "test": "tests testing", "write": "written writes writing",
        "deploy": "deploys deployment", "production": "prod", "database": "db",
        "edit": "touch modify change alter", "suggest": "propose", "dependency": "dependencies library libraries",
        "answer": "reply replies respond response talk speak explanation antwort antworte antworten responde respóndeme"
        " réponds",
    }.items()
    for form in forms.split()
}  # fmt: skip
"""By a word another that says the same."""
IDLE = frozenset(
    "a an and are as be been by can could do does for from had i in into is it its my of off or our out she should so"
    " that the their them then there these they this those too up very was we were will with would you your user also"
    " all any der die das den dem des ein eine einen und oder ist sind mit auf für von zu wir ich im am bei el la los"
    " las un una y o es son con en de del que por para se lo al le les du et est sont avec dans sur pour wird werden"
    " at team re ve ll m s got pls plz please sry sorry yay lol haha thx hey days"
    " always only use uses used using run runs running go goes keep give make want prefer"
    " like have has call called name named happen happens everything every time start starts get port now anymore"
    " everywhere generally default immer nur bitte ab sofort nutze nutzen verwende verwenden usa usamos usar siempre"
    " utilise toujours me mir us on to switched switch moved migrated upgraded bumped went changed replaced dropped"
    " moving switching shifted rescheduled back entirely fully just simply still one actually instead again longer"
    " week day located"
    " listens listen version versions here live lives kept stored hosted sit sits cut target minimum require requires"
    " report post channel benutzen benutze benutzt umgestiegen gewechselt umgezogen over repo project codebase file"
    " files know going arbeiten arbeite alle ganze hier folks everyone whole ahora desde jetzt künftig maintenant"
    " désormais adesso".split()
)
"""Words of a text that do not tell of what the slot is."""
EXCLUSIVE = frozenset("deploy host ship release publish answer write meet serve standup retro".split())
"""What is done in one place, on one day or to one host."""
INCLUDING = frozenset("support accept offer sell add includ cover".split())
"""What is done to several: one more takes nothing's place."""
TIMES = frozenset(
    "hourly nightly night daily weekly fortnightly biweekly monthly quarterly yearly annually monday tuesday wednesday thursday"
    " friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag second other first last morning"
    " evening noon midnight afternoon weekday weekdays weekend month quarter year weeks".split()
)
"""How often, and on which day."""
FROM_HERE_ON = (
    "from now on|going forward|from here on(?: out)?|ab (?:jetzt|sofort|heute)|künftig|in zukunft|a partir de ahora|desde ahora"
    "|désormais|dorénavant|d'ora in poi|отныне"
)
"""That something holds from here on. Alternatives of an expression."""
RUNTIMES = (
    "python|node(?:\\.?js)?|java|golang|go|ruby|php|rust|postgres(?:ql)?|mysql|redis|react|vue|angular|django|rails"
    "|typescript|kotlin|swift|ios|android|macos|terraform|kubernetes|debian|ubuntu"
)
"""Names before a version, in whatever letters they are typed. Alternatives of an expression."""
