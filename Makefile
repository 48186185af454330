# Two commands matter: `make run` starts the product, `make test` proves it. Both set up what they need.
.DEFAULT_GOAL := help
SHELL := /bin/bash

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check
NPM := npm --no-audit --no-fund --ignore-scripts --loglevel=error
# What is in packages for those who develop them, a third of it all; `make setup` keeps it.
SLIM = find $(1) -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
PORT ?= 7071
DATA ?= .data
SOURCES := function_app.py host api orchestrators activities shared devhost evals bench infra training tests
# Those that take long come first, so that no worker is left alone with one at the end.
TESTS := tests/e2e tests/simulation tests/contract tests/integration tests/unit tests/replay

.PHONY: help need setup ready web run test pictures worker fuzz mutants check format eval bench lock notice reader encoder clean chromium types first-answer

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 10

# Everything that is missing is said at once, before anything is installed.
need:
	@missing=""; \
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] not in ((3, 11), (3, 12)))' 2>/dev/null || missing="$$missing\n  Python 3.11 or 3.12: install it, or set PYTHON=path"; \
	node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null || missing="$$missing\n  Node.js 20.19 or later: https://nodejs.org"; \
	command -v npm >/dev/null || missing="$$missing\n  npm, which comes with Node.js"; \
	[ -z "$$missing" ] || { printf "Needed first:$$missing\n"; exit 1; }

setup: $(VENV)/.ready node_modules/.ready web/node_modules/.ready web/dist/.ready ## Install everything, tests and checks too

ready: $(VENV)/.runs node_modules/.runs web/dist/.ready

$(VENV)/.runs: requirements.txt requirements-run.txt constraints.txt | need
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) -r requirements-run.txt -c constraints.txt
	@touch $@

$(VENV)/.ready: $(VENV)/.runs requirements-training.txt requirements-dev.txt
	$(PIP) -r requirements-dev.txt -c constraints.txt
	@touch $@

node_modules/.runs: package.json package-lock.json | need
	test -e node_modules/.ready || { $(NPM) ci --omit=dev && $(call SLIM,node_modules); }
	@touch $@

node_modules/.ready: package.json package-lock.json | need
	$(NPM) ci
	@touch $@ node_modules/.runs

web/node_modules/.runs: web/package.json web/package-lock.json | need
	test -e web/node_modules/.ready || { $(NPM) ci --omit=dev --prefix web && $(call SLIM,web/node_modules); }
	@touch $@

web/node_modules/.ready: web/package.json web/package-lock.json | need
	$(NPM) ci --prefix web
	@touch $@ web/node_modules/.runs

web/dist/.ready: web/node_modules/.runs web/index.html web/vite.config.ts $(shell find web/src web/public -type f)
	npm --prefix web run --silent build -- --logLevel warn
	@touch $@

web: web/dist/.ready ## Build the web client into web/dist

run: ready ## Start the product at http://127.0.0.1:7071 (PORT=, DATA=, VERBOSE=1)
	$(BIN)/python -m devhost --port $(PORT) --data $(DATA) $(if $(VERBOSE),--verbose)

test: setup chromium ## Run every test, with coverage gates
	npm --prefix web test --silent
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder --cov --cov-branch --cov-report= --durations=30 $(TESTS)
	$(BIN)/python -m tests.coverage_gates

# Where it cannot be installed here, the tests that need it say how.
chromium:
	@command -v chromium >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-noto-core; }

pictures: setup chromium ## Take the pictures of the documentation anew
	PICTURES=docs/pictures $(BIN)/python -m pytest -q tests/e2e/web/test_places.py -k "keeps_people_out or telephone"

worker: setup ## Run what branches, hands over and asks in a real Python worker (PYTHON_WORKER=DIR holds azure_functions_worker)
	@[ -d "$(PYTHON_WORKER)/azure_functions_worker" ] || { echo "PYTHON_WORKER=DIR must name the folder that holds azure_functions_worker; Core Tools has one in workers/python/3.11/LINUX/X64." >&2; exit 1; }
	rm -f build/worker-calls.txt && mkdir -p build
	PYTHON_WORKER=$(abspath $(PYTHON_WORKER)) PYTHON_WORKER_CALLS=$(CURDIR)/build/worker-calls.txt \
		$(BIN)/python -m pytest -q tests/e2e/test_building_journeys.py tests/e2e/test_remote_agents.py tests/e2e/test_reconnecting.py tests/e2e/test_questions.py tests/e2e/kill/test_sigkill.py
	sort build/worker-calls.txt | uniq -c | sort -rn

fuzz: setup ## Try 5,000 calls made up from the API's description (minutes)
	$(BIN)/python -m tests.fuzz

mutants: setup ## Put faults into what guards consent, routing and reading, and see a test fail for each (minutes)
	$(BIN)/python -m tests.mutants

check: setup ## Format, lint, types, import contracts, infra syntax
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/pyright
	$(BIN)/python -m api | npm --prefix web run --silent types -- --check
	npm --prefix web run --silent check
	$(BIN)/lint-imports
	$(BIN)/python infra/check_bicep.py

types: setup ## Write the web client's types anew from the API's description
	$(BIN)/python -m api | npm --prefix web run --silent types

format: setup ## Format the code
	$(BIN)/ruff format $(SOURCES)
	$(BIN)/ruff check --fix $(SOURCES)

eval: setup ## Measure understanding on the development sets; writes docs/accuracy.md
	$(BIN)/python -m evals all

bench: setup ## Count what a turn costs, and time discovery
	$(BIN)/python -m bench turns
	$(BIN)/python -m bench reading
	$(BIN)/python -m bench discovery

lock: setup ## Pin what Azure installs, with digests, into requirements.lock
	$(BIN)/python -m infra.lock

notice: setup ## Write the bill of materials and the licence notice into build/
	mkdir -p build
	$(BIN)/python -m infra.components sbom > build/sbom.json
	$(BIN)/python -m infra.components notice > build/NOTICE.txt

# In a folder of its own, so that what is installed here does not count.
first-answer: need ## Clone, install, start, ask one thing; print the time and MB it took (minutes)
	$(PYTHON) bench/first_answer.py

reader: setup ## Fit the reader anew on training/reading, and what begins from it on training/data_revisions and its like (three hours; installs PyTorch)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-reader.txt -c constraints.txt
	$(BIN)/python -m training reader
	$(BIN)/python -m training revision
	$(BIN)/python -m training choosing

encoder: setup ## Fit the sentence encoder anew on training/data (minutes; installs PyTorch)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-reader.txt -c constraints.txt
	$(BIN)/python -m training nearness

clean: ## Remove what the targets made
	rm -rf $(VENV) node_modules web/node_modules web/dist build .data .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage htmlcov
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
