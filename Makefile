# stadium-replay: every command a person or CI needs. `make help` lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := help

# One set of flags for building, testing and linting alike: another one would compile everything again.
SWIFTFLAGS := --explicit-target-dependency-import-check error -Xswiftc -require-explicit-sendable

FUZZ_SECONDS ?= 30
LISTEN ?= 127.0.0.1:8080
SAMPLE ?= Samples/lossy-venue.pcapng
PACKAGES := libpcap-dev zlib1g-dev nettle-dev libmicrohttpd-dev libavformat-dev libavcodec-dev libavutil-dev \
  libswscale-dev libisal-dev libcurl4-openssl-dev libsqlite3-dev libexpat1-dev libmnl-dev pkg-config
# Programs that tests talk to: players, senders, a browser.
PEERS := ffmpeg gstreamer1.0-tools gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-plugins-bad \
  gstreamer1.0-libav chromium curl iproute2 nftables tshark vlc-bin vlc-plugin-base python3-zfec python3-pip
# A FLUTE sender and receiver that Debian does not have; where it cannot be fetched its tests are skipped.
PEER_MODULES := flute-alc==1.11.7
# And those that benchmarks are compared with.
RIVALS := tshark nginx-light wrk multicat ffmpeg iproute2
APT := apt-get -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3

.PHONY: help setup peers build run analyze test lint format bench fuzz soak soak-venue soak-clips soak-clips-load soak-sdk docs clean

help: ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 10

# Installs the Debian packages of the list $(1), as far as they are not there.
define install
	@present=$$(dpkg-query -W -f='$${Status} $${Package}\n' $(1) 2>/dev/null | grep -c '^install ok installed'); \
	if [ "$$present" -ne $(words $(1)) ]; then \
	  $(APT) update -qq && DEBIAN_FRONTEND=noninteractive $(APT) install -y -qq --no-install-recommends $(1); fi
endef

setup: ## install every Debian package that building needs
	$(call install,$(PACKAGES))

peers: setup ## install the programs that the tests talk to
	$(call install,$(PEERS))
	@[ -d .build/peers/python ] || python3 -m pip install --quiet --retries 1 --target .build/peers/python $(PEER_MODULES) \
	  || { rm -rf .build/peers/python; echo 'peers: $(PEER_MODULES) cannot be fetched: its tests are skipped'; }

build: ## build the tools for use (release)
	swift build -c release $(SWIFTFLAGS) --product svmreplayd
	swift build -c release $(SWIFTFLAGS) --product svmanalyze
	swift build -c release $(SWIFTFLAGS) --product svmstreamer

run: setup build ## set up, build, and serve the embedded venue until Ctrl-C
	@echo
	.build/release/svmreplayd --demo --listen $(LISTEN)

analyze: setup build ## set up, build, and analyse the sample capture
	@echo
	.build/release/svmanalyze $(SAMPLE)

# Suites that play in real time, in three lines: beside many others they would measure how busy the machine is. Those of players,
PLAYERS := BrowserTests|ClipPlayersTests|PeersTests|NativePlayersTests|VenueStreamerTests|EmbeddedVenueTests
# those of servers and their recordings,
SERVERS := ServedSessionTests|FaultTests|LiveRerunTests|LiveEqualityTests|LiveVenueEqualityTests|NativeLiveTests|ThreeAccountsTests
# and those of a device and its session. The last two have networks of their own.
DEVICE := PlaybackTests.PlayoutTests|ReporterKillTests|SDKPlayerTests|SDKLiveTests|StadiumVisionSDKTests.CycleTests|SamplesTests|SDKVenueTests

test: peers ## set up, build and run the tests; FILTER names some of them
ifdef FILTER
	swift test $(SWIFTFLAGS) --filter '$(FILTER)'
else
	swift test $(SWIFTFLAGS) --skip '$(PLAYERS)|$(SERVERS)|$(DEVICE)'
	Tests/realtime.sh '$(PLAYERS)' '$(SERVERS)' '$(DEVICE)'
endif

lint: ## check the style and the house rules
	swift format lint --strict --recursive Sources Tests Samples Package.swift
	@! git grep -nE '(try!|as! |fatalError\()' -- 'Sources/*.swift' || { echo 'lint: forbidden in Sources: see the lines above'; exit 1; }

