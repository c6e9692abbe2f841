# The two commands to start with: `make run` and `make test`. `make help` lists the others.

PY := .venv/bin/python
LOCKED := pyproject.toml uv.lock tools/install
# One more than there are cores: many tests wait for processes of their own.
JOBS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

# Where Python may not keep what it has compiled, every process compiles all that it imports, and the
# tests start hundreds of them.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run migrate seal test check format openapi docs gallery languages lock bench coverage mutants soak

help:           ## list the commands
	@grep -E '^[a-z]+: .*##|^[a-z]+:  *##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

run: .venv/.run ## start everything on this machine; PORT= and DATA= may be given
	@MODE=development exec $(PY) -m service.run

migrate: .venv/.run ## bring the database of this environment to the newest schema
	@$(PY) -m service.store.migrate

seal: .venv/.run ## seal matches that were dealt before each had a key: once, with the service stopped
	@$(PY) -m service.seal

test: .venv/.dev ## run every test against real parts
	@tools/node & node=$$!; tools/chromium && tools/proxies && wait $$node
	@$(PY) -m pytest -n $(JOBS) --dist worksteal

check: .venv/.dev ## format, lint, types, import contracts, contract, languages, rulings and docs current
	@.venv/bin/ruff format --check .
	@.venv/bin/ruff check .
	@.venv/bin/mypy
	@.venv/bin/lint-imports --no-logo
	@$(PY) -m service.contract --check
	@$(PY) -m service.translating --check
	@$(PY) -m tests.rulings
	@tools/lock --check

format: .venv/.dev ## format the code and mend what can be mended
	@.venv/bin/ruff format .
	@.venv/bin/ruff check --fix .

openapi: .venv/.dev ## write openapi.yaml from the schemas
	@$(PY) -m service.contract

docs: .venv/.run ## write docs/settings.md and docs/record.schema.json from the code
	@$(PY) -m service.environment > docs/settings.md
	@$(PY) -m engine.record_schema > docs/record.schema.json

gallery: .venv/.dev ## draw pictures, letters and pages anew; ONLY= names some, as `pages en front`
	@tools/chromium
	@$(PY) -m service.drawing.gallery
	@$(PY) -m tests.gallery $(ONLY)

languages: .venv/.run ## bring the catalogues up to date with what the source says
	@$(PY) -m service.translating

lock: ## lock the dependencies, for uv and for pip
	@tools/lock

bench: .venv/.bench ## measure, beside baselines; ONLY= names some groups, QUICK=1 only shows that all run
	@tools/node bench/node
	@QUICK=$(QUICK) $(PY) -m bench $(ONLY)

coverage: .venv/.dev ## the engine's tests, which must reach every branch of it
	@$(PY) -m pytest -n $(JOBS) --dist worksteal tests/engine --cov=engine --cov-branch \
		--cov-report=term-missing:skip-covered --cov-fail-under=100

mutants: .venv/.dev ## make small faults in what must not fail, and count those that tests notice; ONLY= names some
	@AGAIN=$(AGAIN) $(PY) -m mutants $(ONLY)

SEED ?= $(shell expr `date +%s` % 100000)
SEED := $(SEED)
SOAKING = SEED=$(SEED) $(PY) -m pytest -n $(JOBS) --dist worksteal --timeout 0 --hypothesis-seed $(SEED)

soak: .venv/.dev ## the same tests with their large numbers; SEED= repeats one, ONLY= names a part, as `faults/test_post.py`
ifdef ONLY
	@SOAK=10 $(SOAKING) $(addprefix tests/,$(ONLY))
else
	@tools/chromium
	@tools/proxies
	@tools/node
	@SOAK=25 $(SOAKING) tests/engine/rapanui
	@SOAK=10 $(SOAKING) --ignore tests/engine/rapanui
endif

.venv/.run: $(LOCKED)
	@tools/install
	@touch $@

.venv/.dev: $(LOCKED)
	@tools/install dev
	@touch $@ .venv/.run

.venv/.bench: $(LOCKED)
	@tools/install dev bench
	@touch $@ .venv/.dev .venv/.run
