"""Mutual exclusion with the agent's own memory writing."""

from __future__ import annotations

import json

import pytest

from extractor.domain import Message
from extractor.extraction.guard import agent_wrote
from extractor.history.exchanges import Exchange
from tests.support.talk import agent, call, human, result

FOLDER = "/home/dev/.claude/projects/-home-dev-touch-ui/memory"
SPELLINGS = (
    FOLDER,
    "/mnt/home/dev/.claude/projects/-home-dev-touch-ui/memory",
    FOLDER.replace("/home/dev", "~"),
)


def wrote(*rest: Message) -> bool:
    return agent_wrote(Exchange((human("h1"), *rest)), SPELLINGS)


def test_a_write_into_the_memory_folder_keeps_the_service_out() -> None:
    assert wrote(call("c1", "t1", "Write", f"{FOLDER}/short-diffs.md"), result("r1", "t1"), agent("a1"))


def test_the_folder_is_known_in_every_spelling() -> None:
    for folder in SPELLINGS:
        assert wrote(call("c1", "t1", "Write", f"{folder}/short-diffs.md"), result("r1", "t1"))


def test_a_write_that_failed_does_not() -> None:
    assert not wrote(call("c1", "t1", "Write", f"{FOLDER}/short-diffs.md"), result("r1", "t1", failed=True))


def test_a_write_without_a_result_counts_as_done() -> None:
    assert wrote(call("c1", "t1", "Edit", f"{FOLDER}/MEMORY.md"))


@pytest.mark.parametrize("path", ["/home/dev/shop/orders.py", FOLDER + "-notes/x.md", FOLDER])
def test_writes_elsewhere_do_not(path: str) -> None:
    assert not wrote(call("c1", "t1", "Write", path), result("r1", "t1"))


@pytest.mark.parametrize(
    "command",
    [
        "echo x > {0}/a.md", "rm {0}/a.md", "sed -i s/a/b/ {0}/a.md", "tee {0}/a.md", "cd {0} && echo x > a.md",
        "rm -rf {0}", "python3 -c \\\"open('{0}/a.md', 'w').write('x')\\\"", "cat x >> {0}/a.md",
    ],
)  # fmt: skip
def test_a_shell_command_that_writes_there_counts(command: str) -> None:
    assert wrote(call("c1", "t1", "Bash", text=command.format(FOLDER)), result("r1", "t1"))


@pytest.mark.parametrize(
    "command",
    [
        "cat {0}/a.md",
        "cat {0}/MEMORY.md 2>/dev/null",
        "ls {0}/ 2>&1",
        "grep -rn x {0}",
        "echo x > {0}-notes/a.md",
    ],
)
def test_a_shell_command_that_only_reads_there_does_not(command: str) -> None:
    assert not wrote(call("c1", "t1", "Bash", text=command.format(FOLDER)), result("r1", "t1"))


def ran(command: str, tool: str = "Bash", **more: str) -> bool:
    text = json.dumps({"command": command.format(FOLDER), **more})
    return wrote(call("c1", "t1", tool, text=text), result("r1", "t1"))


@pytest.mark.parametrize(
    "command",
    [
        "cat {0}/how-to-install.md", "cat {0}/remove-patch.md | head -5", "grep -rn 'install' {0}",
        "grep -rn 'remove\\|patch' {0} 2>/dev/null", 'grep -n "a > b" {0}/*.md', "cd {0} && cat rm-patch.md",
        "echo '--- install notes ---'; cat {0}/a.md", "cat {0}/a.md # don't rm it\nls {0} # don't",
        "sed -n 1,5p {0}/a.md\ngrep -i install {0}/b.md", "test -f {0}/a.md && cat {0}/a.md || true",
        "if [ -f {0}/a.md ]; then cat {0}/a.md; fi", "python3 read.py {0}/install.md", "git -C {0} log -3",
    ],
)  # fmt: skip
def test_words_that_are_read_or_looked_for_are_not_a_write(command: str) -> None:
    assert not ran(command)


@pytest.mark.parametrize(
    "command",
    [
        "sort {0}/a.md | grep install", "cat {0}/*.md | sort | uniq -c | sort -rn | grep -i rm",
        "sort -t: -k2,2 --reverse {0}/a.md | grep patch", "cut -d: -f1 {0}/a.md | uniq -f 1 - | grep touch",
        "comm -12 {0}/a.md {0}/b.md | grep cp", "column -t {0}/a.md | grep mv", "file {0}/* | grep install",
        "tree {0} | grep install", "find {0} -name '*install*' -o -name '*.md' | sort | head",
        "awk '{{print $1}}' {0}/a.md | grep install", "awk '/install/ {{n++}} END {{print n}}' {0}/a.md",
        "yq .name {0}/a.md | grep remove", "paste {0}/a.md {0}/b.md | grep install", "od -c {0}/a.md | grep rm",
        "sed -n '1,40p' {0}/a.md | grep install", "rg -l install {0} | head", "sha1sum {0}/*.md | grep tee",
    ],
)  # fmt: skip
def test_a_command_that_cannot_write_as_it_is_given_is_not_a_write(command: str) -> None:
    assert not ran(command)


