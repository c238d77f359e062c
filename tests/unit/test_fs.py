"""Files: whole or not at all, inside the folder, each failure one clear line."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from extractor import fs
from extractor.errors import ConfigError, MemoryConflict, StoreFailed
from extractor.fs import Kernel, Root
from tests.support.place import cannot_be_looked_at

LIMIT = 1_000


class Plain(Kernel):
    """A file system that knows no rename with flags."""

    def rename_exclusive(self, source: str, target: str, at: int) -> None:
        raise OSError(errno.EINVAL, "Invalid argument")

    def rename_exchange(self, one: str, other: str, at: int) -> None:
        raise OSError(errno.EINVAL, "Invalid argument")


class Caching(Kernel):
    """A system that tells drives to empty their caches."""

    def __init__(self) -> None:
        self.emptied: list[bool] = []
        """For each time, whether it was asked of a folder."""

    def full_sync(self, fd: int) -> bool:
        self.emptied.append(stat.S_ISDIR(os.fstat(fd).st_mode))
        return True


class Failing(Kernel):
    """Answers one call with an errno."""

    def __init__(self, call: str, code: int) -> None:
        self.call, self.code = call, code

    def _may_fail(self, call: str) -> None:
        if call == self.call:
            raise OSError(self.code, os.strerror(self.code))

    def write(self, fd: int, data: bytes) -> int:
        self._may_fail("write")
        return super().write(fd, data)

    def sync(self, fd: int) -> None:
        self._may_fail("sync")
        super().sync(fd)

    def sync_folder(self, at: int) -> None:
        self._may_fail("sync_folder")
        super().sync_folder(at)

    def read(self, fd: int, size: int) -> bytes:
        self._may_fail("read")
        return super().read(fd, size)


KERNELS = [Kernel, Plain]


def names(folder: Path) -> set[str]:
    return set(os.listdir(folder))


# opening


def test_a_missing_folder_is_made_private_with_its_parents(tmp_path: Path) -> None:
    with Root.open(tmp_path / "a" / "b"):
        pass
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "a" / "b").stat().st_mode) == 0o700


def test_a_missing_folder_that_may_not_be_made_is_a_setting_to_fix(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="does not exist"):
        Root.open(tmp_path / "a", create=False)


def test_a_file_in_the_folder_s_place_is_a_setting_to_fix(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    with pytest.raises(ConfigError, match="cannot be opened as a folder"):
        Root.open(tmp_path / "a")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_another_user_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    os.chown(tmp_path / "a", 4321, 4321)
    with pytest.raises(ConfigError, match="belongs to another user"):
        Root.open(tmp_path / "a")


def test_a_link_to_the_folder_is_resolved_once(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "link").symlink_to("real")
    with Root.open(tmp_path / "link") as root:
        (tmp_path / "link").unlink()
        (tmp_path / "link").symlink_to("other")
        root.create("a.md", b"x", ".extractor-1")
    assert names(tmp_path / "real") == {"a.md"}
    assert names(tmp_path / "other") == set()


# looking


def test_only_plain_files_are_names_and_the_rest_is_told(tmp_path: Path) -> None:
    (tmp_path / "b.md").write_text("b")
    (tmp_path / "a.md").write_text("a")
    (tmp_path / ".hidden.md").write_text("h")
    (tmp_path / "link.md").symlink_to("a.md")
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "twin.md").write_text("t")
    os.link(tmp_path / "twin.md", tmp_path / "twin2.md")
    with Root.open(tmp_path) as root:
        listing = root.names()
    assert listing.files == ("a.md", "b.md")
    assert set(listing.refused) == {"link.md", "folder.md", "twin.md", "twin2.md"}
    assert "symbolic link" in listing.refused["link.md"]
    assert "hard links" in listing.refused["twin.md"]


def test_an_absent_file_reads_as_none(tmp_path: Path) -> None:
    with Root.open(tmp_path) as root:
        assert root.read("a.md", LIMIT) is None
        assert root.info("a.md") is None


def test_a_file_is_read_whole_up_to_the_limit(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"x" * LIMIT)
    with Root.open(tmp_path) as root:
        assert root.read("a.md", LIMIT) == b"x" * LIMIT
        with pytest.raises(MemoryConflict, match="larger than 999 bytes"):
            root.read("a.md", LIMIT - 1)


def test_what_is_no_plain_file_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("outside")
    memory = tmp_path / "memory"
    memory.mkdir()
    (memory / "link.md").symlink_to(tmp_path / "secret")
    (memory / "folder.md").mkdir()
    os.mkfifo(memory / "fifo.md")
    os.link(tmp_path / "secret", memory / "hard.md")
    with Root.open(memory) as root:
        for name in ("link.md", "folder.md", "fifo.md", "hard.md"):
            with pytest.raises(MemoryConflict, match=name):
                root.read(name, LIMIT)


@pytest.mark.parametrize("name", ["", ".", "..", "../a.md", "a/b.md", "/etc/passwd", "a\0.md"])
def test_a_name_that_is_no_segment_reaches_nothing(tmp_path: Path, name: str) -> None:
    with Root.open(tmp_path) as root:
        for act in (
            lambda: root.read(name, LIMIT),
            lambda: root.create(name, b"x", ".extractor-1"),
            lambda: root.exchange(name, ".extractor-1"),
            lambda: root.move_aside(name, ".extractor-2"),
        ):
            with pytest.raises(StoreFailed):
                act()


def test_only_our_own_temporary_files_can_be_removed(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("a")
    with Root.open(tmp_path) as root, pytest.raises(StoreFailed, match="not a temporary name"):
        root.remove("a.md")
    assert names(tmp_path) == {"a.md"}


def test_a_folder_swapped_for_a_link_meanwhile_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "outside").mkdir()
    with Root.open(tmp_path / "memory") as root:
        (tmp_path / "memory").rename(tmp_path / "moved")
        (tmp_path / "memory").symlink_to("outside")
        root.create("a.md", b"x", ".extractor-1")
    assert names(tmp_path / "outside") == set()
    assert names(tmp_path / "moved") == {"a.md"}


# moving


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_new_file_is_private_and_leaves_nothing_beside_it(tmp_path: Path, kernel: type[Kernel]) -> None:
    with Root.open(tmp_path, kernel=kernel()) as root:
        root.create("a.md", b"new", ".extractor-1")
    assert (tmp_path / "a.md").read_bytes() == b"new"
    assert stat.S_IMODE((tmp_path / "a.md").stat().st_mode) == 0o600
    assert names(tmp_path) == {"a.md"}


@pytest.mark.parametrize("kernel", KERNELS)
def test_creating_refuses_to_replace(tmp_path: Path, kernel: type[Kernel]) -> None:
    (tmp_path / "a.md").write_bytes(b"a person's")
    with Root.open(tmp_path, kernel=kernel()) as root:
        with pytest.raises(MemoryConflict, match="there already"):
            root.create("a.md", b"new", ".extractor-1")
        root.remove(".extractor-1")
    assert (tmp_path / "a.md").read_bytes() == b"a person's"
    assert names(tmp_path) == {"a.md"}


@pytest.mark.parametrize("kernel", KERNELS)
def test_an_exchange_brings_out_what_stood_there(tmp_path: Path, kernel: type[Kernel]) -> None:
    (tmp_path / "a.md").write_bytes(b"old")
    with Root.open(tmp_path, kernel=kernel()) as root:
        root.write_aside(".extractor-1", b"new", like="a.md")
        root.exchange("a.md", ".extractor-1")
        assert root.read(".extractor-1", LIMIT) == b"old"
        assert root.exchange_is_atomic is (kernel is Kernel)
    assert (tmp_path / "a.md").read_bytes() == b"new"
    assert names(tmp_path) == {"a.md", ".extractor-1"}


def test_a_replaced_file_keeps_its_permission_bits(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"old")
    (tmp_path / "a.md").chmod(0o664)
    with Root.open(tmp_path) as root:
        root.write_aside(".extractor-1", b"new", like="a.md")
        root.exchange("a.md", ".extractor-1")
    assert stat.S_IMODE((tmp_path / "a.md").stat().st_mode) == 0o664


@pytest.mark.parametrize("kernel", KERNELS)
def test_an_exchange_with_a_removed_file_tells_that_a_person_won(
    tmp_path: Path, kernel: type[Kernel]
) -> None:
    with Root.open(tmp_path, kernel=kernel()) as root:
        root.write_aside(".extractor-1", b"new")
        with pytest.raises(MemoryConflict, match="removed meanwhile"):
            root.exchange("a.md", ".extractor-1")
        with pytest.raises(StoreFailed, match="while in use"):
            root.exchange("a.md", ".extractor-2")
    assert not (tmp_path / "a.md").exists()


def test_moving_aside_keeps_the_bytes(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"old")
    with Root.open(tmp_path) as root:
        root.move_aside("a.md", ".extractor-1")
        assert root.read(".extractor-1", LIMIT) == b"old"
        with pytest.raises(MemoryConflict):
            root.move_aside("a.md", ".extractor-2")
        root.publish(".extractor-1", "a.md")
    assert (tmp_path / "a.md").read_bytes() == b"old"


@pytest.mark.parametrize("cut", [1, 2])
def test_an_exchange_by_links_cut_in_half_is_settled(tmp_path: Path, cut: int) -> None:
    (tmp_path / "a.md").write_bytes(b"old")
    (tmp_path / ".extractor-1").write_bytes(b"new")
    os.link(tmp_path / "a.md", tmp_path / ".extractor-1-old")
    if cut == 2:
        os.rename(tmp_path / ".extractor-1", tmp_path / "a.md")
    with Root.open(tmp_path) as root:
        root.settle("a.md", ".extractor-1")
        found = root.read("a.md", LIMIT), root.read(".extractor-1", LIMIT)
    assert found == ((b"old", b"new") if cut == 1 else (b"new", b"old"))
    assert names(tmp_path) == {"a.md", ".extractor-1"}


def test_a_creation_by_links_cut_in_half_is_settled(tmp_path: Path) -> None:
    (tmp_path / ".extractor-1").write_bytes(b"new")
    os.link(tmp_path / ".extractor-1", tmp_path / "a.md")
    with Root.open(tmp_path) as root:
        root.settle("a.md", ".extractor-1")
        assert root.read("a.md", LIMIT) == b"new"
    assert names(tmp_path) == {"a.md"}


@pytest.mark.skipif(sys.platform != "linux", reason="leases are Linux's")
def test_a_writer_is_seen_exactly_while_it_has_the_file_open(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"x")
    with Root.open(tmp_path) as root:
        if root.has_writer("a.md") is None:
            pytest.skip("this file system knows no leases")
        with (tmp_path / "a.md").open("r+b"):
            assert root.has_writer("a.md") is True
        with (tmp_path / "a.md").open("rb"):
            assert root.has_writer("a.md") is False
        assert root.has_writer("absent.md") is None


@pytest.mark.skipif(sys.platform != "linux", reason="leases are Linux's")
def test_asking_for_writers_while_others_open_the_file_ends_nobody(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"x")
    done = threading.Event()

    def write() -> None:
        while not done.is_set():
            with (tmp_path / "a.md").open("r+b"):
                pass

    writer = threading.Thread(target=write)
    writer.start()
    with Root.open(tmp_path) as root:
        answers = {root.has_writer("a.md") for _ in range(2_000)}
    done.set()
    writer.join()
    assert answers <= {True, False}


def test_a_drive_is_told_to_empty_its_cache_after_the_bytes_and_after_the_name(tmp_path: Path) -> None:
    kernel = Caching()
    with Root.open(tmp_path, kernel=kernel) as root:
        root.create("a.md", b"x", ".extractor-1")
    assert kernel.emptied == [False, True]


# failures


@pytest.mark.parametrize(
    ("call", "code", "words"),
    [
        ("write", errno.ENOSPC, "disk is full"),
        ("write", errno.EDQUOT, "quota"),
        ("sync", errno.EIO, "disk reports an error"),
        ("sync_folder", errno.EIO, "disk reports an error"),
        ("write", errno.EROFS, "read-only"),
    ],
)
def test_a_failing_disk_is_told_in_one_line_with_its_errno(
    tmp_path: Path, call: str, code: int, words: str
) -> None:
    with (
        Root.open(tmp_path, kernel=Failing(call, code)) as root,
        pytest.raises(StoreFailed, match=words) as caught,
    ):
        root.create("a.md", b"x", ".extractor-1")
    assert str(tmp_path / "a.md") in str(caught.value)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value.__cause__, OSError)
    assert caught.value.__cause__.errno == code


def test_a_failing_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"x")
    with (
        Root.open(tmp_path, kernel=Failing("read", errno.EIO)) as root,
        pytest.raises(StoreFailed, match=r"disk reports an error: cannot read .*a\.md"),
    ):
        root.read("a.md", LIMIT)


def test_a_removed_folder_is_told(tmp_path: Path) -> None:
    memory = tmp_path / "memory"
    with Root.open(memory) as root:
        memory.rmdir()
        with pytest.raises(StoreFailed, match="gone"):
            root.create("a.md", b"x", ".extractor-1")


# looking


def test_a_folder_is_known_to_be_gone_only_where_that_can_be_seen(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "dangling").symlink_to("nothing")
    (tmp_path / "loop").symlink_to("loop")
    cannot_be_looked_at(tmp_path / "closed")
    gone = {
        name: fs.no_folder(tmp_path / name) for name in ("a", "file", "file/a", "dangling", "loop", "a\0")
    }
    assert set(gone.values()) == {True}, gone
    (tmp_path / "link").symlink_to(tmp_path)
    for name in (".", "link", "closed", "closed/memory"):
        assert not fs.no_folder(tmp_path / name), name


# private files


def test_a_state_file_is_replaced_whole_and_private(tmp_path: Path) -> None:
    fs.write_atomic(tmp_path / "state", b"one")
    fs.write_atomic(tmp_path / "state", b"two", token=lambda: "t")
    assert (tmp_path / "state").read_bytes() == b"two"
    assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o600
    assert names(tmp_path) == {"state"}


def test_a_state_file_that_cannot_be_replaced_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    with pytest.raises(StoreFailed, match="state"):
        fs.write_atomic(tmp_path / "state", b"x")
    assert names(tmp_path) == {"state"}


def test_lines_are_added_to_a_private_file(tmp_path: Path) -> None:
    fs.append_private(tmp_path / "log", b"one\n")
    fs.append_private(tmp_path / "log", b"two\n")
    assert (tmp_path / "log").read_bytes() == b"one\ntwo\n"
    assert stat.S_IMODE((tmp_path / "log").stat().st_mode) == 0o600


def test_a_private_file_is_not_reached_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"x")
    (tmp_path / "log").symlink_to("target")
    with pytest.raises(StoreFailed, match="symbolic link"):
        fs.append_private(tmp_path / "log", b"y")
    assert (tmp_path / "target").read_bytes() == b"x"


def test_what_another_library_is_to_open_is_a_private_file_with_what_it_held(tmp_path: Path) -> None:
    fs.claim_private(tmp_path / "new")
    (tmp_path / "old").write_bytes(b"x")
    (tmp_path / "old").chmod(0o644)
    fs.claim_private(tmp_path / "old")
    held = {name: (tmp_path / name).read_bytes() for name in ("new", "old")}
    assert held == {"new": b"", "old": b"x"}
    assert {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in held} == {0o600}


def test_where_a_link_or_a_folder_stands_no_other_library_opens_it(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("target")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder").chmod(0o755)
    with pytest.raises(StoreFailed, match="symbolic link"):
        fs.claim_private(tmp_path / "link")
    with pytest.raises(StoreFailed, match="is not a plain file: move it elsewhere"):
        fs.claim_private(tmp_path / "folder")
    assert not (tmp_path / "target").exists()
    assert stat.S_IMODE((tmp_path / "folder").stat().st_mode) == 0o755


def test_a_log_that_is_set_aside_goes_on_in_a_new_file(tmp_path: Path) -> None:
    log = tmp_path / "log"
    (tmp_path / "log.1").write_bytes(b"oldest\n")
    with open(log, "ab", buffering=0) as file:
        file.write(b"before\n")
        fs.start_anew(log, file.fileno())
        file.write(b"after\n")
    assert (log.read_bytes(), (tmp_path / "log.1").read_bytes()) == (b"after\n", b"before\n")
    assert stat.S_IMODE(log.stat().st_mode) == 0o600


def test_a_private_folder_is_made_once(tmp_path: Path) -> None:
    fs.make_private_dir(tmp_path / "a" / "b")
    fs.make_private_dir(tmp_path / "a" / "b")
    assert stat.S_IMODE((tmp_path / "a" / "b").stat().st_mode) == 0o700
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreFailed):
        fs.make_private_dir(tmp_path / "file")


def test_a_dangling_link_exists_and_a_missing_file_does_not(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("nowhere")
    assert fs.exists(tmp_path / "link")
    assert not fs.exists(tmp_path / "missing")
    assert not fs.exists(tmp_path / "link" / "below")


# locks


HOLD = """
import sys
from pathlib import Path
from extractor import fs
lock = fs.instance_lock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_daemon_is_told_who_holds_the_lock_and_a_killed_one_leaves_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        assert fs.lock_holder(path) == holder.pid
        with pytest.raises(ConfigError, match=rf"process {holder.pid}\)"):
            fs.instance_lock(path)
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    assert fs.lock_holder(path) is None
    with fs.instance_lock(path):
        assert fs.lock_holder(path) == os.getpid()
    assert fs.lock_holder(path) is None


