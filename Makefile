# make demo: the page on the virtual table. make test: every check there is. Both set up all they need.
SHELL := /bin/bash
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PORT ?= 8765
GAME ?= ice-cult
FRAMES ?= frames/dev
STAMP := $(VENV)/.installed
NPM := .cache/npm/node_modules

.PHONY: demo test suite quick test-workshop test-large lint types scripts format check-python install system browser-parts frames train release screenshots clean help \
        bench-engine bench-eye bench-gate bench-sizes bench-referee bench-crash bench-fuzz bench-soak bench-page bench-scale bench-restarts bench-club bench-tournament bench-coach bench-pi

help:
	@echo "make demo         set up and open the page on the virtual table (http://localhost:$(PORT)); GAME=iglu for IGLU IGLU"
	@echo "make test         set up and run lint, types and every test, the browser ones included"
	@echo "make suite        every test, without the other checks; of the workshop's own the smaller cases"
	@echo "make quick        the quick tests, in a minute: no browser, PostgreSQL, path tracer or wheel, nothing marked slow"
	@echo "make test-workshop  all tests of what makes pictures and trains networks, the larger cases too"
	@echo "make test-large     what \`make test\` leaves out: the larger cases of what its smaller ones show too"
	@echo "make lint         ruff, mypy --strict, and biome and unit tests for the page's scripts"
	@echo "make bench-engine | bench-eye FRAMES=folder | bench-gate FRAMES=folder | bench-sizes FRAMES=folder | bench-referee | bench-crash | bench-fuzz | bench-soak | bench-page | bench-scale | bench-restarts | bench-club (HISTORY=1: on ten years of evenings) | bench-tournament | bench-coach | bench-pi"
	@echo "make frames       path-trace pictures of the table with their truth (COUNT=600 OUT=frames/new), as many full of stacks, as many of those from above, and as many of any world"
	@echo "make train        train the networks again (FRAMES='folder folder' MINUTES=6 for each)"
	@echo "make release      check and build a release without network; TRY=1 tries it on any checkout (docs/RELEASING.md)"
	@echo "make screenshots  take the pictures of the page for the README"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "icekeeper needs Python 3.11 or newer: make PYTHON=python3.12 ..."; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(STAMP): pyproject.toml | $(BIN)/python
	@set -o pipefail; $(BIN)/pip install --disable-pip-version-check --editable . | \
	  while read -r line; do case "$$line" in Collecting*|Downloading*|Installing*|Building*) printf .;; esac; done && echo " ready"
	@touch $@

# All at once, and compiled only as far as it is used; a pip of today needs two thirds of the time.
$(VENV)/.installed-test: pyproject.toml | $(BIN)/python
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-compile --upgrade pip
	$(BIN)/pip install --quiet --disable-pip-version-check --no-compile --editable '.[test,lab]'
	@touch $(STAMP) $@

# What the tests load is compiled by one process, once, before four would do the same beside each other.
$(VENV)/.compiled: $(VENV)/.installed-test
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --collect-only -q >/dev/null 2>&1 || true
	@touch $@

install: $(STAMP)

# Debian's packages, for the tests alone: a browser with its driver, LLVM for the picture generator, a compiler for the ray tracer of lessons, and a database
# server for the club's tests, which run one of their own; systemd checks the units of `icekeeper service`.
PACKAGES := chromium chromium-driver libllvm19 postgresql systemd g++
system:
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "installing $(PACKAGES)"; apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(PACKAGES) >/dev/null; \
	else echo "please install: $(PACKAGES)   (on Debian or Ubuntu: sudo apt-get install $(PACKAGES))"; exit 1; fi

browser-parts: $(VENV)/.installed-test $(NPM)/.installed
	@command -v c++ >/dev/null && command -v chromium >/dev/null && command -v chromedriver >/dev/null && ldconfig -p | grep -q 'libLLVM.*19' && ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && command -v systemd-analyze >/dev/null || $(MAKE) --no-print-directory system

demo:
	@[ -e $(STAMP) ] || echo "setting icekeeper up, once: about a minute"
	@$(MAKE) --no-print-directory $(STAMP)
	@$(BIN)/icekeeper play demo --game $(GAME) --port $(PORT) --open

$(NPM)/.installed: Makefile
	@command -v npm >/dev/null || { echo "please install npm: the page's scripts are checked and the accessibility tests run with what it fetches"; exit 1; }
	npm install --silent --no-fund --no-audit --no-package-lock --prefix .cache/npm axe-core@4 @biomejs/biome@2
	@touch $@

lint: types scripts

types: $(VENV)/.installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

scripts: $(NPM)/.installed
	$(NPM)/.bin/biome check --error-on-warnings
	node --test --test-reporter=dot tests/scripts/