format: ## rewrite the sources in the house style
	swift format --in-place --recursive Sources Tests Samples Package.swift

bench: setup ## measure beside libpcap, tshark, nginx, multicat and FFmpeg (needs no load on the machine)
	$(call install,$(RIVALS))
	swift build -c release $(SWIFTFLAGS) --product svmbench
	.build/release/svmbench --limits Tests/Golden/bench.json

fuzz: setup ## coverage-guided fuzzing of every parser, FUZZ_SECONDS each
	SVM_FUZZ=1 swift build -c release --scratch-path .build/fuzz --sanitize=fuzzer $(SWIFTFLAGS) --product svmfuzz
	@for target in $$(ls Tests/Corpora); do echo "fuzz: $$target"; mkdir -p .build/fuzz/corpus/$$target; \
	  SVM_FUZZ_TARGET=$$target SWIFT_BACKTRACE=enable=no timeout -k 10 $$(( $(FUZZ_SECONDS) + 60 )) \
	  .build/fuzz/release/svmfuzz -max_total_time=$(FUZZ_SECONDS) -rss_limit_mb=1024 -timeout=10 -max_len=65536 \
	  -print_final_stats=0 -verbosity=0 -artifact_prefix=.build/fuzz/found-$$target- \
	  .build/fuzz/corpus/$$target Tests/Corpora/$$target </dev/null || exit 1; done

soak: setup ## many times the generated and written venues, windows and hostile datagrams of the tests, and faults around a server
	SVM_SOAK=1 swift test $(SWIFTFLAGS) --no-parallel --filter ReporterKillTests
	SVM_SOAK=10 swift test $(SWIFTFLAGS) --filter 'VenueAgreementTests|NativeAgreementTests|HostileDatagramTests|ReedSolomonTests|RecordedCarrierTests'
	swift build -c release $(SWIFTFLAGS) --product svmbench
	.build/release/svmbench faults --seconds 120

soak-venue: setup ## ten minutes of the embedded venue with 3 % loss in bursts: every released packet equals the source's
	SVM_SOAK=1 swift test $(SWIFTFLAGS) --no-parallel --filter VenueSoakTests

soak-clips: peers ## a thousand windows of each of eighteen streams in all three formats: the window's pictures, times and sound and no other; a hundred thousand hostile requests
	SVM_SOAK=1 swift test $(SWIFTFLAGS) --filter '^ClipFilesTests.ExactClipTests|^ClipFilesTests.DamagedClipTests|FuzzedClipTests'

soak-sdk: setup ## ten minutes of play-out in real time: every picture in order, sound beside it, no drift, memory flat; 10 000 starts and shutdowns of the SDK
	SVM_SOAK=10 swift test $(SWIFTFLAGS) --no-parallel --filter '^PlaybackTests.PlayoutTests|^StadiumVisionSDKTests.CycleTests'

soak-clips-load: setup ## five minutes of 50 clips a second from a server that receives 32 live channels: nothing lost, no clip late, memory back
	$(call install,ffmpeg iproute2)
	swift build -c release $(SWIFTFLAGS) --product svmbench
	.build/release/svmbench --limits Tests/Golden/bench.json clip-load

docs: ## make the rooms' pages below .build/docs
	@# Programs and the test runner have no module to ask; the rooms' graphs are there all the same.
	-swift package --scratch-path .build/docs-graph dump-symbol-graph --minimum-access-level public >/dev/null 2>&1
	@for room in Sources/*/*.docc; do name=$$(basename $$room .docc); mkdir -p .build/docs/graph/$$name; \
	  find .build/docs-graph -path '*symbolgraph*' \( -name "$$name.symbols.json" -o -name "$$name@*.symbols.json" \) -exec cp {} .build/docs/graph/$$name/ \; ; \
	  docc convert $$room --additional-symbol-graph-dir .build/docs/graph/$$name --fallback-display-name $$name \
	  --fallback-bundle-identifier stadium-replay.$$name --transform-for-static-hosting --output-path .build/docs/$$name >/dev/null \
	  && echo ".build/docs/$$name"; done

clean: ## remove what was built
	rm -rf .build
