# Two commands do everything, on a machine with git, make and python3:
#   make demo    shows the table at work        make test    runs all that CI runs
# PYTHON=/path/to/python3.12 chooses the interpreter of .venv.
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup setup-tests demo check test bench guides format clean bundle deb deb-check kiosk-check audit windows

BIN := .venv/bin

help:
	@echo "make demo    the table with a simulated shaker (ARGS=… are handed on)"
	@echo "make test    lint, types, architecture contracts, all tests, coverage floor"
	@echo "make setup   .venv and system libraries only"
	@echo "make check   lint, types, architecture contracts only"
	@echo "make format  let ruff lay out the code"
	@echo "make bench   the measurements of benchmarks/"
	@echo "make guides  the pictures of docs/ and the croupier's sheets, made anew by the program"
	@echo "make bundle  the program in one folder, dist/tabledisplay"
	@echo "make deb     that as a Debian package; make deb-check proves it in clean Debian 12 and 13"
	@echo "make kiosk-check  the same package's kiosk on a whole PC, played by QEMU (as root)"
	@echo "make audit   the locked packages against the known advisories"
	@echo "make windows the Windows setup program, built and tried under Wine (as root; 3 GB, once)"
	@echo "make clean   remove what was generated, .venv included"

setup:
	@tools/setup.sh

setup-tests:
	@tools/setup.sh screens

demo: setup
	@$(BIN)/python -m tabledisplay demo $(ARGS)

check: setup
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports

# The floor says nothing when it holds, so pytest's summary is the last line.
test: setup-tests check
	@rm -f .coverage .coverage.*
	@$(BIN)/coverage run -m pytest -n 2 $(ARGS)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/python tools/coverage_floor.py

bench: setup
	@$(BIN)/uv sync --quiet --locked --inexact --group bench --python $(BIN)/python
	@$(BIN)/python -m benchmarks $(ARGS)

# The same pictures each time: what git shows as changed looks different now.
guides: setup
	@$(BIN)/python -m tools.guide_shots --gallery
	@$(BIN)/python -m tools.print_page

bundle: setup
	@installer/prepare.sh
	@build/bundle-venv/bin/python -m installer.bundle

deb: bundle
	@installer/deb/build.sh

deb-check: deb
	@installer/deb/check.sh

kiosk-check: deb-check
	@installer/deb/boot_check.sh bookworm
	@installer/deb/boot_check.sh trixie

audit: setup
	@installer/audit.sh

windows: setup
	@installer/windows/build.sh

format: setup
	@$(BIN)/ruff check --fix --quiet
	@$(BIN)/ruff format --quiet

clean:
	rm -rf .venv build dist htmlcov demo-shots .coverage .coverage.* .hypothesis .mypy_cache \
		.ruff_cache .import_linter_cache
