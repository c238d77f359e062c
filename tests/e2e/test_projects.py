"""Two projects with one memory: a second clone, and a repository that was moved."""

from __future__ import annotations

import json
import shlex
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from extractor.transcripts.paths import slug
from tests.support.machine import Scratch, Session, stop, within

HERE = "Never mock the database in tests."
THERE = "Deploys only happen on Tuesdays."
LATER = "Prices are always integer cents, never floats."


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    return Scratch(tmp_path / "home")


def repository(path: Path, remote: str) -> Path:
    (path / ".git").mkdir(parents=True)
    (path / ".git/config").write_text(f'[core]\n\tbare = false\n[remote "origin"]\n\turl = {remote}\n')
    return path


def memory(scratch: Scratch, project: Path) -> Path:
    return scratch.home / ".claude/projects" / slug(str(project)) / "memory"


def said(scratch: Scratch, project: Path, words: str) -> None:
    """A session held in a project, with this wish of a person."""
    folder = memory(scratch, project).parent
    folder.mkdir(exist_ok=True)
    name = f"{len(list(folder.glob('*.jsonl')))}{slug(project.name)}-session"
    Session(folder / f"{name}.jsonl", name, str(project)).turn(words)


def learned(scratch: Scratch, project: Path) -> str:
    return "".join(
        f.read_text() for f in sorted(memory(scratch, project).glob("*.md")) if f.name != "MEMORY.md"
    )


def holding(scratch: Scratch, project: Path, words: str) -> list[str]:
    """Names of the memory files that hold these words."""
    files = (f for f in sorted(memory(scratch, project).glob("*.md")) if f.name != "MEMORY.md")
    return [file.name for file in files if words in file.read_text()]


def once(scratch: Scratch) -> None:
    done = scratch.command("once")
    assert done.returncode == 0, done.stderr


@pytest.fixture
def clones(scratch: Scratch) -> tuple[Path, Path]:
    """Two clones of one remote, named by different addresses, each with a memory of its own."""
    one = repository(scratch.home / "shop", "git@git.example.org:team/shop.git")
    two = repository(scratch.home / "shop-2", "https://someone:word@git.example.org/team/shop")
    said(scratch, one, THERE)
    said(scratch, two, HERE)
    once(scratch)
    assert THERE in learned(scratch, one)
    assert HERE in learned(scratch, two)
    return one, two


def test_clones_are_told_and_what_one_learned_both_have_once_they_are_joined(
    scratch: Scratch, clones: tuple[Path, Path]
) -> None:
    one, two = clones
    told = scratch.command("projects").stdout
    assert f"extractor projects join {one} --project {two}" in told
    assert "someone" not in told
    asked = scratch.command("projects", "join", str(one), cwd=two)
    assert (asked.returncode, asked.stderr) == (
        1,
        "extractor: nobody is there to answer (join them?): add --yes\n",
    )
    assert not memory(scratch, two).is_symlink()

    done = scratch.command("projects", "join", str(one), "--yes", cwd=two)
    assert (done.returncode, done.stderr) == (0, "")
    assert memory(scratch, two).resolve() == memory(scratch, one)
    for words in (HERE, THERE):
        assert len(holding(scratch, one, words)) == 1
    index = (memory(scratch, two) / "MEMORY.md").read_text()
    assert index.count("](") == len(list(memory(scratch, one).glob("*.md"))) - 1
    listed = json.loads(scratch.command("projects", "--json", cwd=one).stdout)
    assert {each["project"]: each["joined"] for each in listed} == {
        str(one): [str(two)],
        str(two): [str(one)],
    }
    assert scratch.command("projects", "join", str(one), cwd=two).stdout.count("one memory already") == 1


def test_an_undo_without_a_number_says_which_move_it_passed_over_and_whose_run_it_takes(
    scratch: Scratch, clones: tuple[Path, Path]
) -> None:
    one, two = clones
    scratch.command("projects", "join", str(one), "--yes", cwd=two)
    moves = [entry["run"] for entry in json.loads(scratch.command("log", "--json").stdout)][:2]
    elsewhere = scratch.home / "elsewhere"
    elsewhere.mkdir()
    told = scratch.command("undo", "--dry-run", cwd=elsewhere)
    assert told.returncode == 0, told.stderr
    for move in moves:
        line = (
            f"run {move} is newer and moved files: it was passed over, `extractor undo {move}` takes it back"
        )
        assert line in told.stdout.splitlines()
    assert "is not of this project: its files stand in " in told.stdout
    assert "is not of this project" not in scratch.command("undo", "--dry-run", cwd=one).stdout
    assert json.loads(scratch.command("undo", "--dry-run", "--json").stdout)["passed_over"] == moves


