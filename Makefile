# Openhours. `make run` and `make test` set up whatever they need; `make help` lists the rest.
.DEFAULT_GOAL := help
.PHONY: $(shell sed -n 's/^\([a-z0-9-]*\):.*/\1/p' $(firstword $(MAKEFILE_LIST)))

PYTHON := .venv/bin/python
export PATH := $(CURDIR)/.venv/bin:$(PATH)
SETUP := @bash deploy/ci/setup.sh
CHECKS := @exec $(PYTHON) -m ci.checks

##@ every day

help: ## list the targets
	@awk -F ':.*## ' '/^##@ /{printf "\n%s\n", substr($$0, 5)} /^[a-z0-9-]+:.*## /{printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## install everything for running and testing
	$(SETUP) check

hooks: ## check style and format of what is staged, before each commit (git config core.hooksPath)
	$(SETUP) check
	@git config core.hooksPath deploy/ci/hooks

run: ## everything in one process on http://127.0.0.1:8000 (PORT, DATA_DIR, DEMO=0)
	$(SETUP) run
	@exec $(PYTHON) -m local

dev: ## the same for work on it: Python restarts after a change, Vite serves the web (PORT, DATA_DIR, DEMO=0)
	$(SETUP) check
	@exec $(PYTHON) -m local.dev

services: ## every service as its own process, with RabbitMQ and PostgreSQL, on this machine
	$(SETUP) check
	@exec $(PYTHON) -m local.services

check: ## what the change since main touches (SINCE=...): the tests it can break, style and types of its files
	$(SETUP) check
	@exec $(PYTHON) -m ci.impact $(SINCE)

flaky: ## repeat a test on a busy machine until it fails (T=web/e2e/feed.spec.ts, N=20), and keep what it left
	$(SETUP) check
	@exec $(PYTHON) -m ci.flaky $(T) $(N)

lint: ## style, types, import layers, dead code
	$(SETUP) check
	$(CHECKS) lint

test: ## the gate: every rule, call, attack, contract and screen, in about 14 minutes
	$(SETUP) check
	$(CHECKS)

test-unit: ## pure rules, and the tooling of deploy: about two minutes
	$(SETUP) check
	$(CHECKS) unit

test-service: ## each service over HTTP on a real database, and the contracts
	$(SETUP) check
	$(CHECKS) service

test-e2e: ## the whole system through its calls, in one process and as many
	$(SETUP) check
	$(CHECKS) e2e

test-web: ## the unit tests of the web app
	$(SETUP) check
	$(CHECKS) web

test-browser: ## every screen in a browser, with screenshots in web/e2e/screens
	$(SETUP) check
	$(CHECKS) browser

contracts: ## generate schemas, OpenAPI, AsyncAPI, rules, reference data, TypeScript and diagrams
	$(SETUP) run
	@cd proto-contracts && ../$(PYTHON) -m generate
	@$(PYTHON) -m ci.openapi
	@$(PYTHON) -m ci.documents
	@cd web && npm run --silent generate

##@ before a release

test-all: ## the gate and what is long (CONTRIBUTING.md says what), in about an hour
	$(SETUP) check
	$(CHECKS) --all

audit: ## known vulnerabilities, secrets in tracked files, bills of materials (.audit/)
	$(SETUP) check
	@$(PYTHON) -m ci.audit

manifests: ## build every Kubernetes overlay and docker-compose.yml, and hold them to schemas and rules
	$(SETUP) check
	@$(PYTHON) -m ci.manifests

images: ## pin the images of compose and Kubernetes by digest (needs docker and their registries)
	$(SETUP) run
	@$(PYTHON) -m ci.images

bench: ## measure ratios and costs, all in one run, or some (PARTS="cost socket"); records them (deploy/bench)
	$(SETUP) check
	@$(PYTHON) -m bench $(PARTS)

chaos: ## ten schedules of random faults in the whole set while people book (SEEDS=10; half an hour)
	$(SETUP) check
	@$(PYTHON) -m drills.chaos $(if $(SEEDS),--seeds $(SEEDS))

races: ## all that takes time of one calendar, at the same moment, again and again (RUNS=100; a minute or two)
	$(SETUP) check
	@$(PYTHON) -m drills.races $(RUNS)

upgrade: ## last release's code and schema, people who book, the new migrations, then process by process
	$(SETUP) check
	@$(PYTHON) -m drills.upgrade

backup: ## back a set up under load, restore it elsewhere, and look whether all is there
	$(SETUP) check
	@$(PYTHON) -m drills.backup

record-calls: ## record how a commit (COMMIT=..., else the last release) answers the calls of a journey
	$(SETUP) check
	@$(PYTHON) -m drills.record_calls $(COMMIT)

##@ drills

drill: ## one of NAME=replicas, failover, brokers, pooler, scale, soak (SECONDS=600), alarms, image; without: what they are
	$(SETUP) check
	@$(PYTHON) -m drills $(NAME) $(SECONDS)

##@ tools

compose-env: ## make the secrets of docker-compose.yml in .env, each once
	@bash deploy/docker/make-secrets.sh

lock: ## pin every Python and Node package
	$(SETUP) run
	@bash deploy/ci/lock.sh

mutants: ## mutation tests of rules and web models: what changed since main, or all (ALL=1)
	$(SETUP) check
	@$(PYTHON) -m ci.mutants $(if $(ALL),--all)
	@cd web && npm run --silent --if-present mutants $(if $(ALL),-- --all)

pictures: ## take the eight pictures of the README anew, from the demo
	$(SETUP) check
	@$(PYTHON) -m ci.pictures

film: ## film a newcomer's first booking, and measure it (needs ffmpeg)
	$(SETUP) check
	@$(PYTHON) -m ci.film

clean: ## remove what was built and installed; .data/ stays
	rm -rf .venv .mutants web/node_modules web/dist deploy/local/node_modules
