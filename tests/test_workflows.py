"""The workflows and forms in `.github` agree with the Makefile and with pyproject.toml."""

import re
import tomllib
from pathlib import Path

import msgspec
import pytest

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
NAMING = [*WORKFLOWS, ROOT / ".pre-commit-config.yaml", ROOT / ".github/PULL_REQUEST_TEMPLATE.md"]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORDS = re.findall(r"^\.PHONY: (.*)", MAKEFILE, re.MULTILINE)[0].split()
MINORS = [
    name.rpartition(" :: ")[2]
    for name in SETTINGS["project"]["classifiers"]
    if name.startswith("Programming Language :: Python :: 3.")
]


def words(path: Path) -> set[str]:
    """Return the words of the Makefile that a file says after `make`."""
    return set(re.findall(r"\bmake (?:-\w+ )*([\w-]+)", path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", NAMING, ids=lambda path: path.name)
def test_every_word_of_a_workflow_is_in_the_makefile(path: Path) -> None:
    assert words(path) <= {*WORDS}


def test_the_workflows_run_all_that_a_change_must_pass() -> None:
    assert {"test", "lint", "sanitize", "fuzz", "wheels", "docs", "bench-check"} <= set().union(
        *map(words, WORKFLOWS)
    )


def test_tests_and_wheels_are_for_the_pythons_of_the_classifiers() -> None:
    workflow = msgspec.yaml.decode((ROOT / ".github/workflows/test.yml").read_bytes())
    assert workflow["jobs"]["test"]["strategy"]["matrix"]["python"] == MINORS
    built = [f"cp{minor.replace('.', '')}-*" for minor in MINORS]
    assert SETTINGS["tool"]["cibuildwheel"]["build"].split() == built
    assert SETTINGS["project"]["requires-python"] == f">={MINORS[0]}"


def test_the_citation_names_the_version_of_the_package() -> None:
    cited = msgspec.yaml.decode((ROOT / "CITATION.cff").read_bytes())
    assert {key: cited[key] for key in ("title", "version", "license")} == {
        "title": SETTINGS["project"]["name"],
        "version": SETTINGS["project"]["version"],
        "license": SETTINGS["project"]["license"],
    }


def test_the_badges_of_the_readme_are_true() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"!\[(\w+) [^]]*\]\(https://img\.shields\.io/badge/\w+-(.*?)-\w+\)", readme))
    assert shown == {
        "version": SETTINGS["project"]["version"],
        "Python": f"{MINORS[0]}_to_{MINORS[-1]}",
        "licence": SETTINGS["project"]["license"],
        "types": "strict" if SETTINGS["tool"]["mypy"]["strict"] else "lax",
    }
