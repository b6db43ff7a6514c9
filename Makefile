# The two commands: `make run` and `make test`. Each installs what a fresh
# Debian machine with Go, git and make lacks, and says what it installs.

PACKAGES_RUN  := g++ ca-certificates curl tesseract-ocr tesseract-ocr-chi-sim libtesseract-dev libleptonica-dev
PACKAGES_DRAW := fonts-noto-cjk fonts-wqy-zenhei fonts-wqy-microhei fonts-arphic-uming fonts-arphic-ukai fonts-dejavu-core fonts-liberation
PACKAGES_TEST := $(PACKAGES_DRAW) postgresql chromium
PACKAGES_READER := $(PACKAGES_DRAW) python3-torch python3-numpy python3-pil fonts-noto-cjk-extra fonts-noto-core fonts-noto-mono fonts-arphic-gbsn00lp fonts-arphic-gkai00mp fonts-arphic-bkai00mp fonts-cwtex-ming fonts-cwtex-yen fonts-lxgw-wenkai fonts-babelstone-han fonts-hanazono fonts-unifont fonts-smiley-sans fonts-cns11643-sung fonts-cns11643-kai fonts-ipafont-gothic fonts-vlgothic fonts-dejavu-extra fonts-freefont-ttf fonts-urw-base35 fonts-crosextra-carlito fonts-crosextra-caladea fonts-inconsolata fonts-hack fonts-roboto-unhinted fonts-open-sans fonts-stix fonts-gnutypewriter fonts-ocr-b fonts-3270 fonts-tlwg-typewriter-ttf fonts-tlwg-mono-ttf fonts-lato fonts-cantarell fonts-jetbrains-mono fonts-linuxlibertine
READER := .cache/reader

VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo unversioned)
LDFLAGS := -s -w -X tijian/command.version=$(VERSION)
RELEASE := tijian-$(VERSION)-$(shell go env GOOS)-$(shell go env GOARCH)
export CGO_ENABLED := 1
export OMP_THREAD_LIMIT := 1
# What nothing here uses is left out: gse's own dictionaries (30 MB of the
# binary), and gin's MessagePack (a sixth of the compiling).
export GOFLAGS += -tags=ne,nomsgpack

.PHONY: run test test-long build compile release tools notice clients screenshots demo bench image-test alerts docs lint fuzz reader reader-test clean setup setup-draw setup-test setup-reader

run: build ## build and serve at http://127.0.0.1:8080
	./bin/tijian serve

build: setup compile ## bin/tijian, one binary with rules and dictionaries inside

compile: # build on a machine that has all it needs
	@mkdir -p bin
	@sh tools/compile.sh -trimpath $(BUILDMODE) -ldflags "$(LDFLAGS)" -o bin/tijian .

# The Go parts are in the binary, SQLite included; Tesseract, Leptonica and the
# C and C++ libraries stay the system's, whose language data is needed anyway.
release: setup ## dist/: archive with binary, licenses and bill of materials, and its checksum
	rm -rf dist && mkdir -p dist/$(RELEASE)
	go build -trimpath -buildmode=pie -ldflags "$(LDFLAGS)" -o dist/$(RELEASE)/tijian .
	go run ./tools/release -binary dist/$(RELEASE)/tijian -version $(VERSION) -out dist/$(RELEASE)
	cp LICENSE NOTICE README.md CHANGELOG.md dist/$(RELEASE)/
	cd dist && cp $(RELEASE)/tijian.cdx.json $(RELEASE).cdx.json && \
		tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@$(shell git log -1 --format=%ct) -cf - $(RELEASE) | gzip -n9 > $(RELEASE).tar.gz && \
		rm -r $(RELEASE) && sha256sum $(RELEASE).* > SHA256SUMS && cat SHA256SUMS

# Go alone is enough for these; they have the commands rules and keywords.
TOOLS := windows/amd64 darwin/arm64 darwin/amd64 linux/amd64

