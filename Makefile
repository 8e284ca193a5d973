# `make run` opens the lab in the browser, `make test` checks everything; both set up .venv by themselves.

PYTHON ?= python3
BIN := .venv/bin
PAGE := tools/page

# Python compiles a module when it first imports it, and most modules never are.
PIP := --quiet --disable-pip-version-check --no-compile

# The tests of a file on one core, in the order that tests/conftest.py gives.
TOGETHER := --dist loadfile --no-loadscope-reorder

.PHONY: run test types page-checks behaviour proof bench bench-page kernels pictures format clean

run: .venv/ready-to-run
	@$(BIN)/zerosum web $(ARGS)

test: .venv/bin/python
	@$(MAKE) --no-print-directory -j2 .venv/ready-to-test .venv/ready-to-browse .venv/ready-to-lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@$(MAKE) --no-print-directory -j2 types behaviour

# Beside each other, as the types keep one core busy and the tests take a while to be found.
types: .venv/ready-to-test page-checks
	$(BIN)/mypy

# The page's JavaScript: linter, and types by its JSDoc comments.
page-checks: .venv/ready-to-lint
	@if [ -e $< ]; then set -x && $(PAGE)/node_modules/.bin/tsc -p $(PAGE) && \
	  $(PAGE)/node_modules/.bin/eslint -c $(PAGE)/eslint.config.js src/zerosum/faces/web/page; \
	else echo "SKIPPED: the page's JavaScript is neither linted nor type checked"; fi

# With bytecode files even where the environment forbids them: hundreds of processes import the same packages.
behaviour proof: export PYTHONDONTWRITEBYTECODE =

behaviour: .venv/ready-to-test .venv/ready-to-browse
	$(BIN)/pytest -n auto $(TOGETHER) -m "not proof"

# The long proofs: bigger boards against published values, more random games.
proof: .venv/ready-to-test
	$(BIN)/pytest -n auto --dist worksteal -m proof
	$(BIN)/pytest -n auto tests/core/test_fuzz.py tests/engines/native/test_native_twins.py tests/core/games/test_tree.py tests/core/test_value.py --hypothesis-profile=proof
	$(BIN)/pytest tests/engines/native/test_solver.py -k late --hypothesis-profile=proof

# Peers are measured where they can be installed; `make bench ARGS=--full` takes longer.
bench: .venv/ready-to-bench
	$(BIN)/python bench/run.py $(ARGS)

# The page in headless Chromium: first picture, panning, jumping to any step.
bench-page: .venv/ready-to-bench
	$(BIN)/python bench/page.py $(ARGS)

# The modules of WebAssembly that come with the package: those that are missing, or older than their sources.
# The linker is Debian's lld where it is installed, else that of the package ziglang.
kernels: .venv/ready-to-test
	@command -v wasm-ld >/dev/null || $(BIN)/python -m pip install $(PIP) -e '.[kernels]'
	$(BIN)/python tools/kernels.py $(ARGS)

# The reference pictures of the screens, anew, and a contact sheet of those that changed; `make proof` compares them.
pictures: .venv/ready-to-test .venv/ready-to-browse
	$(BIN)/python tools/pictures.py $(ARGS)

format: .venv/ready-to-test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Installed again whenever pyproject.toml is newer than the last installation.
.venv/ready-to-run: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install $(PIP) -e '.[native,plot,web]'
	@touch $@

.venv/ready-to-test: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install $(PIP) -e '.[dev]'
	@touch $@ .venv/ready-to-run

# The end-to-end tests need a browser. Where it may not be installed they are skipped, and the run says so.
.venv/ready-to-browse: | .venv/bin/python
	@command -v chromium-headless-shell >/dev/null || \
	  { [ "$$(id -u)" = 0 ] && grep -qs '^ID=debian' /etc/os-release && echo "installing Chromium's headless shell" && \
	    timeout 120 sh -c "apt-get update && apt-get install -y --no-install-recommends chromium-headless-shell" \
	      >.venv/chromium.log 2>&1; } || \
	  for name in chromium chromium-browser google-chrome; do command -v $$name && break; done >/dev/null && \
	  touch $@ || echo "no Chromium here, and it cannot be installed: apt-get install chromium"

# The checks of the page need npm. Where its packages cannot be had they are skipped, and the run says so.
# A lock file that does not fit package.json (EUSAGE) is a fault of ours and no reason to skip.
.venv/ready-to-lint: $(PAGE)/package-lock.json | .venv/bin/python
	@rm -f $@; command -v npm >/dev/null || { echo "no npm here: install Node.js 20.19 or newer"; exit 0; }; \
	echo "npm ci in $(PAGE)"; \
	if npm ci --prefix $(PAGE) --no-audit --no-fund --engine-strict >.venv/npm.log 2>&1; then touch $@; \
	elif grep -q EUSAGE .venv/npm.log; then cat .venv/npm.log >&2; exit 1; \
	else echo "npm cannot install the packages that check the page: $$(grep -m1 'npm error' .venv/npm.log)"; fi

.venv/ready-to-bench: .venv/ready-to-test
	-$(BIN)/python -m pip install $(PIP) -e '.[dev,bench]'
	@touch $@

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "zerosum needs Python 3.11 or newer: make PYTHON=python3.12" >&2; exit 2; }
	$(PYTHON) -m venv .venv

clean:
	rm -rf .venv $(PAGE)/node_modules .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis
