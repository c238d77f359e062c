# Two commands do all set-up: `make run` and `make test`. Everything is installed into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# Arguments for the command behind `make run`, `make test`, `make bench` and `make soak`.
ARGS ?=

# For `make bench-recall`: LoCoMo's locomo10.json, a folder of BEAM's chats, or both.
DATA ?=

.PHONY: run test other-cases lint bench bench-recall eval soak clean help

help:
	@echo "make run    install, then follow your own sessions (a sample where there are none)"
	@echo "make test   install, then run the tests"
	@echo "make other-cases  the property tests on other cases than their own; each run tries others"
	@echo "make lint   ruff, mypy, import-linter"
	@echo "make bench  speed, memory and waiting times beside their aims, measured here"
	@echo "make bench-recall DATA=FILE  evidence recall on LoCoMo's data file or BEAM's chats"
	@echo "make eval   how well it learns: must recall, useful share and the rest (SESSIONS=DIR, PUBLISHED=DIR: real sessions too)"
	@echo "make soak   every promise of docs/promises.md by its full number of cases; takes hours"

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $(STAMP)

run: $(STAMP)
	@$(BIN)/extractor run --sample $(ARGS)

# Two at a time, each file in one process, in the order of their names: the longest come first. ARGS="-n 0": one at a time.
test: $(STAMP)
	@$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder $(ARGS)

other-cases: $(STAMP)
	@$(BIN)/python -m pytest -n 2 -m hypothesis --hypothesis-profile=others $(ARGS)

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(STAMP)
	@$(BIN)/python -m bench $(ARGS)

bench-recall: $(STAMP)
	@$(if $(DATA),,$(error name the data: make bench-recall DATA=path/to/locomo10.json))$(BIN)/python -m bench.evidence $(DATA) $(ARGS)

eval: $(STAMP)
	@$(BIN)/python -m bench.eval $(if $(SESSIONS),--sessions $(SESSIONS)) $(if $(PUBLISHED),--published $(PUBLISHED)) $(ARGS)

soak: $(STAMP)
	@$(BIN)/python -m bench.soak $(ARGS)

clean:
	rm -rf $(VENV) .pytest_cache .hypothesis .mypy_cache .ruff_cache .import_linter_cache
