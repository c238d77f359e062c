"""Sessions for property tests: anything a transcript may hold, in any order, with a seed of its own."""

from __future__ import annotations

from hypothesis import strategies as st

from extractor.domain import Kind, Message, MessageKey, Milliseconds, Speaker
from tests.support.talk import START

_SHAPES = st.sampled_from(
    ["human", "agent", "thought", "call", "result", "calls", "dispatch", "notice", "summary", "aside"]
)
_TOOLS = ("Bash", "Read", "Edit")


@st.composite
def conversations(draw: st.DrawFn, most: int = 60, words: int = 400) -> list[Message]:
    """Messages of one session: calls with early, late, lost and foreign results, blocks of one reply."""
    said: list[Message] = []
    open_calls: list[str] = []
    made = 0
    reply = "r0"

    def add(speaker: Speaker, kind: Kind, **more: object) -> None:
        size = draw(st.integers(0, words))
        text = str(more.pop("text", "word " * (size // 5) + "数" * (size % 5)))
        key = MessageKey("plain", f"m{len(said)}", 0)
        at = Milliseconds(START + 1000 * len(said))
        said.append(Message(key, speaker, kind, text, at)._replace(**more))

    for _ in range(draw(st.integers(0, most))):
        shape = draw(_SHAPES)
        if draw(st.booleans()):
            reply = f"r{len(said)}"
        if shape == "human":
            add(Speaker.HUMAN, Kind.TEXT)
        elif shape == "agent":
            add(Speaker.ASSISTANT, Kind.TEXT, reply=reply, ends_turn=draw(st.booleans()))
        elif shape == "thought":
            add(Speaker.ASSISTANT, Kind.THINKING, reply=reply)
        elif shape in ("call", "calls", "dispatch"):
            for _ in range(1 if shape != "calls" else 3):
                made += 1
                open_calls.append(f"t{made}")
                tool = "Task" if shape == "dispatch" else draw(st.sampled_from(_TOOLS))
                add(Speaker.ASSISTANT, Kind.CALL, reply=reply, call=f"t{made}", tool=tool, text="{}")
        elif shape == "result":
            known = bool(open_calls) and draw(st.integers(0, 9)) > 0
            name = open_calls.pop(draw(st.integers(0, len(open_calls) - 1))) if known else "lost"
            add(Speaker.TOOL, Kind.RESULT, call=name, failed=draw(st.booleans()))
        elif shape == "notice":
            add(Speaker.SYSTEM, Kind.NOTICE)
        elif shape == "summary":
            add(Speaker.ASSISTANT, Kind.SUMMARY)
        else:
            add(Speaker.ASSISTANT, Kind.TEXT, sidechain=True)
    return said


def split_pairs(pieces: list[list[Message]]) -> list[str]:
    """Calls of the main thread whose (next) result stands in another piece, and replies in two pieces."""
    found: list[str] = []
    place = {id(m): n for n, piece in enumerate(pieces) for m in piece}
    order = sorted((m for piece in pieces for m in piece if not m.sidechain), key=lambda m: m.at)
    waiting: dict[str, Message] = {}
    last: Message | None = None
    for message in order:
        if message.kind is Kind.CALL and message.call:
            waiting[message.call] = message
        call = waiting.pop(message.call or "", None) if message.kind is Kind.RESULT else None
        if call is not None and place[id(call)] != place[id(message)]:
            found.append(f"the call of {message.key.uuid} stands in another piece")
        if message.speaker is not Speaker.ASSISTANT or message.kind is Kind.SUMMARY:
            continue
        goes_on = last is not None and message.reply is not None and last.reply == message.reply
        goes_on = goes_on and last is not None and not last.ends_turn
        if last is not None and goes_on and place[id(last)] != place[id(message)]:
            found.append(f"the reply {message.reply} stands in two pieces")
        last = message
    return found
