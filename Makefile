# Each target sets up what it needs inside .hatch/ first.
# ARGS go to the program behind it: make test ARGS="packages/memory-core -k entry".
.DEFAULT_GOAL := help
.PHONY: help demo test soak check format docs constraints clean
.PHONY: runbook-recall incident-war-room db-sentinel

help: ## list the targets
	@sed -n 's/^\([a-z-]*\): ## /  make \1  /p' Makefile

demo: ## see an agent's memory written, the process ended, and the memory found again
	@sh tools/bootstrap.sh demo $(ARGS)

runbook-recall: ## answer from runbooks, delete them, and replay the answer
	@sh tools/bootstrap.sh example runbook-recall $(ARGS)

incident-war-room: ## let several agents work on one incident with one memory
	@sh tools/bootstrap.sh example incident-war-room $(ARGS)

db-sentinel: ## judge a night's alerts, and learn from them
	@sh tools/bootstrap.sh example db-sentinel $(ARGS)

test: ## run the whole test suite
	@sh tools/bootstrap.sh test $(ARGS)

soak: ## run the tests that are too slow for every run
	@sh tools/bootstrap.sh soak $(ARGS)

check: ## run everything that CI runs
	@sh tools/bootstrap.sh check $(ARGS)

format: ## format the code and fix what ruff can fix
	@sh tools/bootstrap.sh format

docs: ## build the documentation into site/
	@sh tools/bootstrap.sh docs

constraints: ## resolve the dependencies again and rewrite constraints.txt
	@sh tools/bootstrap.sh constraints

clean: ## remove everything that the targets made
	rm -rf .hatch site dist
