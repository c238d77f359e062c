"""Key formats: what each issuer's keys look like.

Owns the table of formats and the one pattern made of it. Promises that every format begins with its own
letters, outside a word, and that its kind is at most 18 characters. Never looks at what stands around.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple


class Span(NamedTuple):
    """A stretch of a text that is a secret."""

    start: int
    end: int
    kind: str
    """What the placeholder says."""


class Format(NamedTuple):
    """One issuer's form of a key."""

    kind: str
    """What the placeholder says."""
    first: str
    """The letter every key of this form begins with."""
    rest: str
    """Pattern of what follows it, without groups that capture."""
    source: str
    """Where the form is told."""
    is_inside: bool = False
    """`first` stands inside the key: what stands before it, up to a sign no key has, belongs to it."""


_DIGIT = r"(?=[A-Za-z_-]{0,100}\d)"
"""A key whose body may hold hyphens would also be a name of words joined by them: it needs a digit."""
_NOT_ON = r"(?![A-Za-z0-9])"

FORMATS: tuple[Format, ...] = (
    Format("anthropic-key", "s", r"k-ant-[A-Za-z0-9_-]{20,}", "Anthropic console"),
    Format("openrouter-key", "s", r"k-or-v1-[a-f0-9]{32,}", "OpenRouter: authentication"),
    Format(
        "openai-key", "s", rf"k-(?:[a-z0-9]{{2,8}}-){{0,2}}{_DIGIT}[A-Za-z0-9_-]{{20,}}", "OpenAI: API keys"
    ),
    Format("cerebras-key", "c", rf"sk-[a-z0-9]{{48}}{_NOT_ON}", "Cerebras: API keys"),
    Format("elevenlabs-key", "s", rf"k_[a-f0-9]{{48}}{_NOT_ON}", "ElevenLabs: API keys"),
    Format("cursor-key", "c", rf"rsr_[a-f0-9]{{64}}{_NOT_ON}", "Cursor: API keys"),
    Format("nostr-key", "n", rf"sec1[02-9ac-hj-np-z]{{58}}{_NOT_ON}", "Nostr: NIP-19"),
    Format("github-token", "g", r"h[pousr]_[A-Za-z0-9]{30,}", "GitHub: token formats"),
    Format("github-token", "g", r"ithub_pat_[A-Za-z0-9_]{22,}", "GitHub: token formats"),
    Format(
        "gitlab-token",
        "g",
        r"l(?:pat|oas|dt|rt|ptt|cbt|ft|imt|agent|soat|ffct|wt)-[A-Za-z0-9_-]{20,}(?:\.\d\d\.[a-z0-9]{7,12})?",
        "GitLab: token prefixes",
    ),
    Format("gitlab-token", "G", rf"R1348941[A-Za-z0-9_-]{{20}}{_NOT_ON}", "GitLab: runner registration"),
    Format("grafana-token", "g", r"l(?:sa|c)_[A-Za-z0-9_+/=-]{32,}", "Grafana: service accounts"),
    Format("groq-key", "g", r"sk_[A-Za-z0-9]{40,}", "Groq console"),
    Format("stripe-key", "s", r"k_(?:live|test|prod)_[A-Za-z0-9]{16,}", "Stripe: API keys"),
    Format("stripe-key", "r", r"k_(?:live|test|prod)_[A-Za-z0-9]{16,}", "Stripe: restricted keys"),
    Format("webhook-secret", "w", r"hsec_[A-Za-z0-9+/=]{24,}", "Stripe and Svix: webhook signatures"),
    Format("slack-token", "x", rf"ox[a-z]-{_DIGIT}[A-Za-z0-9-]{{10,}}", "Slack: token types"),
    Format("slack-token", "x", r"app-\d-[A-Za-z0-9-]{20,}", "Slack: app-level tokens"),
    Format("npm-token", "n", r"pm_[A-Za-z0-9]{30,}", "npm: access tokens"),
    Format("pypi-token", "p", r"ypi-[A-Za-z0-9_-]{50,}", "PyPI: API tokens"),
    Format("rubygems-key", "r", r"ubygems_[a-f0-9]{48}", "RubyGems: API keys"),
    Format("crates-token", "c", rf"io[A-Za-z0-9]{{32}}{_NOT_ON}", "crates.io: API tokens"),
    Format("clojars-token", "C", r"LOJARS_[A-Za-z0-9]{60}", "Clojars: deploy tokens"),
    Format("docker-token", "d", r"ckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}", "Docker: access tokens"),
    Format(
        "huggingface-token", "h", r"f_(?=[a-z]{0,100}[0-9A-Z])[A-Za-z0-9]{30,}", "Hugging Face: user tokens"
    ),
    Format("replicate-token", "r", r"8_[A-Za-z0-9]{37,}", "Replicate: API tokens"),
    Format("perplexity-key", "p", r"plx-[A-Za-z0-9]{40,}", "Perplexity: API keys"),
    Format("e2b-key", "e", rf"2b_[a-f0-9]{{40}}{_NOT_ON}", "E2B: API keys"),
    Format("langsmith-key", "l", r"sv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}", "LangSmith: API keys"),
    Format("xai-key", "x", r"ai-[A-Za-z0-9]{60,}", "xAI: API keys"),
    Format(
        "aws-access-key",
        "A",
        rf"(?:[KSB]IA|ROA|IDA|GPA)[A-Z0-9]{{16}}{_NOT_ON}",
        "AWS IAM: unique identifiers",
    ),
    Format("google-key", "A", r"Iza[A-Za-z0-9_-]{33,}", "Google Cloud: API keys"),
    Format("google-secret", "G", r"OCSPX-[A-Za-z0-9_-]{20,}", "Google: OAuth clients"),
    Format("google-token", "y", r"a29\.[A-Za-z0-9_-]{20,}", "Google: OAuth access tokens"),
    Format("google-token", "1", r"//0[A-Za-z0-9_-]{60,}", "Google: OAuth refresh tokens"),
    Format("azure-secret", "Q", r"(?<=[\w~.-]{3}\dQ)~[A-Za-z0-9_~.-]{31,34}", "Entra: client secrets", True),
    Format("digitalocean-token", "d", r"o[opr]_v1_[a-f0-9]{48,}", "DigitalOcean: API tokens"),
    Format("heroku-key", "H", r"RKU-[A-Za-z0-9_-]{36,}", "Heroku: API tokens"),
    Format("alibaba-key", "L", rf"TAI[A-Za-z0-9]{{17,21}}{_NOT_ON}", "Alibaba Cloud: AccessKey"),
    Format("tencent-key", "A", rf"KID[A-Za-z0-9]{{32}}{_NOT_ON}", "Tencent Cloud: API keys"),
    Format("databricks-token", "d", rf"api[a-f0-9]{{32}}(?:-\d)?{_NOT_ON}", "Databricks: access tokens"),
    Format("vault-token", "h", r"v[sbr]\.[A-Za-z0-9_-]{24,}", "HashiCorp Vault: tokens"),
    Format(
        "terraform-token", "v", r"(?<=[A-Za-z0-9]{14}\.atlasv)1\.[A-Za-z0-9_=-]{60,}", "HCP Terraform", True
    ),
    Format("pulumi-token", "p", rf"ul-[a-f0-9]{{40}}{_NOT_ON}", "Pulumi: access tokens"),
    Format(
        "doppler-token", "d", r"p\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9_.-]{40,}", "Doppler: token formats"
    ),
    Format("1password-token", "o", r"ps_eyJ[A-Za-z0-9+/=_-]{60,}", "1Password: service accounts"),
    Format("age-key", "A", r"GE-SECRET-KEY-1[A-Z0-9]{58}", "age: file encryption"),
    Format("tailscale-key", "t", r"skey-[a-z]{3,10}-[A-Za-z0-9-]{20,}", "Tailscale: auth keys"),
    Format("fly-token", "f", r"(?:o1_|m[12]_|m1[ar]_)[A-Za-z0-9+/=_-]{40,}", "Fly.io: access tokens"),
    Format("netlify-token", "n", r"fp_[A-Za-z0-9]{36,}", "Netlify: access tokens"),
    Format("supabase-key", "s", r"b(?:p|_secret|_publishable)_[A-Za-z0-9_-]{30,}", "Supabase: API keys"),
    Format("planetscale-token", "p", r"scale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,}", "PlanetScale: tokens"),
    Format("neon-key", "n", r"api_[a-z0-9]{40,}", "Neon: API keys"),
    Format("sendgrid-key", "S", r"G\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}", "SendGrid: API keys"),
    Format("mailgun-key", "k", rf"ey-[a-f0-9]{{32}}{_NOT_ON}", "Mailgun: API keys"),
    Format("mailchimp-key", "u", rf"(?<=[a-f0-9]{{32}}-u)s\d{{1,2}}{_NOT_ON}", "Mailchimp: API keys", True),
    Format("brevo-key", "x", r"keysib-[a-f0-9]{64}-[A-Za-z0-9]{16}", "Brevo: API keys"),
    Format("resend-key", "r", r"e_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}", "Resend: API keys"),
    Format("twilio-key", "S", rf"K[0-9a-f]{{32}}{_NOT_ON}", "Twilio: API keys"),
    Format(
        "telegram-token",
        ":",
        r"(?<=\d{8}:)AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])",
        "Telegram: bot tokens",
        True,
    ),
    *(
        Format(
            "discord-token",
            first,
            r"[A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}",
            "Discord: bot tokens",
        )
        for first in "MNO"
    ),
    Format("shopify-token", "s", r"hp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}", "Shopify: access tokens"),
    Format("square-token", "E", r"AAA[A-Za-z0-9_-]{60}", "Square: access tokens"),
    Format("square-token", "s", r"q0(?:atp|csp)-[A-Za-z0-9_-]{22,}", "Square: access tokens"),
    Format(
        "plaid-token", "a", r"ccess-(?:sandbox|development|production)-[a-f0-9-]{36}", "Plaid: access tokens"
    ),
    Format("easypost-key", "E", rf"Z[AT]K[A-Za-z0-9]{{54}}{_NOT_ON}", "EasyPost: API keys"),
    Format("linear-key", "l", r"in_(?:api|oauth)_[A-Za-z0-9]{32,}", "Linear: API keys"),
    Format("notion-token", "n", r"tn_[A-Za-z0-9]{40,}", "Notion: integrations"),
    Format("figma-token", "f", r"ig[dor]_[A-Za-z0-9_-]{36,}", "Figma: access tokens"),
    Format("atlassian-token", "A", r"T(?:ATT3x|BB|CTT3x)[A-Za-z0-9_=-]{28,}", "Atlassian: API tokens"),
    Format(
        "airtable-token", "p", rf"at[A-Za-z0-9]{{14}}\.[a-f0-9]{{64}}{_NOT_ON}", "Airtable: access tokens"
    ),
    Format("hubspot-token", "p", r"at-(?:na|eu|ap)\d-[a-f0-9-]{36}", "HubSpot: private apps"),
    Format("postman-key", "P", r"MAK-[a-f0-9]{24}-[a-f0-9]{34}", "Postman: API keys"),
    Format("newrelic-key", "N", r"RAK-[A-Z0-9]{27}", "New Relic: user keys"),
    Format("sentry-token", "s", r"ntry[su]_[A-Za-z0-9_+/=-]{40,}", "Sentry: auth tokens"),
    Format("sonar-token", "s", r"q[puab]_[a-f0-9]{40}", "SonarQube: tokens"),
    Format("dynatrace-token", "d", r"t0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64}", "Dynatrace: token format"),
    Format("buildkite-token", "b", rf"kua_[a-f0-9]{{40}}{_NOT_ON}", "Buildkite: API tokens"),
    Format("circleci-token", "C", r"CIP(?:AT|RJ)_[A-Za-z0-9_]{40,}", "CircleCI: API tokens"),
    Format("artifactory-token", "A", rf"KCp[A-Za-z0-9]{{60,}}{_NOT_ON}", "Artifactory: API keys"),
    Format("firecrawl-key", "f", rf"c-[a-f0-9]{{32}}{_NOT_ON}", "Firecrawl: API keys"),
    Format("brave-key", "B", rf"SA{_DIGIT}[A-Za-z0-9_-]{{27,29}}(?![A-Za-z0-9_-])", "Brave Search: API keys"),
    Format(
        "zai-key",
        ".",
        r"(?<=[a-f0-9]{32}\.)(?=[a-z]{0,15}[A-Z0-9])[A-Za-z0-9]{16}(?![A-Za-z0-9])",
        "Z.ai: API keys",
        True,
    ),
    Format("context7-key", "c", r"tx7sk-[a-f0-9-]{36}", "Context7: API keys"),
    Format(
        "launchdarkly-key", "s", r"dk-[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}", "LaunchDarkly: SDK keys"
    ),
    Format("runpod-key", "r", rf"pa_[A-Za-z0-9]{{40,}}{_NOT_ON}", "RunPod: API keys"),
    Format(
        "modal-key",
        "a",
        rf"[ks]-(?=[A-Za-z]{{0,21}}\d)(?=[a-z0-9]{{0,21}}[A-Z])[A-Za-z0-9]{{22}}{_NOT_ON}",
        "Modal: token ids and secrets",
    ),
    Format("trello-token", "A", rf"TTA[a-f0-9]{{64}}[A-F0-9]{{8}}{_NOT_ON}", "Trello: API tokens"),
    Format("prefect-key", "p", rf"nu_[a-z0-9]{{36}}{_NOT_ON}", "Prefect: API keys"),
    Format("readme-key", "r", rf"dme_[a-z0-9]{{70}}{_NOT_ON}", "ReadMe: API keys"),
    Format("shippo-key", "s", rf"hippo_(?:live|test)_[a-f0-9]{{40}}{_NOT_ON}", "Shippo: API tokens"),
    Format("flutterwave-key", "F", r"LWSECK(?:_TEST)?-[a-f0-9]{12,}(?:-X)?", "Flutterwave: secret keys"),
    Format("nuget-key", "o", rf"y2[a-z0-9]{{43}}{_NOT_ON}", "NuGet: API keys"),
    Format("aiven-password", "A", r"VNS_[A-Za-z0-9_-]{19}(?![A-Za-z0-9_-])", "Aiven: service users"),
    Format("cloudflare-key", "v", r"1\.0-[a-f0-9]{24}-[a-f0-9]{146}", "Cloudflare: origin CA keys"),
    Format("daytona-key", "d", r"tn_[a-f0-9]{64}", "Daytona: API keys"),
    Format("inngest-key", "s", r"ignkey-[a-z]{2,12}-[a-f0-9]{64}", "Inngest: signing keys"),
    Format("cal-key", "c", rf"al_live_[a-f0-9]{{32}}{_NOT_ON}", "Cal.com: API keys"),
    Format("clickup-token", "p", rf"k_\d{{6,9}}_[A-Z0-9]{{32}}{_NOT_ON}", "ClickUp: personal tokens"),
    Format("sui-key", "s", r"uiprivkey1[02-9ac-hj-np-z]{58,60}", "Sui: private keys"),
    Format("mercadopago-key", "A", r"PP_USR-\d{16}-\d{6}-[a-f0-9]{32}-\d{6,12}", "Mercado Pago: credentials"),
    Format("razorpay-key", "r", r"zp_(?:live|test)_[A-Za-z0-9]{14,}", "Razorpay: API keys"),
    Format("hcaptcha-key", "E", r"S_[a-f0-9]{32}(?![A-Za-z0-9])", "hCaptcha: secret keys"),
    Format("sourcegraph-token", "s", r"gp_[a-f0-9]{16}_[a-f0-9]{40}", "Sourcegraph: access tokens"),
    Format("dropbox-token", "s", r"l\.(?:u\.)?[A-Za-z0-9_-]{100,}", "Dropbox: short-lived access tokens"),
    Format("zoho-token", "1", rf"000\.[a-f0-9]{{32}}\.[a-f0-9]{{32}}{_NOT_ON}", "Zoho: OAuth tokens"),
    Format("asana-token", "1", rf"/\d{{13,19}}:[a-f0-9]{{32}}{_NOT_ON}", "Asana: personal access tokens"),
    Format("axiom-token", "x", r"aat-[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}", "Axiom: API tokens"),
    Format("wakatime-key", "w", r"aka_[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}", "WakaTime: API keys"),
    Format("aws-session-token", "I", r"QoJb3JpZ2lu[A-Za-z0-9+/=%]{80,}", "AWS STS: session tokens"),
    Format("jwt", "e", r"(?<![_-]e)yJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]{4,}){1,4}", "RFC 7519"),
)

