# stadium-replay: every command a person or CI needs. `make help` lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := help

# One set of flags for building, testing and linting alike: another one would compile everything again.
SWIFTFLAGS := --explicit-target-dependency-import-check error -Xswiftc -require-explicit-sendable
FILTER ?=
PACKAGES := libpcap-dev zlib1g-dev nettle-dev pkg-config
APT := apt-get -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3

.PHONY: help setup build run test lint format bench fuzz soak docs clean

help: ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 10

setup: ## install every Debian package that building and testing needs
	@missing=$$(dpkg-query -W -f='$${Status} $${Package}\n' $(PACKAGES) 2>/dev/null | grep -c '^install ok installed'); \
	if [ "$$missing" -ne $(words $(PACKAGES)) ]; then \
	  $(APT) update -qq && DEBIAN_FRONTEND=noninteractive $(APT) install -y -qq --no-install-recommends $(PACKAGES); fi

build: ## build the tools for use (release)
	swift build -c release $(SWIFTFLAGS)

test: setup ## set up, build and run the tests
	swift test $(SWIFTFLAGS) $(if $(FILTER),--filter $(FILTER))

lint: ## check the style and the house rules
	swift format lint --strict --recursive Sources Tests Package.swift
	@! git grep -nE '(try!|as! |fatalError\()' -- 'Sources/*.swift' || { echo 'lint: forbidden in Sources: see the lines above'; exit 1; }

format: ## rewrite the sources in the house style
	swift format --in-place --recursive Sources Tests Package.swift

clean: ## remove what was built
	rm -rf .build
