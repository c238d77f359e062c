"""A key that a sentence tells goes; what is kept or looked up by a key stays."""

from __future__ import annotations

import json

import pytest

from extractor.memory.redaction.redact import redact

HEX = "0f3a9b1c2d4e5f60"


@pytest.mark.parametrize(
    "sentence",
    [
        "the deepgram key is {}",
        "our Datadog key is now {}.",
        "deepgram key: {}",
        "Here's the key: {}",
        "the key for mistral is `{}`",
        "My license key: **{}**",
        "the key for the staging cluster is:\n{}",
        "der Key lautet {}",
        "la clé API est {}",
        "clé d'api : {}",
        "the linode key is {}",
        "our bigquery key: {}",
        "der Key für München ist {}",
        "the tavily key is “{}”",
    ],
)
@pytest.mark.parametrize("key", [HEX * 2, HEX * 2 + HEX[:8], HEX * 4, "q8x2" * 6 + "k1", "fc-" + HEX * 2])
def test_a_key_told_by_the_name_of_its_service_is_taken_out(sentence: str, key: str) -> None:
    told = redact(sentence.format(key))
    assert key not in told
    assert told.startswith(sentence.partition("{}")[0])


@pytest.mark.parametrize(
    "sentence",
    [
        f"Cache restored from key: node-cache-Linux-x64-npm-{HEX}{HEX}",
        f"the cache key is {HEX}{HEX}",
        f"the commit key is {HEX}{HEX}{HEX[:8]}",
        f"the hashmap key is {HEX}{HEX}",
        f"the my_map key is {HEX}{HEX}",
        f"Its primary key is {HEX}{HEX}",
        "the translation key is settings.profile.avatar2.upload3",
        "the key is: use smaller functions2everywhere",
        "the deepgram key is 0f3a9b1c2d4e",
        "press the key for the next-slide-in-the-show2",
        "the key is apps/web/src/components/Button2/index3.tsx",
        "The sort key = created_at_2026_03_01_desc",
    ],
)
def test_what_is_the_key_of_no_service_stays(sentence: str) -> None:
    assert redact(sentence) == sentence


WALLET = "abandon ability able about above absent absorb abstract absurd abuse access accident".split()


@pytest.mark.parametrize(
    "words",
    [
        " ".join(WALLET),
        ", ".join(WALLET),
        "-".join(WALLET),
        "\n".join(f"{number}. {word}" for number, word in enumerate(WALLET, 1)),
        " ".join(f"{number}. {word}" for number, word in enumerate(WALLET, 1)),
        json.dumps(WALLET)[1:-1],
    ],
)
@pytest.mark.parametrize(
    "text",
    [
        "seed phrase: {}",
        "Recovery phrase:\n\n{}\n",
        "SEED_PHRASE={}",
        'MNEMONIC_PHRASE="{}"',
        '"mnemonic": "{}"',
        '"mnemonic": [{}]',
        'Wallet.fromPhrase("{}")',
        "Wallet.fromMnemonic('{}')",
        "secret phrase: {}",
        "backup phrase: {}",
    ],
)
def test_the_words_of_a_wallet_s_key_go_however_they_are_joined(text: str, words: str) -> None:
    is_list = words.startswith('"')
    for wrap in (str, json.dumps) if not is_list or "[" in text or text.endswith("{}") else ():
        assert "absent" not in redact(wrap(text.format(words)))


@pytest.mark.parametrize(
    "text",
    [
        "seed phrase: twelve words in order, never shown to anyone",
        "mnemonic: a word that helps people remember what they would forget",
        '"mnemonic": ["add", "sub", "mov"]',
    ],
)
def test_a_sentence_about_such_words_stays(text: str) -> None:
    assert redact(text) == text