_BODY = r"[A-Za-z0-9]"
_OUTSIDE = (
    rf"(?:(?<!{_BODY}{{0}})|(?<=\\[nrtbf]{{0}})|(?<=%[0-9A-Fa-f][0-9A-Fa-f]{{0}})"
    r"|(?<=\[[0-9]m{0})|(?<=[0-9;][0-9]m{0}))"
)
"""Not inside a word. Letters that belong to an escape, of JSON, of an address or of a terminal, are no word."""


def _after(first: str) -> str:
    """Pattern of all keys that begin with this letter.

    It begins with the letter itself, because a search for a set of letters is many times faster than one
    that begins by looking back; the next letters are looked at before the place is.
    """
    forms = [form for form in FORMATS if form.first == first]
    whole = [form.rest for form in forms if not form.is_inside]
    inside = [form.rest for form in forms if form.is_inside]
    ahead = {rest[:2] if rest[:2].replace("-", "").replace("_", "").isalnum() else rest[0] for rest in whole}
    seen = (
        f"(?={'|'.join(sorted(ahead))})" if all(each[0].isalnum() or each[0] == "/" for each in ahead) else ""
    )
    outside = [f"{seen}{_OUTSIDE.replace('{0}', re.escape(first))}(?:{'|'.join(whole)})"] if whole else []
    return f"{first}(?:{'|'.join(outside + inside)})"