def test_a_command_that_holds_the_lock_while_it_works_is_told_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with fs.instance_lock(path, "once"):
        assert (fs.lock_holder(path), fs.lock_command(path)) == (os.getpid(), "once")
        with pytest.raises(ConfigError, match=rf"`extractor once` \(process {os.getpid()}\) is at work"):
            fs.instance_lock(path)
    assert (fs.lock_holder(path), fs.lock_command(path)) == (None, "")
    with fs.instance_lock(path):
        assert fs.lock_command(path) == ""


def test_nobody_holds_a_lock_that_was_never_made(tmp_path: Path) -> None:
    assert fs.lock_holder(tmp_path / "lock") is None
    assert names(tmp_path) == set()


def test_a_pipe_where_a_lock_should_be_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "lock")
    assert fs.lock_holder(tmp_path / "lock") is None


def test_a_folder_that_is_held_is_waited_for_and_then_told(tmp_path: Path) -> None:
    with fs.Root.open(tmp_path) as one, fs.Root.open(tmp_path) as other:
        with one.lock(1.0), pytest.raises(StoreFailed, match=r"has held .* for 0\.05 s"), other.lock(0.05):
            pass
        with other.lock(0.05):
            pass
    assert names(tmp_path) == set()


def test_a_folder_made_anew_is_told_from_the_one_that_was_opened(tmp_path: Path) -> None:
    place = tmp_path / "memory"
    with fs.Root.open(place) as root:
        assert root.is_at(place)
        place.rename(tmp_path / "elsewhere")
        assert not root.is_at(place)
        place.mkdir()
        assert not root.is_at(place)


def test_a_lock_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "lock").mkdir()
    with pytest.raises(StoreFailed, match="cannot lock"):
        fs.instance_lock(tmp_path / "lock")