format: $(VENV)/.installed-test $(NPM)/.installed
	$(NPM)/.bin/biome check --write
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The page's scripts are checked while Python's packages come, the types beside the tests. Four processes on two cores,
# since a page is waited for now and then: each of them computes in one thread, and the files that take longest come
# first. What Python compiles is kept, since some tests start it again and again.
test:
	@$(MAKE) --no-print-directory -j 2 browser-parts scripts
	@$(MAKE) --no-print-directory -j 2 suite types

ONE_THREAD := PYTHONDONTWRITEBYTECODE= OPENCV_FOR_THREADS_NUM=1 OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
PYTEST := $(ONE_THREAD) $(BIN)/python -m pytest -q --dist loadfile --no-loadscope-reorder

suite: browser-parts $(VENV)/.compiled
	$(PYTEST) -n 4 -m "not large" --durations=25

# Without what is marked `slow` or asks for `outside` (tests/conftest.py): after every small change.
quick: $(VENV)/.compiled
	$(PYTEST) -n 2 -m "not outside and not slow and not large" --durations=25

test-workshop: $(VENV)/.compiled
	$(PYTEST) -n 2 --durations=25 tests/workshop

test-large: browser-parts $(VENV)/.compiled
	$(PYTEST) -n 2 -m large --durations=25

bench-engine: $(VENV)/.installed-test
	$(BIN)/python -m bench engine
bench-eye: $(VENV)/.installed-test
	$(BIN)/python -m bench eye $(if $(filter iglu,$(GAME)),--game iglu) $(FRAMES)
bench-gate: $(VENV)/.installed-test
	$(BIN)/python -m bench gate $(wildcard $(FRAMES))
bench-sizes: $(VENV)/.installed-test
	$(BIN)/python -m bench sizes $(FRAMES)
bench-referee: $(VENV)/.installed-test
	$(BIN)/python -m bench referee $(if $(filter iglu,$(GAME)),--game iglu) $(if $(FILMS),--films $(FILMS))
bench-crash: $(VENV)/.installed-test
	$(BIN)/python -m bench crash
bench-fuzz: $(VENV)/.installed-test
	$(BIN)/python -m bench fuzz
bench-soak: $(VENV)/.installed-test
	$(BIN)/python -m bench soak
bench-page: $(VENV)/.installed-test
	$(BIN)/python -m bench pages.weight
	$(BIN)/python -m bench page
	$(BIN)/python -m bench phone
bench-scale: $(VENV)/.installed-test
	$(BIN)/python -m bench scale
bench-restarts: $(VENV)/.installed-test
	$(BIN)/python -m bench.soak --demos 15
bench-club: browser-parts
ifdef HISTORY
	$(BIN)/python -m bench club --history
else
	$(BIN)/python -m bench club
	$(BIN)/python -m bench.club --tables 10 --cut 60
endif
bench-tournament: $(VENV)/.installed-test
	$(BIN)/python -m bench tournament
bench-coach: $(VENV)/.installed-test
	$(BIN)/python -m bench coach
bench-pi: $(VENV)/.installed-test
	$(BIN)/python -m bench pi

COUNT ?= 600
OUT ?= frames/new
frames: $(VENV)/.installed-test
	$(BIN)/python -m workshop.icecult.lab farm --seeds 0:$(COUNT) --out $(OUT) --processes 2 --minutes 600 --resume
	$(BIN)/python -m workshop.icecult.lab farm --full --seeds 0:$(COUNT) --out $(OUT)-full --processes 2 --minutes 600 --resume
	$(BIN)/python -m workshop.icecult.lab farm --full --steep --seeds 0:$(COUNT) --out $(OUT)-steep --processes 2 --minutes 600 --resume
	$(BIN)/python -m workshop.icecult.lab farm --variety wide --seeds 0:$(COUNT) --out $(OUT)-wide --processes 2 --minutes 600 --resume

MINUTES ?= 6
train: $(STAMP)
	$(BIN)/pip install --quiet --editable '.[train]'
	$(BIN)/python -m workshop.icecult.board --frames $(FRAMES) --out calibration/icecult/models --minutes $(MINUTES)
	$(BIN)/python -m workshop.icecult.reader --frames $(FRAMES) --minutes $(MINUTES)

# The wheel with all that can be checked without a network; TRY=1 on a checkout that is no release. See docs/RELEASING.md.
release: $(VENV)/.installed-test
	$(BIN)/python -m workshop.releasing $(if $(TRY),--try)

screenshots: browser-parts
	$(BIN)/python -m bench.screens.readme

clean:
	rm -rf $(VENV) .cache build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache
