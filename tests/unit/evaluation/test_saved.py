"""What was saved: a memory a statement, with what its file says around it."""

from __future__ import annotations

from extractor.domain import MemoryType, Milliseconds
from extractor.evaluation.saved import Memory, Quote, memories
from extractor.memory.memory_file import NewMemory, render


def made(name: str, *statements: str, why: str | None = None) -> bytes:
    return render(
        NewMemory(
            name, f"About {name}.", MemoryType.PROJECT, statements, "2026-03-02T09:14:05.120Z", "s", why
        )
    )


def test_every_statement_is_a_memory_with_its_files_name_description_and_reason() -> None:
    found = memories({"b.md": made("lamp", "It glows.", "It is red.", why="it must be seen.")})
    assert [memory.text for memory in found] == ["It glows.", "It is red."]
    assert found[1].whole == "It is red.\nlamp\nAbout lamp.\nit must be seen."
    assert {memory.type for memory in found} == {MemoryType.PROJECT}


def test_files_come_in_the_order_of_their_names_and_the_index_is_none() -> None:
    files = {"b.md": made("b", "B."), "MEMORY.md": b"- [B](b.md) - listed\n", "a.md": made("a", "A.")}
    assert [memory.file for memory in memories(files)] == ["a.md", "b.md"]


def test_a_statement_carries_the_quotes_that_are_known_of_it() -> None:
    quote = Quote("it glows", Milliseconds(5))
    found = memories({"a.md": made("a", "It glows.", "It is red.")}, {("a.md", "It glows."): [quote]})
    assert [memory.quotes for memory in found] == [(quote,), ()]


def test_a_persons_own_file_is_read_too() -> None:
    assert memories({"mine.md": b"Tea first.\n"}) == [Memory("mine.md", None, "Tea first.")]
