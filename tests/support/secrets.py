"""Made-up secrets of every kind in many places, and lines that hold none. All of it made at run time.

Owns the generators. Promises the same secrets and lines for the same seed, and that no secret-looking
literal stands in this file. Never asks the code under test what a secret is.
"""

from __future__ import annotations

import base64
import json
import string
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

ALNUM = string.ascii_letters + string.digits
LOWER = string.ascii_lowercase + string.digits
UPPER = string.ascii_uppercase + string.digits
BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
HEX = "0123456789abcdef"
URLSAFE = ALNUM + "-_"
BASE64 = ALNUM + "+/"
DIGITS = string.digits
WORDS = (
    "the build runs again after we moved parser cache session folder into its own module and nobody saw why "
    "deploy pipeline reads staging config before worker starts so please look there first token secret key password"
).split()


@dataclass(frozen=True, slots=True)
class Planted:
    """A text with a secret in it."""

    kind: str
    secret: str
    text: str


def take(chosen: Random, alphabet: str, length: int) -> str:
    """Random letters; at least one a digit where the alphabet has digits, as issuers' keys all but always have."""
    while True:
        made = "".join(chosen.choices(alphabet, k=length))
        if length < 20 or not set(alphabet) & set(DIGITS) or set(made) & set(DIGITS):
            return made


def edged(chosen: Random, alphabet: str, length: int) -> str:
    """As `take`, with a letter or digit at both ends."""
    ends = "".join(letter for letter in alphabet if letter.isalnum())
    return take(chosen, ends, 1) + take(chosen, alphabet, length - 2) + take(chosen, ends, 1)


Maker = Callable[[Random], str]


def _parts(*parts: str | tuple[str, int]) -> Maker:
    """A key of fixed pieces, given in two halves, and random ones."""

    def make(chosen: Random) -> str:
        return "".join(
            p if isinstance(p, str) else edged(chosen, *p) if p[1] > 2 else take(chosen, *p) for p in parts
        )

    return make


