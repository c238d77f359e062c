"""Files: the only room that opens them for writing, renames, syncs or locks them.

Owns the Root (a folder as an open directory descriptor), private state files and the locks.
Promises whole files or none, durably, and one clear line for every failure. Never decides what is written.
"""

from extractor.fs.below import folder_below
from extractor.fs.entries import FileInfo, Listing
from extractor.fs.failures import dead_link, fault, in_the_way, store_failure
from extractor.fs.kernel import Kernel
from extractor.fs.links import Links
from extractor.fs.locks import HeldLock, instance_lock, lock_command, lock_holder
from extractor.fs.others import (
    FINDERS,
    Standing,
    look_at,
    make_folder,
    make_link,
    missing_folders,
    remove_empty_folder,
    remove_link,
    replace_file,
    set_folder_aside,
    sweep,
)
from extractor.fs.ownership import is_mended, own_file, own_folder
from extractor.fs.private import (
    TEMP_PREFIX,
    append_private,
    claim_private,
    exists,
    make_private_dir,
    no_folder,
    private_root,
    read_private,
    remove_private,
    start_anew,
    write_atomic,
)
from extractor.fs.reading import holding, open_below, read_plain
from extractor.fs.root import Root
from extractor.fs.scratch import read_scratch, scratch, sweep_scratch
from extractor.fs.spelling import compared, composed, lies_in, listed, spelled
from extractor.fs.trial import try_swaps
from extractor.fs.walking import Bounds, Walked, walk_files

__all__ = [
    "FINDERS",
    "TEMP_PREFIX",
    "Bounds",
    "FileInfo",
    "HeldLock",
    "Kernel",
    "Links",
    "Listing",
    "Root",
    "Standing",
    "Walked",
    "append_private",
    "claim_private",
    "compared",
    "composed",
    "dead_link",
    "exists",
    "fault",
    "folder_below",
    "holding",
    "in_the_way",
    "instance_lock",
    "is_mended",
    "lies_in",
    "listed",
    "lock_command",
    "lock_holder",
    "look_at",
    "make_folder",
    "make_link",
    "make_private_dir",
    "missing_folders",
    "no_folder",
    "open_below",
    "own_file",
    "own_folder",
    "private_root",
    "read_plain",
    "read_private",
    "read_scratch",
    "remove_empty_folder",
    "remove_link",
    "remove_private",
    "replace_file",
    "scratch",
    "set_folder_aside",
    "spelled",
    "start_anew",
    "store_failure",
    "sweep",
    "sweep_scratch",
    "try_swaps",
    "walk_files",
    "write_atomic",
]
