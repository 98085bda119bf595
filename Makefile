# make demo   a venv, the package, and the bundled game on the dashboard
# make test   a venv with the test tools, and the tests
# make check  lint, types, the import contract and the rules index
# make messages  the message catalogues: takes over new texts, compiles the translations
# make mutants  small changes of the rules that the tests should notice: docs/mutants.md
#   SAMPLE="kanban_menu=250 other=60"  so many of each, drawn by chance
# make rules  docs/rules.md from the rules in the code and the tests that cite them
VENV ?= .venv
MUTANTS ?= "referee.games.kushi_express.touting*" "referee.games.kushi_express.ending*" \
  "referee.games.kushi_express.turn*"
PYTHON ?= python3
BIN := $(VENV)/bin

.PHONY: demo test check rules messages mutants clean

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]"
	@touch $@

demo: $(VENV)/.installed
	$(BIN)/referee demo

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -q -m "not browser and not render and not cycles and not train"

check: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.rules_index --check

rules: $(VENV)/.installed-dev
	$(BIN)/python -m tools.rules_index

messages: $(VENV)/.installed-dev
	$(BIN)/python -m tools.messages

mutants: $(VENV)/.installed-dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[mutants]"
ifdef SAMPLE
	nice $(BIN)/mutmut run --max-children 1 "referee.games.seats*_1" > /dev/null  # writes all mutants
	nice $(BIN)/mutmut run --max-children 1 $$($(BIN)/python -m tools.mutants $(SAMPLE))
	$(BIN)/python -m tools.mutants --report $(SAMPLE)
else
	nice $(BIN)/mutmut run --max-children 1 $(MUTANTS)
	$(BIN)/mutmut results
endif

clean:
	rm -rf mutants $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