FORMATS: dict[str, Maker] = {
    "anthropic": _parts("sk-", "ant-api03-", (URLSAFE, 93)),
    "openrouter": _parts("sk-", "or-v1-", (HEX, 64)),
    "openai": _parts("sk", "-", (ALNUM, 48)),
    "openai project": _parts("sk-", "proj-", (URLSAFE, 100)),
    "cerebras": _parts("cs", "k-", (LOWER, 48)),
    "elevenlabs": _parts("s", "k_", (HEX, 48)),
    "cursor": _parts("crs", "r_", (HEX, 64)),
    "nostr": _parts("nse", "c1", (BECH32, 58)),
    "github": _parts("gh", "p_", (ALNUM, 36)),
    "github server": _parts("gh", "s_", (ALNUM, 36)),
    "github fine-grained": _parts("github", "_pat_", (ALNUM, 22), "_", (ALNUM, 59)),
    "gitlab": _parts("gl", "pat-", (URLSAFE, 20)),
    "gitlab runner": _parts("gl", "rt-", (URLSAFE, 20)),
    "gitlab routed": _parts("gl", "pat-", (URLSAFE, 27), ".01.", (LOWER, 9)),
    "gitlab registration": _parts("GR", "1348941", (ALNUM, 20)),
    "nuget": _parts("oy", "2", (LOWER, 43)),
    "aiven": _parts("AV", "NS_", (URLSAFE, 19)),
    "cloudflare origin": _parts("v1", ".0-", (HEX, 24), "-", (HEX, 146)),
    "daytona": _parts("dt", "n_", (HEX, 64)),
    "inngest": _parts("sign", "key-prod-", (HEX, 64)),
    "cal": _parts("cal", "_live_", (HEX, 32)),
    "clickup": _parts("pk", "_", (DIGITS, 8), "_", (UPPER, 32)),
    "mercado pago": _parts("APP", "_USR-", (DIGITS, 16), "-", (DIGITS, 6), "-", (HEX, 32), "-", (DIGITS, 9)),
    "grafana": _parts("gl", "sa_", (ALNUM, 32), "_", (HEX, 8)),
    "e2b": _parts("e2", "b_", (HEX, 40)),
    "langsmith": _parts("lsv", "2_pt_", (HEX, 32), "_", (HEX, 10)),
    "groq": _parts("gs", "k_", (ALNUM, 52)),
    "stripe": _parts("sk", "_live_", (ALNUM, 24)),
    "stripe restricted": _parts("rk", "_live_", (ALNUM, 99)),
    "webhook secret": _parts("wh", "sec_", (ALNUM, 32)),
    "slack bot": _parts("xo", "xb-", (DIGITS, 12), "-", (DIGITS, 12), "-", (ALNUM, 24)),
    "slack app": _parts("xa", "pp-1-", (UPPER, 11), "-", (DIGITS, 13), "-", (HEX, 64)),
    "npm": _parts("np", "m_", (ALNUM, 36)),
    "pypi": _parts("py", "pi-", (URLSAFE, 150)),
    "rubygems": _parts("ruby", "gems_", (HEX, 48)),
    "crates": _parts("ci", "o", (ALNUM, 32)),
    "docker": _parts("dckr", "_pat_", (URLSAFE, 27)),
    "hugging face": _parts("h", "f_", (ALNUM, 34)),
    "replicate": _parts("r", "8_", (ALNUM, 37)),
    "perplexity": _parts("pp", "lx-", (ALNUM, 48)),
    "xai": _parts("xa", "i-", (ALNUM, 80)),
    "aws access key": _parts("AK", "IA", (UPPER, 16)),
    "aws session key": _parts("AS", "IA", (UPPER, 16)),
    "google": _parts("AI", "za", (URLSAFE, 35)),
    "google client": _parts("GOC", "SPX-", (URLSAFE, 28)),
    "google access": _parts("ya", "29.", (URLSAFE, 120)),
    "azure": _parts((ALNUM, 3), "8Q", "~", (ALNUM, 34)),
    "digitalocean": _parts("do", "p_v1_", (HEX, 64)),
    "heroku": _parts("HR", "KU-", (URLSAFE, 60)),
    "alibaba": _parts("LT", "AI", (ALNUM, 20)),
    "tencent": _parts("AK", "ID", (ALNUM, 32)),
    "databricks": _parts("da", "pi", (HEX, 32)),
    "vault": _parts("hv", "s.", (URLSAFE, 92)),
    "terraform": _parts((ALNUM, 14), ".atlas", "v1.", (ALNUM, 67)),
    "pulumi": _parts("pu", "l-", (HEX, 40)),
    "doppler": _parts("dp", ".pt.", (ALNUM, 43)),
    "age": _parts("AGE-", "SECRET-KEY-1", (UPPER, 58)),
    "tailscale": _parts("ts", "key-auth-", (ALNUM, 12), "-", (ALNUM, 32)),
    "fly": _parts("fm", "2_", (ALNUM, 120)),
    "netlify": _parts("nf", "p_", (ALNUM, 36)),
    "supabase": _parts("sb", "p_", (HEX, 40)),
    "firecrawl": _parts("f", "c-", (HEX, 32)),
    "brave": _parts("BS", "A", (ALNUM, 28)),
    "z.ai": _parts((HEX, 32), ".", (ALNUM, 16)),
    "context7": _parts("ctx7", "sk-", (HEX, 8), "-", (HEX, 4), "-", (HEX, 4), "-", (HEX, 4), "-", (HEX, 12)),
    "launchdarkly": _parts("sd", "k-", (HEX, 8), "-", (HEX, 4), "-", (HEX, 4), "-", (HEX, 4), "-", (HEX, 12)),
    "runpod": _parts("rp", "a_", (UPPER, 40), (LOWER, 6)),
    "modal": _parts("a", "s-", (ALNUM, 22)),
    "trello": _parts("AT", "TA", (HEX, 64), (DIGITS, 8)),
    "prefect": _parts("pn", "u_", (LOWER, 36)),
    "readme": _parts("rd", "me_", (LOWER, 70)),
    "shippo": _parts("shippo", "_live_", (HEX, 40)),
    "flutterwave": _parts("FLW", "SECK_TEST-", (HEX, 32), "-X"),
    "planetscale": _parts("psc", "ale_tkn_", (URLSAFE, 43)),
    "neon": _parts("na", "pi_", (LOWER, 64)),
    "sendgrid": _parts("S", "G.", (URLSAFE, 22), ".", (URLSAFE, 43)),
    "mailgun": _parts("ke", "y-", (HEX, 32)),
    "mailchimp": _parts((HEX, 32), "-u", "s21"),
    "brevo": _parts("xkey", "sib-", (HEX, 64), "-", (ALNUM, 16)),
    "resend": _parts("r", "e_", (ALNUM, 8), "_", (ALNUM, 24)),
    "twilio": _parts("S", "K", (HEX, 32)),
    "telegram": _parts("1234", "56789", ":A", "A", (URLSAFE, 33)),
    "discord": _parts("M", "T", (ALNUM, 24), ".", (ALNUM, 6), ".", (URLSAFE, 38)),
    "shopify": _parts("shp", "at_", (HEX, 32)),
    "square": _parts("EA", "AA", (URLSAFE, 60)),
    "plaid": _parts(
        "access-", "sandbox-", (HEX, 8), "-", (HEX, 4), "-", (HEX, 4), "-", (HEX, 4), "-", (HEX, 12)
    ),
    "easypost": _parts("EZ", "AK", (ALNUM, 54)),
    "linear": _parts("lin", "_api_", (ALNUM, 40)),
    "notion": _parts("nt", "n_", (ALNUM, 46)),
    "figma": _parts("fi", "gd_", (URLSAFE, 40)),
    "atlassian": _parts("ATA", "TT3x", (URLSAFE, 180)),
    "airtable": _parts("pa", "t", (ALNUM, 14), ".", (HEX, 64)),
    "postman": _parts("PM", "AK-", (HEX, 24), "-", (HEX, 34)),
    "newrelic": _parts("NR", "AK-", (UPPER, 27)),
    "sentry": _parts("snt", "rys_", (ALNUM, 120)),
    "sonar": _parts("sq", "p_", (HEX, 40)),
    "dynatrace": _parts("dt0", "c01.", (UPPER, 24), ".", (UPPER, 64)),
    "circleci": _parts("CCI", "PAT_", (ALNUM, 22), "_", (HEX, 40)),
    "artifactory": _parts("AK", "Cp", (ALNUM, 69)),
    "dropbox": _parts("s", "l.", (URLSAFE, 140)),
    "zoho": _parts("100", "0.", (HEX, 32), ".", (HEX, 32)),
    "asana": _parts("1", "/1207", "891214671284:", (HEX, 32)),
    "axiom": _parts("xa", "at-", (HEX, 8), "-", (HEX, 4), "-", (HEX, 4), "-", (HEX, 4), "-", (HEX, 12)),
    "wakatime": _parts("wa", "ka_", (HEX, 8), "-", (HEX, 4), "-", (HEX, 4), "-", (HEX, 4), "-", (HEX, 12)),
    "jwt": _parts("ey", "J", (URLSAFE, 33), ".ey", "J", (URLSAFE, 80), ".", (URLSAFE, 43)),
}
"""Keys that are known by their form wherever they stand."""


def password(chosen: Random) -> str:
    """As people and password makers make them: letters and at least one digit, often signs."""
    if chosen.random() < 0.4:
        word = chosen.choice(("Summer", "winter", "Falcon", "Kettle", "moritz", "Bicycle"))
        return f"{word}{chosen.randrange(10, 9999)}{chosen.choice(['', '!', '#', '?x'])}"
    return (
        take(chosen, ALNUM, 1)
        + take(chosen, DIGITS, 1)
        + take(chosen, ALNUM + "!#%^*-_+=?~.", chosen.randrange(5, 20))
        + take(chosen, ALNUM, 1)
    )


def token(chosen: Random) -> str:
    """A random value without a form of its own."""
    return chosen.choice(
        (
            lambda: take(chosen, HEX, chosen.choice((32, 40, 64))),
            lambda: take(chosen, ALNUM, chosen.randrange(20, 65)),
            lambda: edged(chosen, URLSAFE, chosen.randrange(24, 65)),
            lambda: base64.b64encode(chosen.randbytes(chosen.choice((24, 32, 48, 64)))).decode(),
        )
    )()


def alone(chosen: Random) -> str:
    """Random letters long enough to be told from a name without help."""
    while True:
        made = chosen.choice(
            (
                lambda: take(chosen, ALNUM, chosen.randrange(36, 65)),
                lambda: edged(chosen, URLSAFE, chosen.randrange(40, 65)),
                lambda: base64.b64encode(chosen.randbytes(chosen.choice((30, 32, 36, 48)))).decode(),
            )
        )()
        if sum(c.isdigit() for c in made) > 1:
            return made


def prose(chosen: Random, least: int = 3, most: int = 14) -> str:
    return " ".join(chosen.choices(WORDS, k=chosen.randrange(least, most)))


ANYWHERE = (
    "{a} {s} {b}",
    "{s}",
    "({s})",
    "KEY_{n}={s}",
    'export THING="{s}"',
    "thing: {s}",
    "thing: '{s}'  # {a}",
    'x{n} = client("{s}", retries=3)',
    "const x = `{s}`;",
    "curl -H 'X-Thing: {s}' https://api.example.com/v1",
    "https://api.example.com/v1/items?thing={s}&page=2",
    "https://api.example.com/cb?next=%2Fhome%3Fx%3D{s}",
    "- `{s}` {a}",
    "| {a} | {s} | {b} |",
    "+    value: {s}",
    "-  thing = '{s}'",
    "@@ -1,3 +1,4 @@\n-old\n+{s}\n {a}",
    "\x1b[32m{s}\x1b[0m",
    "cat <<EOF > .thing\n{s}\nEOF",
    "{a}\n\n    {s}\n\n{b}",
    '{{"thing": "{s}"}}',
    "<thing>{s}</thing>",
    "{a}:{s}",
    "line {n}\t{s}\tok",
)
"""Places of a key that needs no name. JSON and other wraps come on top."""

ALONE = (
    "{a} {s} {b}",
    "{s}",
    "use this: {s}",
    "`{s}`",
    "'{s}'",
    "{a}\n{s}\n{b}",
    "({s})",
    "echo {s} | docker login --stdin",
    "+{s}",
    '["{s}", 3]',
)

NAMED = (
    "{N}={s}",
    "export {N}={s}",
    '{N}="{s}"',
    "{N}: {s}",
    "{n_}: '{s}'",
    '  {n_}: "{s}",',
    '"{n_}": "{s}"',
    "{n_} = '{s}'",
    '{n_} := "{s}"',
    "--{o} {s}",
    "--{o}={s}",
    "set -x; run --{o} '{s}' --verbose",
    "X-{O}: {s}",
    "<{n_}>{s}</{n_}>",
    'os.environ["{N}"] = "{s}"',
    'setenv("{N}", "{s}")',
    "{a} {n_} is {s}",
    "+  {n_}: {s}",
    "-{N}={s}",
    "`{N}={s}` {a}",
    "docker run -e {N}={s} app",
    "{n_}=>'{s}'",
)

TOKEN_NAMES = (
    "api_key",
    "auth_token",
    "client_secret",
    "secret_key",
    "access_token",
    "signing_key",
    "refresh_token",
)
PASSWORD_NAMES = ("password", "db_password", "admin_passwd", "redis_password", "user_password", "smtp_pwd")


def _filled(chosen: Random, place: str, secret: str, name: str = "thing") -> str:
    return place.format(
        s=secret, a=prose(chosen), b=prose(chosen), n=chosen.randrange(90), N=name.upper(), n_=name,
        o=name.replace("_", "-"), O=name.replace("_", "-").title(),
    )  # fmt: skip


def _address(chosen: Random) -> tuple[str, str, str]:
    secret = (
        take(chosen, ALNUM, 1)
        + take(chosen, ALNUM + "-_.~!", chosen.randrange(6, 20))
        + take(chosen, ALNUM, 1)
    )
    scheme = chosen.choice(("postgres", "mysql", "redis", "mongodb+srv", "amqp", "https", "ftp", "smtp"))
    user = chosen.choice(("app", "root", "svc-user", ""))
    text = f"{scheme}://{user}:{secret}@db.internal:5432/x?pool=3"
    return (
        "url credentials",
        secret,
        chosen.choice((text, f"DATABASE_URL={text}", f'dsn = "{text}"', f"see {text} there")),
    )


def _parameter(chosen: Random) -> tuple[str, str, str]:
    name = chosen.choice(("token", "access_token", "api_key", "sig", "X-Amz-Signature", "client_secret"))
    secret = take(chosen, HEX, 64) if "Sig" in name or name == "sig" else take(chosen, ALNUM, 40)
    text = f"https://files.example.com/a/b.zip?expires=3600&{name}={secret}&page=1"
    return (
        "query parameter",
        secret,
        chosen.choice((text, f"curl '{text}'", f"[file]({text}) {prose(chosen)}")),
    )


def _connection(chosen: Random) -> tuple[str, str, str]:
    if chosen.random() < 0.5:
        secret = base64.b64encode(chosen.randbytes(64)).decode()
        text = f"DefaultEndpointsProtocol=https;AccountName=shop;AccountKey={secret};EndpointSuffix=core.windows.net"
    else:
        secret = take(chosen, ALNUM, 1) + take(chosen, DIGITS, 1) + take(chosen, ALNUM, 12)
        text = f"Server=db.internal,1433;Database=shop;User Id=app;Password={secret};Encrypt=true"
    return (
        "connection string",
        secret,
        chosen.choice((text, f'"ConnectionString": "{text}"', f"CONN='{text}'")),
    )


