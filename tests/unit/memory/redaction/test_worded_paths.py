"""A path of words is told from random letters with slashes among them."""

from __future__ import annotations

import random
import re
import string

import pytest

from extractor.memory.redaction.redact import contains_secret, redact

BASE64 = string.ascii_letters + string.digits + "+/"
NAMES = (
    "home Users mnt data app src lib tests docs build packages core server order invoice README CHANGELOG"
    " LICENSE config controller Program Documents Desktop Workspace Library Android archive Vertrag Rechnung"
).split()
HASH = re.compile(r"[0-9a-f]{40}")
AROUND = ("{}", "The notes are in {} today.", "`{}`", "path: {}", 'open "{}"', "cp {} /tmp/")


def part(chosen: random.Random) -> str:
    """A part of a path as people and programs name them."""
    word, other = chosen.sample(NAMES, 2)
    return chosen.choice(
        (
            word,
            word,
            f"{word}{chosen.randrange(1, 100)}",
            f"{word.capitalize()}{other.capitalize()}",
            f"{word}{chosen.choice('-_ .')}{other}",
            f"2026{chosen.choice(('', '-'))}{chosen.randrange(10, 13)}",
            f"v{chosen.randrange(9)}.{chosen.randrange(20)}",
            chosen.choice("cwxu") + chosen.choice(("", "23")),
            f"{chosen.getrandbits(160):040x}",
        )
    )


def path(chosen: random.Random) -> str:
    parts = [part(chosen) for _ in range(chosen.randrange(3, 11))]
    root, joined = chosen.choice((("/", "/"), ("~/", "/"), ("./", "/"), ("", "/"), ("C:\\", "\\")))
    return f"{root}{joined.join(parts)}.{chosen.choice(('md', 'py', 'json', 'tsx'))}"


@pytest.mark.parametrize(
    "where",
    [
        "/mnt/c/Users/Bob/dev2/app/README.md",
        "/srv/w/x23/u/home/dev/shop/README.md",
        "~/Library/Application/Support3/MyTeamNotes/TODO.txt",
        "C:/Users/Bob/Documents/Projects7/WebShop/CHANGELOG.md",
        "https://github.com/Firma/WebShop2/blob/main/docs/LICENSE.md",
    ],
)
@pytest.mark.parametrize("around", AROUND)
def test_a_path_of_words_is_no_secret(where: str, around: str) -> None:
    assert redact(around.format(where)) == around.format(where)


def test_of_made_up_paths_with_hashes_at_most_one_in_a_hundred_is_changed() -> None:
    chosen = random.Random(23)
    told = [chosen.choice(AROUND).format(path(chosen)) for _ in range(10_000)]
    changed = [text for text in told if contains_secret(text)]
    assert len(changed) <= 100, changed[:5]


def test_of_made_up_paths_without_hashes_none_is_changed() -> None:
    chosen = random.Random(29)
    paths = (path(chosen) for _ in range(10_000))
    told = [chosen.choice(AROUND).format(each) for each in paths if not HASH.search(each)]
    assert len(told) > 3_000
    assert [text for text in told if contains_secret(text)] == []


@pytest.mark.parametrize("size", [40, 44, 64, 88])
def test_a_key_is_found_wherever_slashes_stand_in_it(size: int) -> None:
    chosen = random.Random(size)
    places = ("{}", "The key is {} ok.", "x: {}", "x={}", "https://example.com/v1/hooks/{}", "/home/Bob/{}")
    missed = []
    for at in range(1, size):
        for _ in range(25):
            letters = chosen.choices(BASE64.rstrip("/"), k=size)
            letters[at] = letters[chosen.randrange(size)] = "/"
            # Letters that make it surely one of three classes, whatever else was drawn.
            key = "Qz7Kw/" + "".join(letters) + "Xm4Rb"
            text = chosen.choice(places).format(key)
            if key in redact(text):
                missed.append(text)
    assert missed == []


@pytest.mark.parametrize(
    "where", ["https://Hooks.Example.com/Team/{}/Run", "https://Api.Example.com/Jobs/{}"]
)
def test_what_looks_like_a_hash_in_an_address_is_taken_as_before(where: str) -> None:
    key = "Zq9wLmPt/7RxKdVbNc" + f"/{random.Random(3).getrandbits(160):040x}"
    assert key not in redact(where.format(key))


LETTERS = string.ascii_letters + string.digits
BASE58 = "".join(set(LETTERS) - set("0OIl"))
SAFE = LETTERS + "-_"


def drawn(chosen: random.Random, letters: str, size: int) -> str:
    return "".join(chosen.choices(sorted(letters), k=size))


def named_by_content(chosen: random.Random) -> str:
    """A path in which a tool made a name of what it holds."""
    commit = f"{chosen.getrandbits(160):040x}"
    uuid = f"{commit[:8]}-{commit[8:12]}-{commit[12:16]}-{commit[16:20]}-{commit[20:32]}".upper()
    return chosen.choice(
        (
            f"/var/lib/docker/overlay2/l/{drawn(chosen, string.ascii_uppercase + '234567', 26)}",
            f"https://ipfs.io/ipfs/Qm{drawn(chosen, BASE58, 44)}",
            f"https://github.com/MyOrg/WebShop2/blob/{commit}/src/Controllers/OrderController.php#L7",
            f"https://docs.google.com/document/d/1{drawn(chosen, SAFE, 43)}/edit",
            f"https://drive.google.com/drive/folders/1{drawn(chosen, SAFE, 32)}",
            f"https://www.figma.com/file/{drawn(chosen, LETTERS, 22)}/Checkout-Flow",
            f"/home/dev/.cache/uv/archive-v0/{drawn(chosen, SAFE, 21)}/lib/python3.12/site-packages/numpy",
            f".next/static/{drawn(chosen, SAFE, 21)}/_buildManifest.js",
            f"tmp/cache/assets/sprockets/v4.0.0/{drawn(chosen, SAFE, 2)}/{drawn(chosen, SAFE, 43)}.cache",
            f"/Users/Bob/Library/CoreSimulator/Devices/{uuid}/data/Containers/Bundle/Application/{uuid}/Shop.app",
        )
    )


def test_a_name_a_tool_made_of_what_it_holds_is_no_secret() -> None:
    chosen = random.Random(31)
    told = [chosen.choice(AROUND).format(named_by_content(chosen)) for _ in range(3_000)]
    assert [text for text in told if contains_secret(text)] == []


@pytest.mark.parametrize(
    "where",
    [
        "~/.config/shop/{}",
        "https://api.example.com/webhook/{}/send",
        "/data/{}/edit",
        "/home/dev/.cache/uv/{}",
        "/srv/overlay2/l/{}",
        "https://github.com/MyOrg/WebShop2/settings/{}",
        "https://docs.google.com/document/{}/edit",
        "/srv/9F3A11C2-0B1D-4E2F-8A3B-0123456789AB/{}",
    ],
)
@pytest.mark.parametrize("letters", [LETTERS, SAFE])
def test_a_key_in_a_place_like_those_is_found(where: str, letters: str) -> None:
    chosen = random.Random(37)
    keys = [f"Qz7Kw{drawn(chosen, letters, 34)}Xm4Rb" for _ in range(200)]
    assert [key for key in keys if key in redact(where.format(key))] == []