NAME = "My name is Jana."


def told_of_the_person(scratch: Scratch, project: Path) -> bool:
    return f"- (personal) {NAME}" in (memory(scratch, project) / "MEMORY.md").read_text()


def test_who_the_person_is_stays_told_while_a_project_joins_and_once_it_parts(
    scratch: Scratch, clones: tuple[Path, Path]
) -> None:
    one, two = clones
    said(scratch, one, NAME)
    once(scratch)
    assert told_of_the_person(scratch, one)
    assert scratch.command("projects", "join", str(one), "--yes", cwd=two).returncode == 0
    assert told_of_the_person(scratch, one)
    said(scratch, two, LATER)
    once(scratch)
    assert LATER in learned(scratch, one)
    assert scratch.command("projects", "part", "--yes", cwd=two).returncode == 0
    (memory(scratch, one) / "port.md").write_text("The staging port is 8080.\n")
    once(scratch)
    assert "staging port" in (memory(scratch, one) / "MEMORY.md").read_text()
    assert told_of_the_person(scratch, one)


def test_who_the_person_is_is_told_where_only_a_project_that_parted_has_ever_written(
    scratch: Scratch,
) -> None:
    one, two = (repository(scratch.home / name, f"git@git.example.org:{name}.git") for name in ("one", "two"))
    quiet = Session(memory(scratch, one).parent / "quiet.jsonl", "quiet", str(one))
    quiet.path.parent.mkdir()
    quiet.write(quiet.answer("Nobody asked for anything yet."))
    said(scratch, two, NAME)
    said(scratch, two, HERE)
    once(scratch)
    assert not memory(scratch, one).exists()
    assert scratch.command("projects", "join", str(one), "--yes", cwd=two).returncode == 0
    assert told_of_the_person(scratch, one)
    assert scratch.command("projects", "part", "--yes", cwd=two).returncode == 0
    (memory(scratch, one) / "port.md").write_text("The staging port is 8080.\n")
    once(scratch)
    assert "staging port" in (memory(scratch, one) / "MEMORY.md").read_text()
    assert told_of_the_person(scratch, one)


def test_sessions_of_joined_projects_are_learned_into_one_memory_and_told_together(
    scratch: Scratch, clones: tuple[Path, Path]
) -> None:
    one, two = clones
    scratch.command("projects", "join", "shop", "--yes", cwd=two)
    said(scratch, two, LATER)
    once(scratch)
    assert LATER in learned(scratch, one)
    for project in clones:
        for words, place in (((), project), (("--project", str(project)), scratch.home)):
            told = scratch.command("digest", *words, cwd=place).stdout
            assert sum(name in told for name in ("0shop", "1shop-2")) == 2, told
            assert scratch.command("context", *words, cwd=place).stdout.count(LATER) > 1
        shown = scratch.command("why", holding(scratch, one, LATER)[0], cwd=project)
        assert "1shop-2-session" in shown.stdout, shown.stderr


def test_a_running_service_goes_on_in_the_memory_that_was_joined(
    scratch: Scratch, clones: tuple[Path, Path]
) -> None:
    one, two = clones
    service = scratch.start()
    try:
        said(scratch, two, "Use tabs, never spaces, in this repository.")
        assert within(20, lambda: "tabs" in learned(scratch, two))
        assert scratch.command("projects", "join", str(one), "--yes", cwd=two).returncode == 0
        said(scratch, two, LATER)
        assert within(20, lambda: LATER in learned(scratch, one))
    finally:
        stop(service)
    aside = memory(scratch, two).with_name("memory-before-joining")
    assert not aside.exists() or not [f for f in aside.glob("*.md") if f.name != "MEMORY.md"]


def test_a_parted_project_begins_anew_and_the_other_keeps_all(
    scratch: Scratch, clones: tuple[Path, Path]
) -> None:
    one, two = clones
    scratch.command("projects", "join", str(one), "--yes", cwd=two)
    before = learned(scratch, one)
    parted = scratch.command("projects", "part", "--yes", cwd=two)
    assert (parted.returncode, parted.stderr) == (0, "")
    assert not memory(scratch, two).exists()
    said(scratch, two, LATER)
    once(scratch)
    assert LATER in learned(scratch, two)
    assert learned(scratch, one) == before
    assert "memory of its own" in scratch.command("projects", "part", cwd=two).stdout


def test_a_project_whose_directory_is_gone_can_be_parted_and_one_nobody_knows_cannot(
    scratch: Scratch, clones: tuple[Path, Path]
) -> None:
    one, two = clones
    scratch.command("projects", "join", str(one), "--yes", cwd=two)
    shutil.rmtree(two)
    parted = scratch.command("projects", "part", "--yes", "--project", str(two), cwd=one)
    assert (parted.returncode, parted.stderr) == (0, "")
    assert not memory(scratch, two).is_symlink()
    nowhere = str(one / "nowhere")
    for order in (("part",), ("join", str(two))):
        refused = scratch.command("projects", *order, "--yes", "--project", nowhere, cwd=one)
        assert refused.returncode == 1
        assert f"no session was held in {nowhere}" in refused.stderr


def test_what_a_person_wrote_is_moved_or_set_aside_byte_for_byte(
    scratch: Scratch, clones: tuple[Path, Path]
) -> None:
    one, two = clones
    mine = b"My own notes,\r\nwithout any front matter\r\n"
    (memory(scratch, two) / "notes.md").write_bytes(mine)
    (memory(scratch, two) / "sketch.txt").write_bytes(b"\x00\x01")
    (memory(scratch, one) / "notes.md").write_bytes(b"others\n")
    index = memory(scratch, two) / "MEMORY.md"
    index.write_text("A line of mine.\n" + index.read_text())
    done = scratch.command("projects", "join", str(one), "--yes", cwd=two)
    assert done.returncode == 0, done.stderr
    assert (memory(scratch, one) / "notes-2.md").read_bytes() == mine
    assert (memory(scratch, one) / "notes.md").read_bytes() == b"others\n"
    aside = memory(scratch, two).with_name("memory-before-joining")
    assert (aside / "sketch.txt").read_bytes() == b"\x00\x01"
    assert "A line of mine." in (aside / "MEMORY.md").read_text()
    assert str(aside) in done.stdout


def test_what_is_forgotten_later_is_in_nothing_of_ours_that_was_set_aside(
    scratch: Scratch, clones: tuple[Path, Path]
) -> None:
    one, two = clones
    done = scratch.command("projects", "join", str(one), "--yes", cwd=two)
    assert done.returncode == 0, done.stderr
    aside = memory(scratch, two).with_name("memory-before-joining")
    assert [f.name for f in aside.iterdir()] == ["MEMORY.md"], (
        "our own copies of what moved are not kept there"
    )

    def holding() -> set[str]:
        files = (f for folder in (scratch.home / ".claude", scratch.state) for f in folder.rglob("*"))
        return {
            f.name
            for f in files
            if f.is_file() and not f.is_symlink() and f.suffix != ".jsonl" and b"mock" in f.read_bytes()
        }

    (aside / ".extractor-00").write_text(HERE)  # as an earlier version left it, or one somebody wrote to
    (aside / "left.md").write_text(HERE)
    (aside / "sketch.txt").write_text(HERE)
    (aside / "MEMORY.md").write_text(HERE)
    left = {"left.md", "sketch.txt", "MEMORY.md"}
    done = scratch.command("forget", "mock", "--yes")
    assert done.returncode == 0, done.stderr
    assert holding() == left
    for name in left:
        assert f"{aside / name} holds it: it was set aside" in done.stdout
    for name in left:
        (aside / name).unlink()
    (aside / ".extractor-00").write_text(HERE)
    assert scratch.command("forget", "mock", "--yes").returncode == 0, "also where nothing else holds it"
    assert holding() == set()


