# From nothing but Python and make. `make help` lists the targets; PYTHON=python3.12 chooses the interpreter.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
ARGS   ?=

.DEFAULT_GOAL := help
.PHONY: help audit samples test check format soak bench clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

audit: $(VENV)/.installed  ## audit the sample games in logs/
	$(BIN)/quack audit logs $(ARGS)

samples: $(VENV)/.installed  ## play the sample games in logs/ anew
	sh logs/samples.sh $(BIN)/quack logs

test: $(VENV)/.installed-dev  ## run the tests, a file to a processor
	$(BIN)/python -m pytest -q -n auto --dist loadfile --no-loadscope-reorder $(ARGS)

check: $(VENV)/.installed-dev  ## formatter, linter, types, import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.installed-dev  ## let the formatter and the linter mend what they can
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

soak: $(VENV)/.installed-dev  ## run the long random tests too
	QUACK_SOAK=1 $(BIN)/python -m pytest -q -m soak --timeout 0 $(ARGS)

bench: $(VENV)/.installed-dev  ## what an audit costs, in multiples of json.loads; ARGS=--keep adds it to the history
	$(BIN)/python -m tests.bench $(ARGS)

clean:  ## remove what make and the tools made
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamps: an installation is made anew only when pyproject.toml changes.
$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "QUACK needs Python 3.11 or later, $(PYTHON) is another; say which: make PYTHON=python3.11 $(MAKECMDGOALS)" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: $(VENV)/.python pyproject.toml
	$(PIP) install --editable .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.python pyproject.toml
	$(PIP) install --editable '.[dev]'
	@touch $@ $(VENV)/.installed