@pytest.mark.parametrize(
    "command",
    [
        "sort -no {0}/a.md x", "sort x --outp={0}/a.md", 'sort x "-o" {0}/a.md', "uniq x {0}/a.md",
        "sort x | uniq -c - {0}/a.md", "uniq -f 1 {0}/a.md {0}/b.md", "tree -o {0}/a.md", "find {0} -fprint {0}/a.md",
        "find {0} -name x -fls {0}/a.md", "find {0} -exec rm '{{}}' +", "yq -i '.a = 1' {0}/a.md",
        "awk '{{print > \"{0}/a.md\"}}' x", "awk '{{system(\"rm \" $1)}}' {0}/a.md", "rg --pre 'rm x' y {0}",
        "sed -n 'w {0}/a.md' x", "sed 's/a/b/w {0}/a.md' x", "sed -n 1p -i {0}/a.md", "cat x | sort > {0}/a.md",
        "{0}/tidy.sh --rm", "diff x y | sdiff -o {0}/a.md x y",
    ],
)  # fmt: skip
def test_an_option_that_writes_makes_a_write_of_a_command_that_reads(command: str) -> None:
    assert ran(command)


def test_what_the_agent_says_of_a_command_is_not_a_write() -> None:
    assert not ran("cat {0}/a.md", description="Check the memory before npm install -> then answer")
    assert ran("echo x >> {0}/a.md", description="Look at the memory")


@pytest.mark.parametrize(
    "command",
    [
        "cat {0}/a.md > {0}/b.md", "cat {0}/a.md | tee {0}/b.md", "sed -i 's/a;b/c|d/' {0}/a.md",
        "sed 's/a;b/c|d/' \\\n -i {0}/a.md", "grep -l x {0}/*.md | xargs rm", "ls {0}/a.md\nrm {0}/a.md",
        "echo 'rm {0}/a.md' | sh", "echo 'rm {0}/a.md' |\n sh", 'grep "$(rm {0}/a.md)" x', "grep `rm {0}/a.md` x",
        "cat {0}/a.md # don't\nrm {0}/b.md # don't", "cat <<EOF\ndon't\nEOF\nrm {0}/a.md # don't",
        "cat <<'EOF' > {0}/a.md\nx\nEOF", "echo $'don\\'t' && rm {0}/a.md && echo $'t'", "ls '{0}/a.md && rm {0}/b.md",
        "for f in {0}/*.md; do rm $f; done", "if true; then mv a.md {0}/; fi", "c='rm {0}/a.md'; eval $c",
        "sed --in-place s/a/b/ {0}/a.md", "sort x -o {0}/a.md", "curl -o {0}/a.md localhost", "tar -C {0} -xf x.tar",
        "awk -i inplace 1 {0}/a.md", "sort x | sponge {0}/a.md",
        "bash -c 'rm {0}/a.md'", "sudo rm {0}/a.md", "cp a.md {0}", "find {0} -name '*.md' -delete",
        "git -C {0} checkout .", "cd {0}\ngit restore a.md", "python3 -c \"open('{0}/a.md', 'w').write('x')\"",
        "python3 - <<'E'\nimport shutil\nshutil.copy('a', '{0}/a.md')\nE",
        "node -e \"require('fs').writeFileSync('{0}/a.md', 'x')\"", "perl -pi -e s/a/b/ {0}/a.md",
    ],
)  # fmt: skip
def test_a_write_is_seen_however_it_is_put(command: str) -> None:
    assert ran(command)


def test_a_command_run_in_the_memory_folder_writes_there() -> None:
    assert ran("echo x > a.md", tool="exec_command", workdir=FOLDER)
    assert not ran("cat how-to-install.md", tool="exec_command", workdir=FOLDER)


@pytest.mark.parametrize("words", [["bash", "-lc", "{}"], ["{}"]])
def test_a_command_given_as_a_list_of_words_is_one(words: list[str]) -> None:
    def put(command: str) -> str:
        said = command.split() if words == ["{}"] else [word.format(command) for word in words]
        return json.dumps({"command": said})

    assert wrote(call("c1", "t1", "shell", text=put(f"rm {FOLDER}/a.md")), result("r1", "t1"))
    assert not wrote(call("c1", "t1", "shell", text=put(f"grep install {FOLDER}/a.md")), result("r1", "t1"))


def test_a_shell_with_quotes_of_its_own_is_judged_by_every_word() -> None:
    assert ran("cat 'a`'' {0}/a.md; rm {0}/a.md", tool="PowerShell")


def test_a_read_of_a_memory_file_is_no_write_whatever_the_project_is_called() -> None:
    text = f'{{"file_path": "{FOLDER}/touch-cp-rm.md"}}'
    assert not wrote(call("c1", "t1", "Read", text=text), result("r1", "t1"))


def test_a_writing_tool_of_a_server_counts() -> None:
    text = f'{{"path": "{FOLDER}/a.md", "content": "x"}}'
    assert wrote(call("c1", "t1", "mcp__files__write_file", text=text), result("r1", "t1"))
    assert not wrote(call("c1", "t1", "mcp__files__read_file", text=text), result("r1", "t1"))


def test_words_about_the_folder_are_not_a_write() -> None:
    assert not wrote(agent("a1", f"I wrote > {FOLDER}/a.md"))


@pytest.mark.parametrize("tool", ["shell", "exec_command", "run_shell_command", "bash"])
def test_every_clients_shell_is_known(tool: str) -> None:
    assert wrote(call("c1", "t1", tool, text=f'{{"cmd":"echo x > {FOLDER}/a.md"}}'), result("r1", "t1"))
    assert not wrote(call("c1", "t1", tool, text=f'{{"cmd":"cat {FOLDER}/a.md"}}'), result("r1", "t1"))


def test_a_patch_of_many_files_counts_where_it_names_the_folder() -> None:
    patch = "*** Begin Patch\n*** Add File: {}/a.md\n*** Add File: b.md\n*** End Patch"
    assert wrote(call("c1", "t1", "apply_patch", text=patch.format(FOLDER)), result("r1", "t1"))
    assert not wrote(call("c1", "t1", "apply_patch", text=patch.format("/tmp")), result("r1", "t1"))
