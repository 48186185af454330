# Two commands matter: `make run` starts the product, `make test` proves it. Both set up what they need.
.DEFAULT_GOAL := help
SHELL := /bin/bash

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 7071
DATA ?= .data
SOURCES := function_app.py host api orchestrators activities shared devhost evals bench infra training tests
# Those that take long come first, so that no worker is left alone with one at the end.
TESTS := tests/e2e tests/simulation tests/contract tests/integration tests/unit tests/replay

.PHONY: help setup run test mutants check format eval bench reader clean

help: ## Show this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 10

setup: $(VENV)/.ready node_modules/.ready ## Install everything, in .venv and node_modules

$(VENV)/.ready: requirements.txt requirements-training.txt requirements-dev.txt constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] not in ((3, 11), (3, 12)))' || { echo "Python 3.11 is needed: install it, or set PYTHON=path"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt -c constraints.txt
	@touch $@

node_modules/.ready: package.json package-lock.json
	@command -v npm >/dev/null || { echo "Node.js 20 with npm is needed (Azurite, and tests of the AG-UI client)"; exit 1; }
	npm ci --no-audit --no-fund --ignore-scripts --loglevel=error
	@touch $@

run: setup ## Start the product at http://127.0.0.1:7071 (PORT=, DATA=)
	$(BIN)/python -m devhost --port $(PORT) --data $(DATA)

test: setup ## Run every test, with coverage gates
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder --cov --cov-branch --cov-report= $(TESTS)
	$(BIN)/python -m tests.coverage_gates

mutants: setup ## Put faults into the guards around consent, and see a test fail for each (minutes)
	$(BIN)/python -m tests.mutants

check: setup ## Format, lint, types, import contracts, infra syntax
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/pyright
	$(BIN)/lint-imports
	$(BIN)/python infra/check_bicep.py

format: setup ## Format the code
	$(BIN)/ruff format $(SOURCES)
	$(BIN)/ruff check --fix $(SOURCES)

eval: setup ## Measure understanding on the development sets; writes docs/accuracy.md
	$(BIN)/python -m evals all

bench: setup ## Count what a turn costs, and time discovery
	$(BIN)/python -m bench turns
	$(BIN)/python -m bench reading
	$(BIN)/python -m bench discovery

reader: setup ## Fit the reader anew on training/reading (minutes; installs PyTorch)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-reader.txt -c constraints.txt
	$(BIN)/python -m training reader

clean: ## Remove what the targets made
	rm -rf $(VENV) node_modules .data .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage htmlcov
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