tools: ## dist/tools/: the checking tools for Windows, macOS and Linux, without C
	@mkdir -p dist/tools
	@for system in $(TOOLS); do \
		os=$${system%/*} arch=$${system#*/}; \
		if [ $$os = windows ]; then exe=.exe; else exe=; fi; \
		echo dist/tools/tijian-$$os-$$arch$$exe; \
		CGO_ENABLED=0 GOOS=$$os GOARCH=$$arch go build -trimpath -ldflags "$(LDFLAGS)" -o dist/tools/tijian-$$os-$$arch$$exe ./tools/checker || exit 1; \
	done

notice: ## NOTICE, from the modules of the build and tools/release/third-party.yaml
	go run ./tools/release -notice NOTICE

test: setup-test ## lint and every test; ends with a line "N passed, N failed"
	@go run ./tools/check

test-long: setup-test ## every test under the race detector; takes an hour on two cores
	@go run ./tools/check -long

lint: setup ## gofmt, go vet, staticcheck, govulncheck where it can run
	@go run ./tools/check -lint

screenshots: setup-test ## pictures of the console, as its browser test walks through it
	@mkdir -p .cache/screenshots
	TIJIAN_SCREENSHOTS=$(CURDIR)/.cache/screenshots go test -count=1 -run InBrowser ./tools/browser

demo: build setup-draw ## the whole service on a generated report, with a throw-away folder
	@go run ./tools/demo -binary bin/tijian

bench: setup-draw ## speed as ratios measured in one run
	@cd tools/bench && go run .

clients: setup ## generates clients in Go, TypeScript and Java from the contract and tries them and that in Python; a FHIR client reads every answer
	@command -v npm >/dev/null || sh tools/setup.sh nodejs npm
	@command -v python3 >/dev/null || sh tools/setup.sh python3
	@command -v javac >/dev/null || sh tools/setup.sh default-jdk-headless
	@sh tools/setup.sh libjackson2-databind-java
	@cd tools/clients && go test -count=1 ./...

image-test: setup ## makes the image without a container engine, runs it as it should be run, and tries it; needs root
	@sh tools/setup.sh debootstrap
	@$(MAKE) compile BUILDMODE=-buildmode=pie
	@go run ./tools/image

alerts: ## checks the alert rules with promtool, and that each fires when it should
	@sh tools/promtool.sh check rules deploy/alerts.yaml
	@sh tools/promtool.sh test rules deploy/alerts_test.yaml

docs: setup ## docs/规则参考.md, docs/schema and the collection of requests, from rules and code
	go run ./tools/rulesdoc
	go run . rules schema --out docs/schema
	go run ./tools/collection

fuzz: setup-test ## every fuzz target for a while: make fuzz FUZZTIME=1m
	@go run ./tools/check -fuzz $(or $(FUZZTIME),20s)

reader: setup-reader ## trains the compact reader anew; see tools/readertrain/README.md
	go run ./tools/readertrain draw --out $(READER)/train --seed 11 --pages 1200
	go run ./tools/readertrain draw --out $(READER)/train --seed 13 --pages 600 --hard
	go run ./tools/readertrain draw --out $(READER)/check --seed 12 --pages 14
	/usr/bin/python3 tools/readertrain/train.py --blocks $(READER)/train --check $(READER)/check --epochs 12 --threads 3 \
		--version $(shell date +%F) --out $(READER)/reader.weights --golden $(READER)/golden.json
	cp $(READER)/reader.weights ocr/compact/reader.weights
	cp $(READER)/golden.json ocr/compact/testdata/golden.json

reader-test: setup-reader ## exact reads of blocks in fonts that no reader was trained on
	go run ./tools/readertrain test

setup-reader:
	@sh tools/setup.sh $(PACKAGES_RUN) $(PACKAGES_READER)

setup:
	@sh tools/setup.sh $(PACKAGES_RUN)

setup-draw:
	@sh tools/setup.sh $(PACKAGES_RUN) $(PACKAGES_DRAW)

setup-test:
	@sh tools/setup.sh $(PACKAGES_RUN) $(PACKAGES_TEST)

clean: ## what was built; ./data stays
	rm -rf bin dist .cache
	go clean -testcache
