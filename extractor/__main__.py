"""The command's entry, also of `python -m extractor`.

Promises that Ctrl-C ends it without noise also while what the command line needs is loaded and put together, before
anything that looks out for it stands, and that a SIGHUP meanwhile does not end the service.
"""

import signal
import sys

INTERRUPTED = 130


def _unheard(_number: int, _frame: object) -> None:
    """Nothing."""


def main() -> None:
    """Run the command line."""
    if "run" in sys.argv[1:] and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        # The settings are not read yet: there is nothing to read again. Where it is ignored from outside, as by
        # `nohup`, that is told by its staying so.
        signal.signal(signal.SIGHUP, _unheard)
    try:
        from extractor.cli import main as command

        command()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
