# `make run` starts zerosum, `make test` checks everything; both set up .venv by themselves.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test proof bench format clean

run: .venv/ready-to-run
	@$(BIN)/zerosum

test: .venv/ready-to-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto -m "not proof"

# The long proofs: bigger boards against published values, more random games.
proof: .venv/ready-to-test
	$(BIN)/pytest -n auto -m proof
	$(BIN)/pytest -n auto tests/test_fuzz.py tests/test_native_twins.py tests/test_tree.py tests/test_value.py --hypothesis-profile=proof
	$(BIN)/pytest tests/test_solver.py -k late --hypothesis-profile=proof

# Peers are measured where they can be installed; `make bench ARGS=--full` takes longer.
bench: .venv/ready-to-bench
	$(BIN)/python bench/run.py $(ARGS)

format: .venv/ready-to-test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Installed again whenever pyproject.toml is newer than the last installation.
.venv/ready-to-run: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[native,plot]'
	@touch $@

.venv/ready-to-test: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ .venv/ready-to-run

.venv/ready-to-bench: .venv/ready-to-test
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,bench]'
	@touch $@

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "zerosum needs Python 3.11 or newer: make PYTHON=python3.12" >&2; exit 2; }
	$(PYTHON) -m venv .venv

clean:
	rm -rf .venv .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis
