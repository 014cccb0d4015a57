# Each target sets up what it needs inside .hatch/ first. `sh tools/bootstrap.sh --help` lists the tasks.
.DEFAULT_GOAL := help
.PHONY: help demo test soak check format docs constraints clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\): ## /  make \1  /p' Makefile

demo: ## see an agent's memory written, the process ended, and the memory found again
	@sh tools/bootstrap.sh demo

test: ## run the whole test suite
	@sh tools/bootstrap.sh test

soak: ## run the tests that are too slow for every run
	@sh tools/bootstrap.sh soak

check: ## run everything that CI runs
	@sh tools/bootstrap.sh check

format: ## format the code and fix what ruff can fix
	@sh tools/bootstrap.sh format

docs: ## build the documentation into site/
	@sh tools/bootstrap.sh docs

constraints: ## resolve the dependencies again and rewrite constraints.txt
	@sh tools/bootstrap.sh constraints

clean: ## remove everything that the targets made
	rm -rf .hatch site dist
