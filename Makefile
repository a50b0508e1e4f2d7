# Openhours. `make run` and `make test` set up whatever they need; `make help` lists the rest.
.DEFAULT_GOAL := help
.PHONY: help setup run services test test-unit test-service test-e2e test-web test-browser lint contracts lock mutants bench chaos clean

PYTHON := .venv/bin/python
export PATH := $(CURDIR)/.venv/bin:$(PATH)
SETUP := @bash deploy/ci/setup.sh
CHECKS := @$(PYTHON) -m ci.checks

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## install everything for running and testing
	$(SETUP) check

run: ## everything in one process on http://127.0.0.1:8000 (PORT, DATA_DIR, DEMO=0)
	$(SETUP) run
	@exec $(PYTHON) -m local

services: ## every service as its own process, with RabbitMQ and PostgreSQL, on this machine
	$(SETUP) check
	@exec $(PYTHON) -m local.cluster

test: ## every check there is, with totals at the end
	$(SETUP) check
	$(CHECKS)

test-unit: ## rules only: seconds
	$(SETUP) check
	$(CHECKS) unit

test-service: ## each service on a real database, and the contracts
	$(SETUP) check
	$(CHECKS) service

test-e2e: ## the whole system by its calls, embedded and distributed
	$(SETUP) check
	$(CHECKS) e2e

test-web: ## the web's own tests
	$(SETUP) check
	$(CHECKS) web

test-browser: ## real browsers, embedded and distributed
	$(SETUP) check
	$(CHECKS) browser

lint: ## style, types, boundaries
	$(SETUP) check
	$(CHECKS) lint

contracts: ## write schemas, OpenAPI, AsyncAPI, rules, reference data and TypeScript anew
	$(SETUP) run
	@cd proto-contracts && ../$(PYTHON) -m generate
	@$(PYTHON) -m ci.openapi
	@cd web && npm run --silent generate

lock: ## pin every package anew
	$(SETUP) run
	@bash deploy/ci/lock.sh

mutants: ## deliberate faults in rules and the web's models that changed since main, or in all (ALL=1)
	$(SETUP) check
	@$(PYTHON) -m ci.mutants $(if $(ALL),--all)
	@cd web && npm run --silent --if-present mutants $(if $(ALL),-- --all)

bench: ## ratios, measured in one run
	$(SETUP) check
	@$(PYTHON) -m bench

chaos: ## kill -9 at 30 random points, and the broker away for 20 s
	$(SETUP) check
	@$(PYTHON) -m bench.chaos

clean: ## remove what was built and installed; .data/ stays
	rm -rf .venv web/node_modules web/dist deploy/local/node_modules