def _header(chosen: Random) -> tuple[str, str, str]:
    kind = chosen.randrange(3)
    if kind == 0:
        secret = edged(chosen, URLSAFE + "~+/", 40)
        return "bearer", secret, f"curl -H 'Authorization: Bearer {secret}' https://x.example.com"
    if kind == 1:
        secret = base64.b64encode(b"app:" + take(chosen, ALNUM, 18).encode()).decode()
        return "basic", secret, f"Authorization: Basic {secret}"
    secret = take(chosen, ALNUM, 43)
    return "cookie", secret, f"Cookie: theme=dark; sid={secret}; lang=de"


def _option(chosen: Random) -> tuple[str, str, str]:
    secret = "z" + take(chosen, DIGITS, 1) + take(chosen, ALNUM, 12)
    text = chosen.choice(
        ("curl -s -u app:{} https://x.example.com", "mysql -u root -p{} shop", "sshpass -p {} ssh host")
    )
    return "option", secret, text.format(secret)


def _private_key(chosen: Random) -> tuple[str, str, str]:
    label = chosen.choice(("RSA ", "EC ", "OPENSSH ", "", "ENCRYPTED "))
    lines = [take(chosen, BASE64, 64) for _ in range(chosen.randrange(4, 20))]
    head, foot = f"-----BEGIN {label}PRIVATE " + "KEY-----", f"-----END {label}PRIVATE " + "KEY-----"
    mark = chosen.choice(("", "    ", "+", "-", "> "))
    whole = "\n".join(mark + line for line in (head, *lines, foot))
    cut = chosen.randrange(8)
    if cut == 0:
        whole = whole[: whole.rindex(foot) - len(mark)]
    elif cut == 1:
        whole = whole[whole.index(lines[0]) :]
    return "private key", chosen.choice(lines), f"{prose(chosen)}\n{whole}\n{prose(chosen)}"


OTHERS = (_address, _parameter, _connection, _header, _option, _private_key)


