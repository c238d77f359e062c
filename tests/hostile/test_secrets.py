"""Secrets of every kind, planted wherever words stand, against every byte the loop writes or sends."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random

import pytest

from tests.support.hostile import Stage, calls, outcomes, quote, says_nothing, short, use, written
from tests.support.machine import Session
from tests.support.messages_server import Answer, Body
from tests.support.secrets import FORMATS, Planted, planted
from tests.support.tally import tally

COUNT = int(os.environ.get("EXTRACTOR_SECRETS", "500"))
SEED = 20_260_301
A_SESSION = 40
"""Secrets in one session."""
HERON = "the heron nests behind the mill"


def call(session: Session, name: str, given: object, output: str) -> str:
    """A tool's call and its result, as the client writes them."""
    own = f"toolu_{len(session.uuids):06}"
    used = {"type": "tool_use", "id": own, "name": name, "input": given}
    message = {"id": f"msg_{own}", "role": "assistant", "stop_reason": "tool_use", "content": [used]}
    back = [{"type": "tool_result", "tool_use_id": own, "content": output}]
    return session.line("assistant", message=message) + session.line(
        "user", message={"role": "user", "content": back}
    )


def say(session: Session, number: int, text: str) -> str:
    """A text at one of the places where words of a conversation stand: by chance, so that each kind comes to each."""
    where = Random(number).randrange(6)
    if where == 0:
        return session.prompt(f"Please note this: {text}")
    if where == 1:
        return session.answer(text)
    if where == 2:
        return call(session, "Bash", {"command": text, "description": "run it"}, "done")
    if where == 3:
        return call(session, "Read", {"file_path": "/srv/x"}, text)
    if where == 4:
        return call(session, "Write", {"file_path": f"/srv/{text}", "content": "x"}, "done")
    message = {
        "id": f"msg_{number}",
        "role": "assistant",
        "content": [{"type": "thinking", "thinking": text}],
    }
    return session.line("assistant", message=message)


def all_written(stage: Stage) -> dict[Path, bytes]:
    """Every byte below the scratch machine but the transcripts."""
    files = [file for file in stage.root.rglob("*") if file.is_file()]
    return {f: f.read_bytes() for f in files if f.suffix != ".jsonl" or "projects" not in f.parts}


def leaks(where: bytes, secrets: list[Planted]) -> list[Planted]:
    return [
        p
        for p in secrets
        if p.secret.encode() in where or (len(p.secret) > 20 and p.secret[-14:].encode() in where)
    ]


def echo(body: Body) -> Answer:
    """A model that writes down what it is shown: every line of the new messages as a fact."""
    text = json.dumps(body, ensure_ascii=False)
    shown = [
        line for line in body["messages"][0]["content"][-1]["text"].splitlines() if line.startswith("    ")
    ]  # type: ignore[index]
    heads = [part.split("]")[0] for part in text.split("[") if "] person" in part[:40]]
    message = heads[-1] if heads else "x"
    made = [
        use("write_memory", **written(message, line.strip()[:140], file=f"fact-{number}.md"))
        for number, line in enumerate(shown[:12])
    ]
    return calls(*made) if made and len(body["messages"]) == 1 else says_nothing()  # type: ignore[arg-type]