@cache
def keys() -> re.Pattern[str]:
    """Every format. It may be searched for where `LONG` or more letters of keys stand together."""
    return re.compile("|".join(_after(first) for first in sorted({form.first for form in FORMATS})))


_BROKEN = re.compile(
    r"(?<![A-Za-z0-9])(?:ghp_|npm_)[A-Za-z0-9]{6,35}\r?\n[ \t]{0,20}[A-Za-z0-9]{1,30}(?![A-Za-z0-9_])"
)
_OF_ONE_LENGTH = {"ghp_": 40, "npm_": 40}
"""Letters of keys that are all as long as each other, by what they begin with."""


def broken_keys(text: str) -> Iterator[Span]:
    """Keys that the end of a line stands in: those alone whose length tells where they end."""
    for match in _BROKEN.finditer(text):
        if len("".join(match[0].split())) == _OF_ONE_LENGTH[match[0][:4]]:
            yield Span(*match.span(), "npm-token" if match[0][0] == "n" else "github-token")


_HASHED = re.compile(
    r"\$(?:1|2[abxy]|5|6|7|y|gy|apr1|argon2(?:id|[id])|scrypt|pbkdf2(?:-sha\d+)?)\$(?=[^\s:\"']{0,60}\d)[./A-Za-z0-9$=,_+-]{20,200}"
)
"""A password as `crypt(3)` keeps it, which can be tried out."""


def password_hashes(text: str) -> Iterator[Span]:
    """Passwords as they are kept to be checked."""
    return (Span(*match.span(), "password-hash") for match in _HASHED.finditer(text))


LONG = 20
"""Letters, digits, hyphens and underscores that every key has in a row."""


@cache
def _each() -> tuple[tuple[Format, re.Pattern[str]], ...]:
    return tuple((form, re.compile(form.first + form.rest)) for form in FORMATS)


def key_at(text: str, start: int) -> Span | None:
    """The key that `keys()` found at this place."""
    for form, pattern in _each():
        match = pattern.match(text, start)
        if match is not None:
            begins = start
            while (
                form.is_inside and begins > 0 and (text[begins - 1].isalnum() or text[begins - 1] in "_~.-")
            ):
                begins -= 1
            return Span(begins, match.end(), form.kind)
    return None
