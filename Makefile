# Runs on a machine with only Python and make; README.md has the short version,
# docs/operations.md the long one.

PYTHON ?= python3
PORT ?= 8000
RESET ?=
ARGS ?=
# How long `make night` is; SEED deals the same hands again. How much history bench/growth.py makes.
ROUNDS ?= 5000
TABLES ?= 20
KILLS ?= 10
SEED ?=
HISTORY ?= 1000000
# How many rounds are searched for leaks, and played before fifteen displays, in the tests.
FRAMES_ROUNDS ?= 60
EVENING_ROUNDS ?= 4
# How often bench/displays.py measures, and up to how many displays.
DISPLAYS_TURNS ?= 5
DISPLAYS_MOST ?= 4000
export PORT RESET ROUNDS TABLES KILLS SEED HISTORY FRAMES_ROUNDS EVENING_ROUNDS DISPLAYS_TURNS DISPLAYS_MOST

VENV := .venv
RUN := $(VENV)/bin/python
INSTALLED := $(VENV)/installed

# What `check --deploy` is asked about: settings as in production, with a key that is used once.
PRODUCTION = CARDROOM_DEBUG=0 CARDROOM_HOSTS=cardroom.example CARDROOM_ROLE=worker \
	CARDROOM_SECRET_KEY=$$($(RUN) -c 'import secrets; print(secrets.token_urlsafe(60))')

.PHONY: help setup demo test check format bench night clean

help:
	@echo "make demo    run everything here with demonstration data (PORT=8000, RESET=1 starts fresh)"
	@echo "make test    run all tests, browser tests included (ARGS=... goes to pytest)"
	@echo "make check   style, types, import contracts, migrations, deployment settings"
	@echo "make bench   measure (HISTORY=20000 DISPLAYS_TURNS=2 DISPLAYS_MOST=1000 for a quick look)"
	@echo "make night   5,000 rounds while workers are killed, then recount all (ROUNDS, TABLES, KILLS, SEED)"
	@echo "make clean   remove the environment, the demo's data and the caches"

setup: $(INSTALLED)

# Again only when the lock changes: the mark is made last.
$(INSTALLED): requirements/dev.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Cardroom needs Python 3.11 or newer, and '$(PYTHON)' is not: install one, or name one with PYTHON=..."; \
		exit 1; }
	@test -x $(RUN) || $(PYTHON) -m venv $(VENV) || { \
		echo "'$(PYTHON) -m venv' failed: install its venv package (Debian: apt-get install python3-venv)."; \
		rm -rf $(VENV); exit 1; }
	@uv=$(VENV)/bin/uv; test -x $$uv || uv=$$(command -v uv) || { \
		$(RUN) -m pip install --quiet --disable-pip-version-check uv && uv=$(VENV)/bin/uv; } || exit 1; \
	echo "Installing the packages of requirements/dev.lock into $(VENV)."; \
	$$uv pip install --quiet --compile-bytecode --python $(RUN) --require-hashes -r requirements/dev.lock || { \
		echo "uv could not install them; trying pip, which may know another way to the packages."; \
		$(RUN) -m pip install --quiet --require-hashes -r requirements/dev.lock; }
	@touch $@

demo: $(INSTALLED)
	@exec $(RUN) -m cardroom.embedded.demo --with-parent

# Playwright keeps an event loop in the main thread, which asyncio tests cannot share: its tests
# are a pytest run of their own.
test: $(INSTALLED)
	$(RUN) -m pytest -p no:playwright --numprocesses 2 --dist loadfile $(ARGS)
	$(RUN) -m pytest tests/browser --screenshot only-on-failure $(ARGS)

check: $(INSTALLED)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports
	CARDROOM_ROLE=worker $(RUN) -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run
	$(PRODUCTION) $(RUN) manage.py check --deploy --fail-level WARNING

format: $(INSTALLED)
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

bench: $(INSTALLED)
	@set -e; for script in $(sort $(wildcard bench/*.py)); do echo "== $$script"; $(RUN) "$$script"; done

night: $(INSTALLED)
	@exec $(RUN) -m tests.faults.long_night

clean:
	@if test -d var/demo && test -x $(RUN); then $(RUN) -m cardroom.embedded.demo --remove; fi
	rm -rf var $(VENV) staticfiles test-results
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
