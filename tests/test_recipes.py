"""The recipes of CONTRIBUTING.md work: what they show is done in a copy of the project."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PLAN = """
game = "metropolys"
players = 2
deals = 1
format = "chain"
[[bot]]
play = "random"
[[bot]]
play = "random:seed=2"
[[bot]]
play = "random:seed=3"
"""


def shown(recipe: str) -> list[str]:
    """Return the blocks of Python under a heading."""
    section = GUIDE.split(f"\n## {recipe}\n")[1].split("\n## ")[0]
    return re.findall(r"^```python\n(.*?)^```", section, re.MULTILINE | re.DOTALL)


def copy_with(folder: Path, changed: dict[str, str]) -> Path:
    """Return the path of a package `urbanist` like ours, but with these files."""
    package = folder / "urbanist"
    package.mkdir()
    for name in ("cext", "engine", "search", "bots", "testing"):
        (package / name).symlink_to(ROOT / name)
    (package / "__init__.py").symlink_to(ROOT / "start" / "__init__.py")
    for file, text in changed.items():
        at = package
        for part in Path(file).parts[:-1]:
            at /= part
            if at.is_symlink():
                kept = at.resolve()
                at.unlink()
                at.mkdir()
                for entry in kept.iterdir():
                    if entry.name != "__pycache__":
                        (at / entry.name).symlink_to(entry)
        (package / file).unlink(missing_ok=True)
        (package / file).write_text(text, encoding="utf-8")
    return folder


def run(copy: Path, *arguments: str) -> str:
    """Return what a Python prints that imports the copy."""
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": str(copy)},
        cwd=copy,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_verb_is_a_function_and_a_row(tmp_path: Path) -> None:
    function, row = shown("A new verb of the search")
    choices = (ROOT / "search/final_choice.py").read_text(encoding="utf-8")
    rows = (ROOT / "search/verb.py").read_text(encoding="utf-8")
    last = "        noisy=True,\n    ),\n"
    assert rows.count(last) == 1
    copy = copy_with(
        tmp_path,
        {
            "search/final_choice.py": choices.replace(
                "def final_choice(", f"{function}\n\ndef final_choice("
            ),
            "search/verb.py": rows.replace(last, f"{last}    {row.strip()},\n"),
        },
    )
    told = run(
        copy,
        "-c",
        "from urbanist.engine import GAMES\n"
        "from urbanist.bots import parse_bot\n"
        "from urbanist.search import Limit, SearchOptions, TreeSearch\n"
        "game = GAMES['metropolys']\n"
        "state = game.deal(seats=2, seed=3)\n"
        "found = TreeSearch(game, SearchOptions(choice='value', seed=1)).think(state, Limit(nodes=300), observer=0)\n"
        "print(found.move == max(found.values, key=lambda value: value.value).move)\n"
        "print(parse_bot('ismcts:choice=value'))\n",
    )
    assert told.startswith("True\n")
    assert "choice='value'" in told


def test_a_format_is_one_file(tmp_path: Path) -> None:
    (text,) = shown("A new format of tournaments")
    copy = copy_with(tmp_path, {"bots/contest/formats/chain.py": text})
    (tmp_path / "cup.toml").write_text(PLAN, encoding="utf-8")
    program = "from urbanist.bots.cli.main import main; main()"
    told = run(copy, "-c", program, "tournament", "cup.toml")
    # Two tables, both seats of one deal each.
    assert re.search(r"\b4 games\b", told), told


#: What the program prints of a position.
SHOW = ("-c", "from urbanist.bots.cli.main import main; main()", "show", "--lang", "en", "--deal")


def commands(recipe: str) -> list[str]:
    """Return the commands of the program that a recipe names."""
    section = GUIDE.split(f"\n## {recipe}\n")[1].split("\n## ")[0]
    return re.findall(r"`((?:urbanist|git grep) [^`]*)`", section)


@pytest.mark.parametrize(
    "game",
    ["akropolis", *(pytest.param(game, marks=pytest.mark.nightly) for game in ("metropolys", "warszawa"))],
)
def test_a_sentence_is_mended_in_one_place(game: str, tmp_path: Path) -> None:
    """Each sentence that a position shows stands in one place; what is written there is shown."""
    assert [command.split(" ")[:2] for command in commands("A fix of what is shown")] == [
        ["urbanist", "show"],
        ["urbanist", "play"],
        ["git", "grep"],
    ]
    deal = run(copy_with(tmp_path, {}), *SHOW[:2], "deal", game, "--seed", "1").strip()
    lines = [line.strip() for line in run(tmp_path, *SHOW, deal).splitlines()]
    sources = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in (ROOT / "bots/table" / game).rglob("*.py")
    }
    with (ROOT / f"bots/table/{game}/language/pl.po").open("rb") as file:
        texts = [text.id.strip() for text in read_po(file) if isinstance(text.id, str)]
    texts = sorted((text for text in texts if text.endswith(".")), key=lambda text: text.count("{"))
    told_texts = (next((text for text in texts if told(text, line)), "") for line in lines)
    sentences = list(dict.fromkeys(filter(None, told_texts)))
    places = {
        text: [path for path, source in sources.items() for _ in range(source.count(f'{text}"'))]
        for text in sentences
    }
    assert len(sentences) > 2
    assert {text: paths for text, paths in places.items() if len(paths) > 1} == {}
    text = next(text for text in sentences if places[text])
    (tmp_path / "mended").mkdir()
    mended = {path: sources[path].replace(f'{text}"', f'{text} Indeed."') for path in places[text]}
    after = run(copy_with(tmp_path / "mended", mended), *SHOW, deal).splitlines()
    assert any(told(f"{text} Indeed.", line.strip()) for line in after), text


def told(text: str, line: str) -> bool:
    """Return whether a line is a sentence with its values."""
    return re.fullmatch(re.sub(r"\\{\w+(:.*?)?\\}", ".+", re.escape(text)), line) is not None
