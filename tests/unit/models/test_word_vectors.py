"""Word vectors on disk say which words are near; what is no such folder is told in one line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from extractor.errors import ConfigError
from extractor.models.word_vectors import MOST, WordVectors

WORDS = {
    "car": (1.0, 0.1),
    "vehicle": (0.9, 0.2),
    "truck": (0.8, 0.3),
    "cars": (1.0, 0.12),
    "poem": (0.0, 1.0),
}


def model(folder: Path, words: dict[str, tuple[float, ...]] = WORDS, kind: str = "float32") -> Path:
    """A folder as model2vec writes one, small."""
    folder.mkdir(exist_ok=True)
    vocabulary = {word: row for row, word in enumerate([*words, "##ing"])}
    table = np.array([*words.values(), (1.0, 0.1)], dtype=kind)
    save_file({"embeddings": table}, folder / "model.safetensors")
    (folder / "tokenizer.json").write_text(json.dumps({"model": {"type": "WordPiece", "vocab": vocabulary}}))
    return folder


@pytest.mark.parametrize("kind", ["float32", "float16"])
def test_the_nearest_words_come_first_forms_of_the_word_and_pieces_do_not(tmp_path: Path, kind: str) -> None:
    found = WordVectors(model(tmp_path / "m", kind=kind)).near("truck")
    assert [word for word, _ in found] == ["vehicle", "cars", "car"]
    assert all(0.6 <= like <= 1.001 for _, like in found)
    assert [word for word, _ in WordVectors(tmp_path / "m").near("cars")] == ["vehicle", "truck"]


def test_a_word_it_does_not_know_has_none(tmp_path: Path) -> None:
    assert WordVectors(model(tmp_path / "m")).near("webhook") == []


def test_a_vector_of_nothing_is_near_to_nothing(tmp_path: Path) -> None:
    vectors = WordVectors(model(tmp_path / "m", {"car": (1.0, 0.0), "void": (0.0, 0.0)}))
    assert vectors.near("void") == []
    assert vectors.near("car") == []


def test_no_more_than_a_few_are_given(tmp_path: Path) -> None:
    many = {"".join(pair): (1.0, n / 100) for n, pair in enumerate(zip("abcdefgh", "stuvwxyz", strict=True))}
    assert len(WordVectors(model(tmp_path / "m", many)).near("as")) == MOST


@pytest.mark.parametrize("broken", ["absent", "no tokenizer", "no vectors", "garbage", "too few rows"])
def test_a_folder_that_is_no_model_is_told_in_one_line(tmp_path: Path, broken: str) -> None:
    folder = tmp_path / "m"
    if broken != "absent":
        model(folder)
    if broken == "no tokenizer":
        (folder / "tokenizer.json").unlink()
    if broken == "no vectors":
        (folder / "model.safetensors").unlink()
    if broken == "garbage":
        (folder / "model.safetensors").write_bytes(b"x" * 64)
    if broken == "too few rows":
        save_file({"embeddings": np.zeros((2, 2), dtype="float32")}, folder / "model.safetensors")
    with pytest.raises(ConfigError, match="holds no word vectors") as told:
        WordVectors(folder)
    assert str(folder) in str(told.value)


def test_without_the_extra_the_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "safetensors", None)
    with pytest.raises(ConfigError, match="memory-extractor\\[meaning\\]"):
        WordVectors(model(tmp_path / "m"))