def _plain(chosen: Random, number: int) -> Planted:
    """One secret in its place: two in three of a known form, each form in turn."""
    if number % 3:
        kind = list(FORMATS)[(number // 3 * 2 + number % 3) % len(FORMATS)]
        secret = FORMATS[kind](chosen)
        return Planted(kind, secret, _filled(chosen, chosen.choice(ANYWHERE), secret))
    which = chosen.randrange(10)
    if which < 3:
        name, secret = chosen.choice(PASSWORD_NAMES), password(chosen)
        return Planted("password", secret, _filled(chosen, chosen.choice(NAMED), secret, name))
    if which < 6:
        name, secret = chosen.choice(TOKEN_NAMES), token(chosen)
        return Planted("token", secret, _filled(chosen, chosen.choice(NAMED), secret, name))
    if which == 6:
        secret = alone(chosen)
        return Planted("alone", secret, _filled(chosen, chosen.choice(ALONE), secret))
    return Planted(*OTHERS[chosen.randrange(len(OTHERS))](chosen))


def planted(seed: int, count: int) -> Iterator[Planted]:
    """So many texts with a secret each: as it is, or inside JSON, or inside JSON inside JSON."""
    chosen = Random(seed)
    for number in range(count):
        made = _plain(chosen, number)
        text, wrap = made.text, chosen.randrange(6)
        if wrap >= 4:
            text = json.dumps({"command": text, "description": prose(chosen)}, ensure_ascii=False)
        if wrap == 5:
            text = json.dumps({"content": text}, ensure_ascii=False)
        yield Planted(made.kind, made.secret, text)


# ---------------------------------------------------------------- lines that hold none


def _name(chosen: Random) -> str:
    return "".join(word.title() for word in chosen.choices(WORDS[:30], k=chosen.randrange(2, 5)))


def _path(chosen: Random) -> str:
    return "/".join(chosen.choices(WORDS[:30], k=chosen.randrange(2, 7))) + chosen.choice(
        (".py", ".test.ts", "_2.go", "")
    )


NOUNS = ("token", "password", "secret", "api key")
STATES = ("wrong", "stored in vault", "never logged", "read at start")

CLEAN: tuple[Callable[[Random], str], ...] = (
    lambda r: f"{prose(r)} {uuid.UUID(int=r.getrandbits(128))} {prose(r)}",
    lambda r: f"request_id={uuid.UUID(int=r.getrandbits(128))}",
    lambda r: f'"session_token_id": "{uuid.UUID(int=r.getrandbits(128))}",',
    lambda r: f"commit {r.getrandbits(160):040x}",
    lambda r: f"{r.getrandbits(160):040x} {prose(r)}",
    lambda r: f"index {r.getrandbits(28):07x}..{r.getrandbits(28):07x} 100644",
    lambda r: f"sha256:{r.getrandbits(256):064x}",
    lambda r: f"{r.getrandbits(256):064x}  {_path(r)}",
    lambda r: f"    {_path(r)}:{r.randrange(900)}: {prose(r)}",
    lambda r: f"/home/dev/{_path(r)}",
    lambda r: f'      "integrity": "sha512-{base64.b64encode(r.randbytes(64)).decode()}",',
    lambda r: f"      integrity sha512-{base64.b64encode(r.randbytes(64)).decode()}",
    lambda r: (
        f"github.com/{r.choice(WORDS)}/{r.choice(WORDS)} v1.{r.randrange(30)}.0 h1:{base64.b64encode(r.randbytes(32)).decode()}"
    ),
    lambda r: (
        f'    {{file = "x-1.{r.randrange(9)}-py3-none-any.whl", hash = "sha256:{r.getrandbits(256):064x}"}},'
    ),
    lambda r: (
        f'resolved "https://registry.example.com/x/-/x-1.0.{r.randrange(99)}.tgz#{r.getrandbits(160):040x}"'
    ),
    lambda r: (
        f'<img src="data:image/png;base64,{base64.b64encode(r.randbytes(r.randrange(20, 400))).decode()}">'
    ),
    lambda r: f"SHA256:{base64.b64encode(r.randbytes(32)).decode().rstrip('=')} dev@host (ED25519)",
    lambda r: f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA{base64.b64encode(r.randbytes(33)).decode()} dev@host",
    lambda r: f"def test_{'_'.join(r.choices(WORDS, k=6))}(token: str, password: str | None) -> None:",
    lambda r: f"    password = os.environ['{r.choice(WORDS).upper()}_PASSWORD']",
    lambda r: f"    self.{r.choice(WORDS)}_token = {r.choice(WORDS)}.get_token({r.randrange(99)})",
    lambda r: f"max_tokens: {r.randrange(100000)}, total_tokens={r.randrange(100000)}",
    lambda r: f'key={{item.id}} className="{r.choice(WORDS)}-{r.randrange(99)} text-sm"',
    lambda r: (
        f"public class {_name(r)}Factory extends {_name(r)}Base {{ int x{r.randrange(99)} = 0x{r.getrandbits(32):x}; }}"
    ),
    lambda r: f"api_key: ${{{{ secrets.{r.choice(WORDS).upper()}_KEY }}}}",
    lambda r: f"TOKEN=$({r.choice(WORDS)} print-token --{r.choice(WORDS)})",
    lambda r: f"secret: {r.choice(WORDS)}-{r.choice(WORDS)}-{r.randrange(9)}",
    lambda r: f"{prose(r, 8, 20)}.",
    lambda r: f"the {r.choice(NOUNS)} is {r.choice(STATES)}",
    lambda r: (
        f"2026-03-{r.randrange(10, 28)}T09:{r.randrange(10, 59)}:12.007Z INFO {r.choice(WORDS)} in {r.randrange(900)}ms"
    ),
    lambda r: f"toolu_01{take(r, ALNUM, 22)} msg_01{take(r, ALNUM, 22)}",
    lambda r: f"https://example.com/{_path(r)}?page={r.randrange(90)}&sort=created_at#L{r.randrange(900)}",
    lambda r: f"primary_key = '{r.choice(WORDS)}_id', foreign_key='{r.choice(WORDS)}_{r.randrange(9)}'",
    lambda r: f"image: registry.example.com/shop/{r.choice(WORDS)}@sha256:{r.getrandbits(256):064x}",
    lambda r: f"import {{ {_name(r)}, use{_name(r)}{r.randrange(9)} }} from './{_path(r)}';",
    lambda r: (
        f"-rw-r--r-- 1 dev dev {r.randrange(99999)} Mar {r.randrange(10, 28)} 09:12 {_path(r)}-{r.getrandbits(64):016x}.js"
    ),
)


def clean(seed: int, count: int) -> Iterator[str]:
    """So many lines without a secret, each form in turn."""
    chosen = Random(seed)
    for number in range(count):
        yield CLEAN[number % len(CLEAN)](chosen)
