"""The command's entry, also of `python -m extractor`.

Promises that Ctrl-C ends it without noise also while what the command line needs is loaded and put together, before
anything that looks out for it stands.
"""

import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line."""
    try:
        from extractor.cli import main as command

        command()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
