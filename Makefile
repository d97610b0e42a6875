# For programs that build engines with make, such as OpenBench: `make EXE=name [EVALFILE=network] [TUNE=yes]`.
# People use cargo: see README.md.

EXE ?= vernier

# Not empty: every session declares the parameters of the search. OpenBench passes no such variable, so a branch that
# it tunes sets it here.
TUNE ?=

ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
endif

# The build sees these in its environment.
export EVALFILE
export VERNIER_TUNE := $(TUNE)

# Cargo rebuilds only what changed; the program is copied under the name asked for. The folder is named because the
# machine's own settings for cargo may name another.
.PHONY: all
all:
	cargo build --release --locked --package vernier-cli --target-dir target
	cp target/release/vernier$(SUFFIX) $(EXE)$(if $(filter %.exe,$(EXE)),,$(SUFFIX))

# A faster release, shaped by a profile of its own bench.
.PHONY: pgo
pgo:
	scripts/pgo
	cp target/pgo/release/vernier$(SUFFIX) $(EXE)$(if $(filter %.exe,$(EXE)),,$(SUFFIX))
