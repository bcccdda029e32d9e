# Everything a developer runs: make -f templ.mk [generate|check|test|agents|bench|fuzz|dev|build]
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := test
.PHONY: module package generate check test unit race real crash chaos hosts soak load counter proof agents tools bench ratios peers growth loads fuzz dev build cross screenshots package-release

TEMPL := go tool templ
LINT  := go run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
VULN  := go run golang.org/x/vuln/cmd/govulncheck@v1.1.4
AIR   := go run github.com/air-verse/air@v1.67.4
TAGS  := real,agents,figures,screenshots,crash,chaos,storybook
RELEASER := go run github.com/goreleaser/goreleaser/v2@v2.16.0
SIZE  := 24000000
FUZZ  := Fuzz
TIME  := 30s
REPEAT := 3

# The generated code is committed, so that `go install` works; `check` sees that it is current.
generate:
	$(TEMPL) generate

check:
	@echo '== formatted, tidy, generated code current'
	test -z "$$(gofmt -l .)" || { gofmt -l .; exit 1; }
	$(TEMPL) fmt -fail . 
	go mod tidy -diff
	$(TEMPL) generate
	git diff --exit-code -- '*_templ.go'
	@echo '== vet and lint'
	go vet ./...
	go vet -tags $(TAGS) ./...
	$(LINT) run
	@echo '== known vulnerabilities'
	VULN='$(VULN)' sh .ci/vulnerabilities
	@echo '== compiles for macOS'
	$(MAKE) -f templ.mk cross
	@echo '== size'
	$(MAKE) -f templ.mk build
	size=$$(stat -c %s tmp/devservers); echo "$$size bytes"; test "$$size" -le $(SIZE)

cross:
	GOOS=darwin GOARCH=arm64 go vet ./...

# The functions that templ generates are small and hold a large one, so that inlining copies each page's parts into all
# who call them: 1.2 MB. What reads a project's files for init and why, or looks for causes, runs once: 0.35 MB. So do
# commands, and handlers pass on what others answer: 0.3 MB.
SMALL := -gcflags=./views/...=-l -gcflags=./app/web/pages=-l -gcflags=./app/web/streams=-l \
	-gcflags=./app/project/detect=-l -gcflags=./app/project/survey=-l -gcflags=./app/project/lists=-l \
	-gcflags=./app/project/programs=-l -gcflags=./app/project/code=-l -gcflags=./app/project/sources=-l \
	-gcflags=./cli/...=-l -gcflags=./mcp/...=-l -gcflags=./app/web=-l -gcflags=./app/hosts=-l \
	-gcflags=./app/environment/...=-l -gcflags=./app/reading/why/...=-l

# Binaries have their own go.mod, in which those below mcp/noschema replace two modules with JSON Schema: mcp-go imports
# them for what is turned off here, and they make their tables whenever a program starts, which takes 5 ms. go.work
# replaces the one that takes longest, for tests and `go run .` here; other tests need the other one.
build:
	sh .ci/release-mod tmp/release.mod
	CGO_ENABLED=0 GOWORK=off go build -modfile=tmp/release.mod -trimpath -ldflags '-s -w' $(SMALL) -o tmp/devservers .

# What the tests with real dev servers need and a fresh machine may lack. Debian's packages, npm's Vite.
tools:
	@sh .ci/tools

# All tests, those that wait beside those that compute. Then a minute of chaos beside a minute of soak, and some rounds
# of the tests that kill beside some calls that fail. In race and in a plain go test, they do a few rounds or none. For
# longer ones: chaos TIME=10m, soak TIME=10m, crash, counter WHOLE=1.
unit:
	$(MAKE) -f templ.mk -j 2 -O race real
	$(MAKE) -f templ.mk -j 2 -O TIME=1m chaos soak
	$(MAKE) -f templ.mk -j 2 -O TIME=80s ROUNDS=60 crash counter

# The tests that need only Go, with the race detector: manager, holders and commands. The rules for what programs print
# are functions of text, whose regular expressions take ten times as long with it. `check` vets all that they compile.
race:
	go test -race -vet=off -timeout 40m $$(go list ./... | grep -v /app/reading/why$$)
	go test -vet=off ./app/reading/why

# The tests with real dev servers, browsers and clients, without it: they drive the same code, and mostly wait for others.
real:
	sh .ci/real

# All rounds of the tests that kill, or ROUNDS of the longest one: without the race detector, which would change what a
# kill meets.
crash:
	ROUNDS=$(ROUNDS) go test -vet=off -tags crash -timeout 40m -run 'Kill|OneOfTwenty' -v ./app/transcript ./app/run ./cli

# Random steps of several callers with faults, for TIME, and what must hold afterwards: chaos TIME=10m SEED=7.
chaos: build
	DEVSERVERS=$(CURDIR)/tmp/devservers TIME=$(TIME) SEED=$(SEED) nice go test -vet=off -tags chaos -count 1 -timeout 120m -run 'Chaos$$' -v ./tests/chaos

# Faults of the link to a host, for TIME, while a reader follows a server there.
hosts: build
	DEVSERVERS=$(CURDIR)/tmp/devservers TIME=$(TIME) SEED=$(SEED) nice go test -vet=off -tags chaos -count 1 -timeout 120m -run 'Hosts$$' -v ./tests/chaos

