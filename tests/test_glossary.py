"""The words of names: those of the glossary have one meaning, and private words of ours do not come back.

`python -m tests.test_glossary` writes the plain words again: read which ones are new.
"""

import re
from pathlib import Path

from tests.imports import ROOT

GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SOURCES = [
    path
    for folder in ("cext", "engine", "search", "bots", "testing", "start")
    for path in (ROOT / folder).rglob("*.p*")
    if path.suffix in (".py", ".pyx", ".pxd") and "__pycache__" not in path.parts
]
#: Words that only we used, each with the field's word.
PRIVATE = {
    "abreast": "batched playout",
    "ambition": "evaluation weights",
    "appraisal": "move prior",
    "appraise": "move prior",
    "asking": "shared options",
    "judgement": "policy, evaluation",
    "nursery": "process pool",
    "outlook": "accumulator, projection, value",
    "sheet": "dialog, viewport, table, page",
    "sight": "encoder, player view",
    "sketch": "candidates",
    "survey": "bitboards",
    "suspicion": "inference",
    "tally": "score terms, sums",
    "telling": "text",
    "whim": "epsilon",
    "workplace": "working directory",
}
#: Words of every day and of the games' rules that names may have, beside those of the glossary.
PLAIN = set((ROOT / "tests/data/plain_words.txt").read_text(encoding="utf-8").split())
#: A public class that stands for itself in a module; an exception, an enum and a class of Cython are ones too.
CLASS = r"^(?:cdef )?class ([A-Z]\w*)"
NAMED = re.compile(r"^\s*(?:cdef |cpdef )?(?:class|struct|enum|def) (\w+)", re.MULTILINE)


def glossary() -> list[str]:
    """Return the words of the glossary, one for each meaning."""
    section = GUIDE.split("\n## Words\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (\*.*?) \|", section, re.MULTILINE)
    return [word for row in rows for word in re.findall(r"\*([^*]+)\*", row)]


def parts_of(name: str) -> set[str]:
    """Return the words of a name, in lower case."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_", " ", name)
    return {word.lower() for word in spaced.split() if word.isalpha()}


def names(classes: str = r"^\s*(?:cdef |cpdef )?(?:class|struct) (\w+)") -> dict[str, Path]:
    """Return the names of modules and of classes, each with one of their files."""
    paths = {path.stem: path for path in SOURCES if path.stem != "__init__"}
    for path in SOURCES:
        paths |= dict.fromkeys(re.findall(classes, path.read_text(encoding="utf-8"), re.MULTILINE), path)
    return paths


def test_a_word_of_the_glossary_has_one_meaning() -> None:
    words = glossary()
    assert len(words) > 60
    assert not {word for word in words if words.count(word) > 1}


def test_private_words_do_not_come_back() -> None:
    used = {name: parts_of(name) & {*PRIVATE} for name in names(NAMED.pattern)}
    allowed = {"style_sheet", "at_first_sight"}  # the first is of CSS
    back = {name: places for name, places in used.items() if places and name not in allowed}
    assert not back, PRIVATE


def test_names_are_of_the_glossary_or_plain() -> None:
    known = PLAIN | {part for word in glossary() for part in re.findall(r"[a-z]+", word.lower())}
    strange = {word: str(path) for name, path in names().items() for word in parts_of(name) - known}
    assert not strange, "take the field's word; or add it to tests/data/plain_words.txt or to the glossary"


def test_the_name_of_a_class_means_one_thing() -> None:
    """Two modules that need the same word say which one they mean: `LeagueSettings`, `MapMarks`."""
    homes: dict[str, set[Path]] = {}
    for path in SOURCES:
        for name in re.findall(CLASS, path.read_text(encoding="utf-8"), re.MULTILINE):
            # A module, its stub and its declarations for Cython are one.
            homes.setdefault(name, set()).add(path.with_suffix(""))
    twice = {name: sorted(map(str, paths)) for name, paths in homes.items() if len(paths) > 1}
    assert not twice, "qualify the name by what it is"


def test_what_was_found_is_called_what_it_is() -> None:
    """A move, results, a row: `found` says nothing of what a name holds."""
    named = re.compile(
        r"^\s*(?:cdef .*)?\bfound(?:: [^=]*)? \|?= |[(,] ?\*?found(?:[,)]|: )|\bfor [\w, ]*\bfound in|\bas found\b",
        re.MULTILINE,
    )
    texts = {path: path.read_text(encoding="utf-8") for path in SOURCES if path.suffix in (".py", ".pyx")}
    assert not [(str(path), match[0]) for path, text in texts.items() for match in named.finditer(text)]


def test_plain_words_are_sorted() -> None:
    lines = (ROOT / "tests/data/plain_words.txt").read_text(encoding="utf-8").split()
    assert lines == sorted(set(lines))
    assert not set(lines) & {*PRIVATE}


if __name__ == "__main__":
    LIST = ROOT / "tests/data/plain_words.txt"
    words = {part for word in glossary() for part in re.findall(r"[a-z]+", word.lower())}
    plain = {word for name in names() for word in parts_of(name)} - words - {*PRIVATE}
    LIST.write_text("\n".join(sorted(plain)) + "\n", encoding="utf-8")
