"""`python -m extractor`: the command line."""

from extractor.cli import main

if __name__ == "__main__":
    main()
