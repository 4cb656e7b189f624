.DEFAULT_GOAL := help
.PHONY: help demo test check format generate it matrix fuzz kills memory bench docs wheel

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## PySpark writes to and reads from a real superstream; KEEP=1 leaves the broker running
	@KEEP=$(KEEP) ci/demo.sh

test: ## everything that must hold, from a bare machine
	@ci/test.sh

check: ## formatters, linters and types
	@ci/check.sh

format: ## mends what check finds fault with, where a tool can
	@ci/format.sh

generate: ## rewrites the pages and modules that are made from tables in the code
	@ci/generate.sh

it: ## the fast loop: make it SPARK=4.3 BROKER=4.0 K=superstream
	@SPARK=$(SPARK) BROKER=$(BROKER) K="$(K)" ci/it.sh

matrix: ## the smoke pack on every Spark and broker, one line each
	@SPARKS="$(SPARKS)" BROKERS="$(BROKERS)" ci/matrix.sh

fuzz: ## a million damaged messages through the AMQP reader, and many whole ones through the client's codecs
	@ci/fuzz.sh

kills: ## kills drivers, executors and brokers under queries 50 times, under pipelines 100 times: make kills ARGS="--seed 1"
	@ci/kills.sh $(ARGS)

memory: ## one task reads 10 GB on a small heap, or writes them: make memory ARGS="--write --gigabytes 4"
	@ci/memory.sh $(ARGS)

bench: ## throughput against the bare client: make bench ARGS="--scale 0.1"
	@ci/bench.sh $(ARGS)

docs: ## runs what README and the guide show
	@ci/docs.sh

wheel: ## the jar and the wheel, in .build/dist
	@ci/wheel.sh