@pytest.mark.timeout(900)
def test_of_all_planted_secrets_none_stands_in_a_byte_written_or_sent(stage: Stage) -> None:
    secrets = list(planted(SEED, COUNT))
    assert len({p.kind for p in secrets}) >= min(30, COUNT // 10)
    sessions: list[Session] = []
    for number, made in enumerate(secrets):
        if number % A_SESSION == 0:
            sessions.append(stage.scratch.session())
        sessions[-1].write(say(sessions[-1], number, made.text))
    for session in sessions:
        session.turn("Never mock the database in tests.")
    stage.plays(echo)
    done = stage.once(*sessions)
    assert done.code == 0, done.err
    assert done.values["still_waiting"] == 0
    sent = b"\n".join(request.raw for request in stage.server.requests)
    assert len(stage.server.messages) >= len(sessions)
    assert b"[REDACTED:" in sent
    kept = all_written(stage)
    assert any(file.name == "state.db" for file in kept)
    assert b"[REDACTED:" in b"".join(kept.values())
    found = leaks(sent, secrets) + [p for data in kept.values() for p in leaks(data, secrets)]
    with tally("A planted secret: in no byte written or sent") as counted:
        counted.cases = len(secrets)
        counted.violations += [repr(each) for each in found]
    assert found == [], f"seed {SEED}: {len(found)} of {COUNT}, first {found[:3]}"
    said = (done.out + done.err).encode()
    assert leaks(said, secrets) == []
    assert not any("[REDACTED" in text or "[PRIVATE]" in text for text in stage.memory().values())


def test_the_corpus_would_be_found_if_it_were_written(stage: Stage) -> None:
    """The search itself can fail: the transcripts hold every secret."""
    secrets = list(planted(SEED, 100))
    session = stage.scratch.session()
    for number, made in enumerate(secrets):
        session.write(say(session, number, made.text))
    assert len(leaks(session.path.read_bytes(), secrets)) == 100


@pytest.mark.parametrize(
    "words",
    [
        "Use pnpm here. <private>{}</private> Never use npm.",
        "Use pnpm here. Never use npm. <private>{} and it goes on",
        "Use pnpm here. Never use npm. <PRIVATE>\n{}\n</Private>",
        "Use pnpm here. Never use npm. < private >x <private>y</private> {}</private >",
        "{} </private> Use pnpm here. Never use npm.",
    ],
)
def test_words_a_person_marks_private_are_nowhere(stage: Stage, words: str) -> None:
    session = stage.scratch.session()
    session.turn(words.format(HERON), answer=f"Noted: <private>{HERON}</private>")
    session.write(
        call(session, "Write", {"file_path": "/srv/a", "content": f"<private>{HERON}</private>"}, "ok")
    )
    session.turn("Go on.")
    stage.plays(echo)
    done = stage.once(session)
    assert (done.code, done.values["still_waiting"]) == (0, 0)
    everything = b"".join(all_written(stage).values()) + b"".join(r.raw for r in stage.server.requests)
    assert b"heron" not in everything
    assert b"[PRIVATE]" in everything
    assert b"pnpm" in everything


def test_a_private_span_ends_where_it_ends_and_a_plain_mention_of_the_word_stays(stage: Stage) -> None:
    session = stage.scratch.session()
    session.turn("Use pnpm in this private repository. <private>x</private> Never use npm in it.")
    stage.once(session)
    sent = stage.server.messages[0].raw
    assert b"Use pnpm in this private repository. [PRIVATE] Never use npm in it." in sent


def test_files_named_private_leave_no_word(stage: Stage) -> None:
    vault = stage.scratch.project / "vault"
    session = stage.scratch.session()
    session.turn("Read the vault, please.")
    session.write(call(session, "Read", {"file_path": str(vault / "a.md")}, HERON))
    session.write(call(session, "Bash", {"command": f"echo '{HERON}' > vault/b.md"}, HERON))
    session.turn("Use pnpm here and never npm.")
    stage.plays(says_nothing())
    done = stage.once(session, EXTRACTOR_PRIVATE_PATHS=str(vault))
    assert (done.code, done.values["still_waiting"]) == (0, 0)
    everything = b"".join(all_written(stage).values()) + b"".join(r.raw for r in stage.server.requests)
    assert b"heron" not in everything


def test_a_project_named_private_is_neither_stored_nor_learned_from(stage: Stage) -> None:
    session = stage.scratch.session()
    session.turn(f"Remember that {HERON}.")
    done = stage.once(session, EXTRACTOR_PRIVATE_PATHS=str(stage.scratch.project))
    assert (done.code, done.values["runs"], done.values["still_waiting"]) == (0, 0, 0)
    assert stage.server.messages == []
    assert b"heron" not in b"".join(all_written(stage).values())


def test_a_secret_in_a_person_s_own_memory_file_is_not_sent(stage: Stage) -> None:
    secret = FORMATS["github"](Random(3))
    stage.scratch.memory.mkdir(parents=True)
    text = (
        f"---\nname: a\ndescription: The key is {secret}.\nmetadata:\n  type: project\n---\n\nKey {secret}.\n"
    )
    (stage.scratch.memory / "a.md").write_text(text, encoding="utf-8")
    session = stage.scratch.session()
    session.turn("Use pnpm here and never npm.")
    stage.plays(calls(use("read_memory", file="a.md")), says_nothing())
    stage.once(session)
    (run,) = stage.runs
    assert "[REDACTED:github-token]" in outcomes(run[1])[0][0]
    assert secret.encode() not in b"".join(r.raw for r in stage.server.requests)
    assert (stage.scratch.memory / "a.md").read_text(encoding="utf-8") == text


@pytest.mark.parametrize("where", ["text", "description", "why", "name"])
def test_what_was_taken_out_is_no_memory(stage: Stage, where: str) -> None:
    session = stage.scratch.session()
    secret = FORMATS["npm"](Random(3))
    session.turn(f"The deploy key of staging is {secret} and staging is slow.")
    message = short(session, -2)
    words = "staging is slow."
    given = written(message, "and staging is slow.")
    marked = f"{words[:-1]} [REDACTED:npm-token]"
    given.update({where: marked} if where != "text" else {})
    if where == "text":
        given["statements"] = [{"text": marked, "evidence": [quote(message, "and staging is slow.")]}]
    quoted = written(
        message, "The deploy key of staging is [REDACTED:npm-token]", file="b.md", text="Staging is slow."
    )
    stage.plays(calls(use("write_memory", **given), use("write_memory", **quoted)), says_nothing())
    stage.once(session)
    (run,) = stage.runs
    assert [failed for _, failed in outcomes(run[1])] == [True, True]
    assert stage.memory() == {}