def test_a_repository_that_was_moved_takes_its_memory_along(
    scratch: Scratch, clones: tuple[Path, Path]
) -> None:
    _one, two = clones
    moved = scratch.home / "work/shop-two"
    moved.parent.mkdir()
    shutil.move(two, moved)
    told = scratch.command("projects").stdout
    assert f"`extractor projects join {two}` takes its memory along" in told
    done = scratch.command("projects", "join", str(two), "--yes", cwd=moved)
    assert (done.returncode, done.stderr) == (0, "")
    said(scratch, moved, LATER)
    once(scratch)
    assert HERE in learned(scratch, moved)
    assert LATER in learned(scratch, two)


def test_a_memory_of_joined_projects_is_told_once_and_found_by_its_name_from_elsewhere(
    scratch: Scratch, clones: tuple[Path, Path]
) -> None:
    one, two = clones
    moved = two.rename(two.with_name("moved"))
    said(scratch, moved, LATER)
    once(scratch)
    scratch.command("projects", "join", str(two), "--yes", cwd=moved)
    (name,) = holding(scratch, moved, HERE)
    for asked in (("list", "--all"), ("recall", "mock"), ("recall", "mock", "--json")):
        done = scratch.command(*asked, cwd=one)
        assert done.stdout.count(name) == 1, (asked, done.stdout, done.stderr)
    assert HERE in scratch.command("show", name, cwd=one).stdout
    refused = scratch.command("pin", name, cwd=one)
    assert f"there is one in {moved}, give the command there" in refused.stderr
    shutil.rmtree(moved)
    assert scratch.command("pin", name, cwd=one).returncode == 0, "where nobody can go, it is done from here"


def test_what_cannot_be_joined_is_said_in_a_line(scratch: Scratch, clones: tuple[Path, Path]) -> None:
    one, two = clones
    for words, told in (
        (("join", "nowhere"), "no session was held in a project nowhere, and it is no directory"),
        (("join", str(one), "--memory-dir", str(scratch.home / "m")), "memory_dir puts all projects' memory"),
    ):
        done = scratch.command("projects", *words, cwd=two)
        assert done.returncode == 1
        assert told in done.stderr
        assert done.stderr.count("\n") == 1
    (scratch.home / ".claude/settings.json").write_text(json.dumps({"autoMemoryDirectory": "~/elsewhere"}))
    assert "autoMemoryDirectory" in scratch.command("projects", "join", str(one), cwd=two).stderr


def test_two_joins_the_other_way_round_at_once_make_no_loop(
    scratch: Scratch, clones: tuple[Path, Path]
) -> None:
    one, two = clones
    with ThreadPoolExecutor() as pool:
        done = list(
            pool.map(
                lambda pair: scratch.command("projects", "join", str(pair[0]), "--yes", cwd=pair[1]),
                ((one, two), (two, one)),
            )
        )
    assert 0 in [each.returncode for each in done], [each.stderr for each in done]
    assert [memory(scratch, project).is_symlink() for project in clones].count(True) == 1
    for words in (HERE, THERE):
        assert len(holding(scratch, one, words)) == 1


@pytest.fixture
def alike(scratch: Scratch) -> tuple[Path, Path, Path]:
    """Two projects with a file of one name, and one with none."""
    made = tuple(scratch.home / name for name in ("alpha", "beta", "gamma"))
    for project, port in zip(made, ("8080", "9090", ""), strict=True):
        (project / ".git").mkdir(parents=True)
        if port:
            kept = scratch.command("remember", f"The staging port is {port}.", cwd=project)
            assert "/staging-port.md: The staging port" in kept.stdout, kept.stderr
    return made[0], made[1], made[2]


@pytest.mark.parametrize("words", [("show",), ("why",), ("pin",), ("unpin",), ("forget", "--yes")])
def test_a_name_means_no_other_project_s_file_where_several_have_one(
    scratch: Scratch, alike: tuple[Path, Path, Path], words: tuple[str, ...]
) -> None:
    alpha, beta, gamma = alike
    done = scratch.command(*words, "staging-port.md", cwd=gamma)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"extractor: this project has no memory file staging-port.md: there is one in {alpha} and {beta},"
        " give the command there\n"
    )
    assert "9090" in scratch.command("show", "staging-port", cwd=beta).stdout
    assert "pinned" not in scratch.command("list", "--all", cwd=gamma).stdout


def test_what_one_other_project_has_is_shown_as_its_own_and_changed_only_there(
    scratch: Scratch, alike: tuple[Path, Path, Path]
) -> None:
    alpha, beta, gamma = alike
    assert scratch.command("remember", "Deploys only happen on Tuesdays.", cwd=alpha).returncode == 0
    (name,) = holding(scratch, alpha, "Tuesdays")
    for command in ("show", "why"):
        told = scratch.command(command, name, cwd=gamma).stdout
        assert told.startswith(f"of another project, in {memory(scratch, alpha)}:\n")
        assert "Tuesdays" in told
        assert not scratch.command(command, name, cwd=alpha).stdout.startswith("of another")
    assert f"there is one in {alpha}" in scratch.command("pin", name, cwd=beta).stderr
    assert f"there is one in {alpha}" in scratch.command("forget", name, "--yes", cwd=beta).stderr
    assert holding(scratch, alpha, "Tuesdays") == [name]


def test_a_command_that_is_advised_can_be_pasted_whatever_the_project_is_called(scratch: Scratch) -> None:
    old, new = scratch.home / "my old shop", scratch.home / "my shop"
    repository(old, "git@git.example.org:team/shop.git")
    said(scratch, old, HERE)
    once(scratch)
    old.rename(new)
    told = scratch.command("projects", cwd=new).stdout
    (advised,) = [line for line in told.splitlines() if "not there any more" in line]
    words = shlex.split(advised.split("`")[1])
    assert words[0] == "extractor"
    done = scratch.command(*words[1:], "--yes", cwd=new)
    assert (done.returncode, done.stderr) == (0, "")
    assert "not there any more" not in scratch.command("projects", cwd=new).stdout
    assert len(holding(scratch, new, HERE)) == 1


def test_a_project_under_a_new_name_is_told_where_its_memory_may_be(scratch: Scratch, tmp_path: Path) -> None:
    old = repository(tmp_path / "shop", "git@example.org:a/shop.git")
    said(scratch, old, HERE)
    once(scratch)
    new = tmp_path / "store"
    old.rename(new)
    listed = scratch.command("list", cwd=new)
    assert f"{old} had memory and is not there any more" in listed.stdout
    assert "not there" not in scratch.command("list", "-q", cwd=new).stdout
    assert scratch.command("projects", "join", str(old), "--yes", cwd=new).returncode == 0
    assert HERE in scratch.command("list", cwd=new).stdout
    assert "not there" not in scratch.command("list", cwd=new).stdout


def test_of_several_projects_that_are_gone_one_may_be_this_one(scratch: Scratch, tmp_path: Path) -> None:
    for name, words in (("desk", THERE), ("shop", HERE)):
        said(scratch, repository(tmp_path / name, f"git@example.org:a/{name}.git"), words)
    once(scratch)
    (tmp_path / "desk").rename(tmp_path / "old-desk")
    new = (tmp_path / "shop").rename(tmp_path / "store")
    told = f"{tmp_path / 'desk'} and 1 more had memory and are not there any more: if one of them became this"
    assert told in scratch.command("list", cwd=new).stdout


def test_what_is_known_of_the_person_in_another_folder_than_the_settings_name_is_told(
    scratch: Scratch,
) -> None:
    assert scratch.command("remember", "--type", "user", "I am a nurse in Oslo.").returncode == 0
    assert "learned about you" not in scratch.command("status").stdout
    scratch.settings["EXTRACTOR_DATA_DIR"] = str(scratch.home / "other")
    told = scratch.command("status").stdout
    assert "what was learned about you stands in " in told
    assert f"and the settings name {scratch.home / 'other' / 'personal'}" in told


def test_a_project_with_a_memory_and_no_session_is_listed_and_one_with_neither_is_not(
    scratch: Scratch,
) -> None:
    kept, emptied = (
        repository(scratch.home / name, f"git@git.example.org:{name}.git") for name in ("kept", "emptied")
    )
    for project in (kept, emptied):
        assert scratch.command("remember", "The staging port is 8080.", cwd=project).returncode == 0
    assert scratch.command("undo", "--yes", cwd=emptied).returncode == 0
    told = scratch.command("projects").stdout
    assert f"{kept}  no sessions, 1 memory" in told
    assert str(emptied) not in told
