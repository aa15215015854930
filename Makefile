# make demo: install, and check the sample reports.   make test: install what is missing, and run every check.
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PYTHON ?= $(firstword $(foreach name,python3 python3.14 python3.13 python3.12 python3.11,\
  $(shell $(name) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $(name))))

.PHONY: demo test lint browser extension format bench clean

demo: $(STAMP)
	@$(BIN)/llmfeeder demo

test: lint browser
	$(BIN)/python -m pytest -n auto
	@$(MAKE) --no-print-directory extension

lint: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

# Without a browser, or without npm, the tests that need it are skipped; with CI set, that is a failure.
browser:
	@.ci/packages chromium=chromium +fonts-dejavu-core +fonts-liberation || test -z "$$CI"

extension: $(STAMP)
	@if command -v npm >/dev/null; then cd vscode-extension && npm ci --no-audit --no-fund \
	  && npm run build && LLMFEEDER_PYTHON="$(abspath $(BIN))/python" npm test; \
	else echo "!!! npm is missing: the VS Code extension was NOT TESTED !!!" >&2; test -z "$$CI"; fi

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

$(STAMP): pyproject.toml
	@test -n "$(PYTHON)" || { echo "LLMFeeder needs Python 3.11 or newer; found none." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable . --group dev
	@touch $@

bench: $(STAMP)
	$(BIN)/python -m benchmarks.speed

clean:
	rm -rf $(VENV) dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