# Steady work with few faults, for TIME: nothing may grow.
soak: build
	DEVSERVERS=$(CURDIR)/tmp/devservers TIME=$(TIME) SEED=$(SEED) nice go test -vet=off -tags chaos -count 1 -timeout 120m -run 'Soak$$' -v ./tests/chaos

# Makes system calls of the manager and of holders fail, one after the other: some for TIME, or all of them in half an
# hour: counter WHOLE=1.
counter: build
	DEVSERVERS=$(CURDIR)/tmp/devservers TIME=$(TIME) SEED=$(SEED) WHOLE=$(WHOLE) nice go test -vet=off -tags chaos -count 1 -timeout 120m -run 'Counter$$' -v ./tests/chaos

# Chaos must find each of the bugs that this plants in the program, and the tests that docs name each change of the code
# behind them. ONLY=Name chooses the changes that one test must find.
proof:
	nice go test -vet=off -tags chaos -count 1 -timeout 120m -run 'Proof$$|Mutations$$' -v ./tests/chaos

# The figures of tests/chaos/README.md, each measured REPEAT times.
load:
	REPEAT=$(REPEAT) go test -tags chaos -count 1 -timeout 60m -run 'Load$$' -v ./tests/chaos

# Claude Code, Codex and Gemini CLI as they are on npm (850 MB, installed once into the person's cache), each against a
# model on this machine that follows a script. They get a home of their own, no account, and no other host.
agents:
	go test -tags real,agents -count 1 -timeout 10m -run RealAgents -v ./cli

test: tools check unit ratios

# Costs compared with something simple in the same minute, as in docs/performance.md, and how the ratios differ from the
# last ones. It takes seconds, and no time fails it.
ratios: build
	-DEVSERVERS=$(CURDIR)/tmp/devservers go test -tags figures -count 1 -v -run 'Ratios$$' ./tests/figures

# The same work by other programs that run servers: those of process-compose, hivemind, overmind, supervisor, daemontools
# and pm2 that are in PATH or in PEERS, a list of directories. It installs none.
peers: build
	DEVSERVERS=$(CURDIR)/tmp/devservers PEERS='$(PEERS)' nice go test -tags figures -count 1 -timeout 60m -v -run 'Peers$$' ./tests/figures

# How costs grow, drawn into tests/figures/growth-*.svg. It needs 5 GB of disk for a while.
growth: build
	DEVSERVERS=$(CURDIR)/tmp/devservers nice go test -tags figures -count 1 -timeout 60m -v -run 'Growth$$' ./tests/figures

# Starts and stops of up to 200 servers, servers at rest and as they print, with followers and open pages, and pages of
# many projects.
loads: build
	DEVSERVERS=$(CURDIR)/tmp/devservers nice go test -tags figures -count 1 -timeout 30m -v -run 'Loads$$' ./tests/figures

# All figures of tests/figures/README.md, and the benchmarks.
bench: ratios peers growth loads
	go test -run XXX -bench . -benchtime 2s ./app/transcript ./app/run ./app/engine/supervisor ./app/reading/logs ./mcp

# Each fuzz test, or those whose names begin with FUZZ: fuzz FUZZ=FuzzMessages TIME=10m.
# What makes one fail is kept in its package's testdata/fuzz, and from then on is one of its tests.
fuzz:
	for package in $$(grep -l --include '*_test.go' -r '^func $(FUZZ)' . | xargs -n 1 dirname | sort -u); do \
		for name in $$(go test -list '^$(FUZZ)' $$package | grep '^Fuzz'); do \
			go test -run XXX -fuzz "^$$name\$$" -fuzztime $(TIME) -fuzzminimizetime 20x $$package; \
		done; \
	done

# The README's pictures of the browser UI, taken again from the demo project.
screenshots:
	go test -tags real,screenshots -count 1 -run Screenshots ./cli

# Changes the module path everywhere, for the day when the project has a public home: module PATH=example.org/you/devservers.
# make passes PATH on to the shell, so that of the system is set again.
module:
	@export PATH=$$(/usr/bin/getconf PATH); sh .ci/module '$(PATH)'

# Archives, packages, checksums, their signature (by a key of this run alone) and a list of what is inside, for all
# systems, in dist/. Nothing is published.
package:
	$(RELEASER) release --snapshot --clean --skip=publish
	sh .ci/verify dist

# The same from a tag, with the release's signature: MINISIGN_KEY has the secret key. Nothing is published.
package-release:
	test -n "$$MINISIGN_KEY"
	$(RELEASER) release --clean --skip=publish
	sh .ci/verify dist

# The manager that the dev loop starts gets a home of its own. Go's settings and caches stay the person's.
dev: DEV := $(CURDIR)/tmp/dev
dev:
	mkdir -p $(DEV)/home
	for name in GOENV GOPATH GOCACHE GOMODCACHE; do export $$name="$$(go env $$name)"; done; \
	HOME=$(DEV)/home XDG_CONFIG_HOME=$(DEV)/config XDG_STATE_HOME=$(DEV)/state XDG_DATA_HOME=$(DEV)/data $(AIR)
