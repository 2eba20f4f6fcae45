"""The commands, files and tables in the documents are right."""

import contextlib
import importlib
import os
import re
import shlex
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec import toml

from tests.plugin import restored
from urbanist.bots.cli.main import COMMANDS, main
from urbanist.bots.contest.format import formats, whole_form
from urbanist.bots.contest.formats.sequential import SprtSection
from urbanist.bots.contest.plan import read_plan
from urbanist.bots.contest.plan_schema import BotEntry, Clock, Openings
from urbanist.bots.match.adjudication import Agreement, Resignation
from urbanist.bots.players.builtin import BOTS
from urbanist.bots.table.akropolis.language import tr as akropolis_tr
from urbanist.bots.training.folder import Hyperparameters
from urbanist.engine import GAMES
from urbanist.engine.akropolis import edition as akropolis
from urbanist.engine.metropolys import edition as metropolys
from urbanist.engine.warszawa.edition import HOUSE
from urbanist.search.option import Option, options_of
from urbanist.search.verb import TABLES

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
TOURNAMENTS = ROOT / "docs" / "tournaments.md"
#: `tests/test_own_game.py` plays what this one shows: it needs the file of its game.
OWN_GAME = ROOT / "docs" / "own-game.md"
#: `tests/bots/server/test_bot.py` runs the bot of this one: it needs a server.
SERVE = ROOT / "docs" / "serve.md"
OTHERS = [document for document in DOCUMENTS if document not in (OWN_GAME, SERVE)]
#: A block of Python, and the block right after it, which shows what its prints without a comment print.
PYTHON = re.compile(r"^```python\n(.*?)^```(?:\n\n```text\n(.*?)^```)?", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(document: Path, language: str) -> list[str]:
    return [body for kind, body in BLOCK.findall(document.read_text(encoding="utf-8")) if kind == language]


def files(document: Path, folder: Path) -> None:
    """Write the files that a document shows completely; their first line is their name."""
    for block in blocks(document, "toml") + blocks(document, "python"):
        if named := re.match(r"# (\S+\.(?:toml|py))\n", block):
            (folder / named[1]).write_text(block, encoding="utf-8")


HERE = Path(sys.executable).parent


def run(command: str, folder: Path) -> str:
    """Return the output of a command of a document, run in this process: a new one takes a second to start."""
    program, *arguments = shlex.split(command)
    assert program == "urbanist"
    with contextlib.chdir(folder):
        done = CliRunner(env={"PATH": f"{HERE}{os.pathsep}{os.environ['PATH']}"}).invoke(main, arguments)
    assert done.exit_code == 0, done.stderr
    return done.stdout


def run_installed(command: str, folder: Path) -> str:
    """Return the output of a command of a document, run by the installed program."""
    program, *arguments = shlex.split(command)
    return subprocess.run(
        [HERE / program, *arguments], cwd=folder, capture_output=True, text=True, check=True
    ).stdout


def untimed(printed: str) -> str:
    """Return an output without spaces at the ends of lines and without the times of a ranking."""
    lines, timed = [], False
    for line in map(str.rstrip, printed.rstrip("\n").split("\n")):
        timed = (timed or line.endswith("ms a move")) and line != ""
        lines.append(re.sub(r" +\d+\.\d$", "", line) if timed else line)
    return "\n".join(lines)


#: The blocks of TOURNAMENTS are missing here; another test plays them once, with the commands after the games.
#: Matches and a hunt for puzzles take seconds: the tests of these commands have shorter ones each day.
LONG = re.compile(r" --find | --games \d\d")
SHOWN = [
    pytest.param(document, block, marks=[pytest.mark.nightly] * bool(LONG.search(block)))
    for document in OTHERS
    if document != TOURNAMENTS
    for block in blocks(document, "console")
]


def assert_shown(block: str, folder: Path) -> None:
    """Run the commands of a console block and compare their output."""
    for shown in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, expected = shown.partition("\n")
        # A game of a file is known until its process ends.
        printed = run_installed(command, folder) if " ./" in command else run(command, folder)
        assert untimed(printed) == untimed(expected)


@pytest.mark.parametrize(("document", "block"), SHOWN, ids=lambda item: getattr(item, "name", ""))
def test_console_blocks_show_the_output_of_their_commands(document: Path, block: str, tmp_path: Path) -> None:
    files(document, tmp_path)
    assert_shown(block, tmp_path)


@pytest.mark.parametrize("document", OTHERS, ids=lambda path: path.name)
def test_toml_blocks_are_valid_tournaments_or_hyperparameters(document: Path, tmp_path: Path) -> None:
    for number, block in enumerate(blocks(document, "toml")):
        if document.name == "training.md":
            assert toml.decode(block, type=Hyperparameters)
            continue
        path = tmp_path / f"{number}.toml"
        game = "" if re.search("^game = ", block, re.MULTILINE) else 'game = "metropolys"\n'
        path.write_text(game + block, encoding="utf-8")
        assert read_plan(path).entrants


def test_the_tables_of_keys_are_complete() -> None:
    text = (ROOT / "docs" / "tournaments.md").read_text(encoding="utf-8")
    tables = re.findall(r"^\| key.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    documented = [
        set(re.findall(r"`\[?(\w+)\]?`", " ".join(row.split("|")[1] for row in table.splitlines())))
        for table in tables
    ]
    known = [{*section.__struct_fields__} - {"bot"} for section in (whole_form(), BotEntry, Openings)]
    known += [{*section.__struct_fields__} for section in (Agreement, Resignation, Clock, SprtSection)]
    assert documented == known


def test_the_table_of_formats_has_the_formats_of_the_registry() -> None:
    text = TOURNAMENTS.read_text(encoding="utf-8")
    table = text.split("\n| format | who meets whom | use it to | may grow |\n|---|---|---|---|\n")[1].split(
        "\n\n"
    )[0]
    assert re.findall(r"^\| `(.+)` \| [^|]+ \| [^|]+ \| (.+) \|$", table, re.MULTILINE) == [
        (kind.name, ", ".join(f"`{key}`" for key in kind.grows) or "nothing") for kind in formats().values()
    ]
    names = ", ".join(f'`"{name}"`' for name in formats())
    assert f"| `format` | {names} | " in text
    in_rounds = " or ".join(f"a `{kind.name}`" for kind in formats().values() if "rounds" in kind.grows)
    assert f"| `rounds` | number of rounds of {in_rounds} | " in text


def test_each_row_of_the_threats_names_a_test_that_exists() -> None:
    text = (ROOT / "docs" / "secrets.md").read_text(encoding="utf-8")
    rows = [row.split("|") for row in text.splitlines() if row.startswith("| ") and "test |" not in row]
    assert len(rows) > 10
    for *_, named, _ in rows:
        path, _, test = named.strip(" `").partition("::")
        assert f"\ndef {test}(" in (ROOT / path).read_text(encoding="utf-8"), named


@pytest.mark.nightly
def test_the_tournament_of_the_readme_runs(tmp_path: Path) -> None:
    files(ROOT / "README.md", tmp_path)
    path = tmp_path / "cup.toml"
    short = re.sub(
        r"nodes=\d+", "nodes=20", path.read_text(encoding="utf-8").replace("deals = 20", "deals = 1")
    )
    path.write_text(short, encoding="utf-8")
    assert "30 of 30 games on 1 deal;" in run("urbanist tournament cup.toml --html cup.html", tmp_path)
    assert (tmp_path / "cup.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.nightly
def test_the_tournament_of_the_guide_and_the_commands_after_it(tmp_path: Path) -> None:
    """The standings, files and database rows of the tournament that the document plays."""
    files(TOURNAMENTS, tmp_path)
    [shown] = blocks(TOURNAMENTS, "console")
    assert_shown(shown, tmp_path)
    shell = next(block for block in blocks(TOURNAMENTS, "sh") if "--standings" in block)
    played, *after = [command.partition("#")[0].rstrip() for command in shell.splitlines()]
    assert shown.startswith(f"$ {played}\n")
    for command in after:
        # The pages of 72 games take minutes; the tests of the command write those of a small tournament.
        run(command.replace(" --games games", ""), tmp_path)
    assert (tmp_path / "first.csv").read_text(encoding="utf-8").count("\n") == 5
    (query,), (expected,) = blocks(TOURNAMENTS, "sql"), blocks(TOURNAMENTS, "text")
    connection = sqlite3.connect(tmp_path / "first.sqlite")
    rows = connection.execute(query).fetchall()
    connection.close()
    assert ["|".join(map(str, row)) for row in rows] == expected.splitlines()


@pytest.mark.parametrize("document", OTHERS, ids=lambda path: path.name)
def test_python_blocks_print_the_values_in_their_comments(
    document: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names: dict[str, object] = {}
    for block, output in PYTHON.findall(document.read_text(encoding="utf-8")):
        for adapter in re.findall(r"urbanist\.bots\.adapters\.\w+", block):
            pytest.importorskip(adapter, reason="needs an extra", exc_type=ImportError)
        with restored(*TABLES.values(), GAMES):
            exec(compile(block, str(document), "exec"), names)
        expected = re.findall(r"^print\(.*\)  # (.*)$", block, re.MULTILINE)
        shown = output.splitlines() if re.search(r"^print\(\w+\)$", block, re.MULTILINE) else []
        assert capsys.readouterr().out.splitlines() == [*shown, *expected]


def test_the_match_of_the_readme_runs(tmp_path: Path) -> None:
    block = next(block for block in blocks(ROOT / "README.md", "sh") if "urbanist match" in block)
    match, verify = block.splitlines()
    run(match.replace("nodes=2000", "nodes=50").replace("--games 40", "--games 4"), tmp_path)
    assert "4" in run(verify, tmp_path)


def test_the_matches_that_measure_strength_run(tmp_path: Path) -> None:
    [shell] = blocks(ROOT / "docs" / "bots.md", "sh")
    for match in shell.splitlines():
        short = re.sub(r"--games \d+", "--games 2", re.sub(r"nodes=\d+", "nodes=10", match))
        assert ", seed 1, seats rotated, 1 deal" in run(short, tmp_path)


def test_the_pictures_of_the_games_are_fresh(tmp_path: Path) -> None:
    """`make pictures` paints them again."""
    folder = ROOT / "docs"
    shows = re.findall(
        r'^"\$urbanist" (show .*) (\S+\.svg)$', (folder / "pictures.sh").read_text(), re.MULTILINE
    )
    assert len(shows) == len(GAMES)
    for command, picture in shows:
        run(f"urbanist {command} {tmp_path / picture}", folder)
        assert (tmp_path / picture).read_bytes() == (folder / picture).read_bytes(), picture


def test_the_games_of_the_pictures_are_good_records() -> None:
    assert run("urbanist verify pictures.jsonl", ROOT / "docs") == f"{len(GAMES)} good records\n"


@pytest.mark.nightly
def test_the_bot_of_the_tutorial_keeps_to_the_protocol(tmp_path: Path) -> None:
    document = ROOT / "docs" / "tutorial.md"
    files(document, tmp_path)
    [command] = [block.strip() for block in blocks(document, "sh") if "check-bot" in block]
    assert "FAIL" not in run(command.replace('"urbanist', f'"{HERE}/urbanist'), tmp_path)


def test_the_pages_of_the_gallery_are_those_of_its_script() -> None:
    """`make docs` runs it, and puts what it writes beside the pages."""
    script = (ROOT / "docs" / "pages.sh").read_text(encoding="utf-8")
    gallery = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
    shown = re.findall(r'href="(\w+\.html)"', gallery)
    assert sorted(shown) == sorted(re.findall(r'--html "\$1/(\w+\.html)"', script))
    done = subprocess.run(["sh", "-n", ROOT / "docs" / "pages.sh"], check=False)
    assert done.returncode == 0


def test_the_class_of_the_readme_plays_its_match(tmp_path: Path) -> None:
    [shown] = [block for block in blocks(ROOT / "README.md", "python") if block.startswith("# mybots.py")]
    (tmp_path / "mybots.py").write_text(shown, encoding="utf-8")
    [match] = [block for block in blocks(ROOT / "README.md", "sh") if "mybots.py" in block]
    assert "mybots.py:Frugal" in run(match.strip().replace("--games 10", "--games 2"), tmp_path)


def test_make_play_starts_a_game() -> None:
    planned = subprocess.run(
        ["make", "-n", "play", "GAME=akropolis"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "urbanist play akropolis" in planned.stdout


def test_a_change_is_accepted_if_style_types_stubs_and_tests_are_right(tmp_path: Path) -> None:
    # Where there is no Chromium, the script would install one.
    browser = tmp_path / "chromium"
    browser.write_text("#!/bin/sh\n", encoding="utf-8")
    browser.chmod(0o755)
    path = os.pathsep.join([str(tmp_path), os.environ["PATH"]])
    planned = subprocess.run(
        [ROOT / ".ci" / "run"],
        env=os.environ | {"MAKEFLAGS": "n", "PATH": path},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert planned.count("pytest") > 1  # those of the pages too
    for program in ("ruff check", "ruff format --check", "cython-lint", "mypy -p", "mypy.stubtest", "pytest"):
        assert program in planned, program


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("page", "shipped"),
    [("warszawa", HOUSE), ("akropolis", akropolis.PRINTED), ("metropolys", metropolys.PRINTED)],
)
def test_the_commands_with_own_cards_run(page: str, shipped: Path, tmp_path: Path) -> None:
    """They run in processes of their own: cards that one process has read are known until it ends."""
    own = re.sub('"name": "(house|printed)"', '"name": "mine"', shipped.read_text(encoding="utf-8"))
    (tmp_path / "mine.json").write_text(own, encoding="utf-8")
    [block] = blocks(ROOT / "docs" / f"{page}.md", "sh")
    deal, _, verified = [run_installed(command, tmp_path) for command in block.splitlines()]
    assert " data=mine " in deal
    assert verified == "6 good records\n"


def test_the_readme_names_every_command() -> None:
    rows = re.findall(r"^\| (`.*?) \|", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(COMMANDS) == sorted(re.findall(r"`([a-z-]+)`", " ".join(rows)))


@pytest.mark.parametrize("package", ["engine", "search", "bots"])
def test_the_reference_has_every_public_name(package: str) -> None:
    page = (ROOT / "docs" / "reference" / f"{package}.rst").read_text(encoding="utf-8")
    named = re.findall(r"^\.\. (?:auto)?(?:class|data|exception|function):: (\w+)", page, re.MULTILINE)
    assert sorted(named) == sorted(importlib.import_module(f"urbanist.{package}").__all__)


def test_the_index_leads_to_every_page() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    files = [path for path in (ROOT / "docs").rglob("*") if path.suffix in {".md", ".rst"}]
    pages = {path.relative_to(ROOT / "docs").with_suffix("").as_posix() for path in files}
    assert pages - {"index"} == set(re.findall(r"^[\w/-]+$", index, re.MULTILINE))


def option_rows() -> list[str]:
    """Return the rows of the table of options that the bots declare."""
    takers: dict[str, list[str]] = {}
    declared: dict[str, Option] = {}
    for bot in ("ismcts", "mcts", "pimc", "mccfr", "greedy", "random"):
        for option in options_of(BOTS[bot]):
            takers.setdefault(option.name, []).append(f"`{bot}`")
            declared.setdefault(option.name, option)
    return [
        f"| `{name}` | {', '.join(takers[name]) if len(takers[name]) != len(BOTS) else 'all'} "
        f"| {option.meaning} | {option.allowed} "
        f"| {'' if option.default is None else f'`{option.write(option.default)}`'} |"
        for name, option in declared.items()
    ]


def test_the_table_of_options_agrees_with_the_bots() -> None:
    text = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    [table] = re.findall(r"^\| option .*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    assert table.splitlines() == option_rows()


def test_the_measurements_name_only_values_that_the_program_takes() -> None:
    text = (ROOT / "docs" / "measurements.md").read_text(encoding="utf-8")
    options = {option.name: option for option in options_of(BOTS["ismcts"])}
    refused = set()
    for name, value in re.findall(r"(?<![\w-])(\w+)=([^\s:`,\")]+)", " ".join(re.findall("`([^`]+)`", text))):
        if name in options:
            try:
                options[name].read(value)
            except ValueError:
                refused.add(f"{name}={value}")
    assert not refused


def test_the_readme_and_the_guide_agree_on_the_speed() -> None:
    """README rounds what docs/performance.md measured; a game of several variants is meant in its usual one."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    [said] = re.findall(r"\*\*are fast\*\*: (.*?)\(\[", readme, re.DOTALL)
    numbers = {"two": 2, "three": 3, "four": 4}
    claims = {
        (game, numbers[players]): int(speed.replace(",", ""))
        for speed, game, players in re.findall(
            r"([0-9,]+)(?: random games)? of\s+(\w+) with (\w+)", " ".join(said.split())
        )
    }
    rows = re.findall(
        r"^\| (\w+)(?: expert)? \| (\d) \| ([0-9,]+) \| [0-9,]+ \|",
        (ROOT / "docs" / "performance.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    measured = {(game, int(players)): int(speed.replace(",", "")) for game, players, speed in rows}
    assert len(claims) == len(GAMES)
    assert claims == {table: round(measured[table], -4) for table in claims}


def verb_rows() -> list[str]:
    """Return the rows of the table of verbs that options name."""
    rows = []
    for option, table in TABLES.items():
        for verb in map(table.__getitem__, table.shipped):
            told = [f"`{field}`" for field in verb.__struct_fields__ if getattr(verb, field) is True]
            told += [f"`{name}={value}`" for name, value in getattr(verb, "suits", {}).items()]
            rows.append(f"| `{option}` | `{verb.name}` | {verb.meaning} | {', '.join(told)} |")
    return rows


def test_the_table_of_verbs_agrees_with_their_rows() -> None:
    text = (ROOT / "docs" / "search.md").read_text(encoding="utf-8")
    [table] = re.findall(r"^\| option \| verb .*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    assert table.splitlines() == verb_rows()


def test_every_kind_of_verb_is_told_with_its_option() -> None:
    text = (ROOT / "docs" / "search.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| [\w ]+ \| .* \| (?:`(\w+)`|) \| `(\w+\.\w+)` \|$", text, re.MULTILINE)
    assert {option for option, _ in rows if option} == {*TABLES}
    assert all((ROOT / "search" / file).exists() for _, file in rows)


#: A file that a docstring or a comment names, and where it may lie.
NAMED = re.compile(r"(?<![\w/{}<*.-])[\w/-]+\.md\b")


def test_every_page_that_a_source_names_is_there() -> None:
    folders = ("cext", "engine", "search", "testing", "bots", "bench", "examples")
    sources = [path for folder in folders for path in (ROOT / folder).rglob("*.p*") if path.suffix != ".pyc"]
    pages = {path.name for path in ROOT.glob("bots/table/*/*.md")}
    missing = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sources
        if path.suffix in {".py", ".pyx", ".pxd", ".pyi"}
        for name in NAMED.findall(path.read_text(encoding="utf-8"))
        if name not in pages and not (ROOT / name).exists()
    ]
    assert not missing


def test_the_rules_and_the_guide_agree_on_barracks() -> None:
    """A hex of a lake is no place outside: `barracks` is doubled by the edge of the city alone."""
    guide = (ROOT / "docs" / "akropolis.md").read_text(encoding="utf-8")
    rules = (ROOT / "bots/table/akropolis/rules.md").read_text(encoding="utf-8")
    assert "- barracks: with 3 or 4 empty places outside beside them\n" in rules
    assert "| `barracks` | barracks with 3 or 4 empty places outside beside them |" in guide
    assert akropolis_tr.named("doubled", "barracks") == "with 3 or 4 places outside"


#: How sources and guides name a work: "Kocsis and Szepesvari 2006", "Liu et al. 2020", "Kuhn 1950".
WORK = re.compile(
    r"\b([A-Z][a-z]+)(?:,(?: [A-Z][a-z]+,)* [A-Z][a-z]+)?(?: and [\w ]*[A-Z][a-z]+| et al\.)? ((?:19|20)\d\d)\b"
)


def test_every_work_that_is_named_is_in_the_bibliography() -> None:
    folders = (
        "cext search bench tests/search bots/match bots/contest bots/contest/league examples/plugin".split()
    )
    sources = [path for folder in folders for path in (ROOT / folder).rglob("*.p*")]
    named = [path for path in sources if path.suffix in {".py", ".pyx", ".pxd"}]
    text = (ROOT / "docs" / "bibliography.md").read_text(encoding="utf-8")
    for path in (
        *named,
        *(ROOT / "docs" / f"{page}.md" for page in ("search", "own-search", "training", "learning")),
    ):
        for name, year in WORK.findall(" ".join(path.read_text(encoding="utf-8").split())):
            assert re.search(rf"\b{name}\b[^;|]* {year}", text), f"{path.relative_to(ROOT)}: {name} {year}"


def test_every_file_that_the_bibliography_names_is_there() -> None:
    text = (ROOT / "docs" / "bibliography.md").read_text(encoding="utf-8")
    for row in re.findall(r"^\| .* \| .* \| (.*) \|$", text, re.MULTILINE):
        folder = ROOT
        for name in re.findall("`([^`]+)`", row):
            # The folder of a file is that of the one before it.
            place = ROOT / name if "/" in name else folder / name
            assert place.exists(), name
            folder = place.parent


def test_every_measurement_that_a_document_names_is_there() -> None:
    for document in DOCUMENTS:
        for name in re.findall(r"\bbench[./](\w+)", document.read_text(encoding="utf-8")):
            assert (ROOT / "bench" / name).is_dir() or (ROOT / "bench" / f"{name}.py").is_file(), (
                f"{document.name}: {name}"
            )


def anchors(page: Path) -> set[str]:
    """Return what GitHub and Sphinx call the headings of a page in links."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def test_every_link_of_a_document_leads_to_a_file_and_a_heading() -> None:
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        for target, anchor in re.findall(r"\]\((?!http)([^)#]*)#?([^)]*)\)", text):
            page = document.parent / target if target else document
            assert page.exists(), f"{document.name}: {target}"
            assert not anchor or anchor in anchors(page), f"{document.name}: {target}#{anchor}"
