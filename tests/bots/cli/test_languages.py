"""The commands in other languages: games in lines, the errors of people, and what chooses the language."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from click import Context

from tests.bots.cli.using import GAMES_FILE, PATIENCE, call, good, refused, started
from tests.imports import ROOT
from tests.pseudo import untranslated
from urbanist.bots.cli.main import COMMANDS, main
from urbanist.bots.players.builtin import BOTS
from urbanist.bots.table.kit.language import Catalog, catalog, chosen
from urbanist.bots.table.kit.player import WORDS
from urbanist.bots.table.session import saves
from urbanist.engine import GAMES as GAME_NAMES

#: Words that a text which is not translated would have; none is a word of the other languages.
ENGLISH = re.compile(r"\b(?:the|you|your|seat|seats|points|move|legal|and|with|for|wins|tile|card|cards)\b")

AKROPOLIS = "game=akropolis players=2 options=none first=0 market=16,57,60,41"


@pytest.mark.parametrize(
    ("language", "game", "seats", "objection"),
    [
        ("pl", "metropolys", 2, "'hm' nie jest ruchem gry metropolys: oczekiwano takiego jak 7@N3"),
        ("ru", "akropolis", 2, "'hm' — не ход игры akropolis: ожидается такой, как 17@3,-2/4"),
        ("cs", "warszawa", 3, "'hm' není tah hry warszawa: čeká se takový jako send@4"),
    ],
)
def test_a_game_is_played_in_a_language_and_its_record_is_english(
    language: str, game: str, seats: int, objection: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.jsonl"
    players = ",".join(["human", *["random"] * (seats - 1)])
    asked = ("play", game, "--plain", "--seats", players, "--seed", 3, "--lang", language, "--nodes", 20)
    typed = ("7 q9", "hm", "hint me", "resume no.file", "help", "worth", "hint", "resign", "yes", "quit")
    said = good(*asked, "--record", file, given="\n".join(typed))
    assert objection in said
    assert not ENGLISH.findall(said)
    record, _ = saves.read_game(file)
    assert record.seats == tuple(players.split(","))
    assert file.read_text(encoding="utf-8").isascii()


@pytest.mark.parametrize(
    ("environment", "arguments", "said"),
    [
        ({}, (), "No game has ended yet."),
        ({"LC_ALL": "", "LANG": "pl_PL.UTF-8"}, (), "Żadna gra się jeszcze nie skończyła."),
        ({"LC_ALL": "cs_CZ.UTF-8", "LANG": "pl_PL.UTF-8"}, (), "Žádná hra ještě neskončila."),
        ({"LC_ALL": "cs_CZ.UTF-8"}, ("--lang", "ru"), "Ещё ни одна игра не закончилась."),
        ({"LC_ALL": "cs_CZ.UTF-8"}, ("--lang=en",), "No game has ended yet."),
    ],
)
def test_the_option_chooses_the_language_else_the_environment(
    environment: dict[str, str],
    arguments: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert good("stats", *arguments) == f"{said}\n"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("saves", "--lang", "xx"), "no language 'xx'; there are en, pl, ru, cs"),
        (("saves", "--lang", "p"), "no language 'p'; did you mean 'pl'?"),
        (("play", "--lang"), "Option '--lang' requires an argument."),
        (("play", "metro", "--lang", "pl"), "nie ma gry 'metro'; czy chodziło o 'metropolys'?"),
        (
            ("play", "metropolys", "--clock", "0m", "--lang", "pl"),
            "--clock time = 0,0: oczekiwano liczby sekund większej od 0 i mniejszej niż milion",
        ),
    ],
)
def test_an_error_of_a_command_is_one_line_in_the_language(arguments: tuple[str, ...], line: str) -> None:
    assert refused(*arguments).startswith(line)


def test_a_file_that_is_no_game_is_refused_in_the_language(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    assert refused("show", file, "--lang", "cs", status=1) == f"{file}: takový soubor ani složka není"
    file.write_text('{"format":"urbanist-record/1"}\n')
    assert (
        refused("show", file, "--lang", "pl", status=1)
        == f'{file}:1: brakuje "deal" albo nie ma postaci "..."'
    )


def test_a_language_ends_with_its_command_and_changes_nothing_for_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert good("saves", "--json", "--lang", "ru") == good("saves", "--json")
    analysed = [good("analyse", GAMES_FILE, "--nodes", 5, "--json", *more) for more in ((), ("--lang", "pl"))]
    assert analysed[0] == analysed[1]
    assert "did you mean 'metropolys'" in refused("rules", "metropoly")
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    assert refused("deal", "metropoly", "--seed", 1) == "no game 'metropoly'; did you mean 'metropolys'?"


def test_a_program_is_answered_in_english_in_every_environment() -> None:
    asked = "ugi\nposition deal game=chess\nquit\n"
    answers = []
    for language in ("C.UTF-8", "pl_PL.UTF-8"):
        bot = started("bot", "random", stdin=subprocess.PIPE, env={**os.environ, "LC_ALL": language})
        answers.append(bot.communicate(asked, timeout=PATIENCE))
    assert answers[0] == answers[1]
    assert "info string position: deal token 'game=chess': expected game=" in answers[0][0]


@pytest.mark.parametrize("content", [None, b"", b"no translations at all", b"\xde\x12\x04\x95\0\0"])
def test_translations_that_cannot_be_read_are_one_line_in_english(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / f"texts_of_{tmp_path.name}"
    package.mkdir()
    (package / "__init__.py").touch()
    if content is not None:
        (package / "pl.mo").write_bytes(content)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(catalog, "_catalogs", [])
    Catalog(package.name)
    for wrong in ((), ("--wrong",)):
        assert refused("saves", *wrong, "--lang", "pl", status=1).startswith(f"{package / 'pl.mo'}: ")
    assert chosen() == "en"


#: Commands that speak to people, right and wrong ones.
SPOKEN = [
    ("show", "--deal", AKROPOLIS),
    ("show", "--deal", "game=chess"),
    ("show",),
    ("show", "--record", "x"),
    ("show", f"{GAMES_FILE}:1"),
    ("show", f"{GAMES_FILE}:1", "--ply", "999"),
    ("analyse", f"{GAMES_FILE}:1", "--nodes", "2"),
    ("analyse", "nowhere.jsonl"),
    ("saves",),
    ("saves", "x"),
    ("stats",),
    ("stats", "--wrong"),
    ("puzzles",),
    ("puzzles", "chess"),
    ("rules", "chess"),
    ("play", "chess"),
    ("play", "akropolis", "--seats", "x,y"),
    ("play", "--nodes", "q"),
    ("play", "metropolys", "--variant", "q"),
    ("play", "metropolys", "--option", "q"),
    ("play", "--seed", "x"),
    ("play", "--sed"),
    ("play", "metropolys", "--seats", "human,ismct"),
    ("play", "metropolys", "--seats", "human,ismcts:time=0"),
    ("play", "metropolys", "--seats", "human,no.py:Bot"),
    ("play", "akropolis", "--players", "9", "--seats", "human"),
    ("play", "metropolys", "--clock", "soon"),
    ("show", "--deal", AKROPOLIS.replace("16,", "99,")),
    ("show", "--deal", AKROPOLIS.replace("first=0", "first=7")),
]
#: What is typed, and so the same in every language: options and keys of deals; then names, and words of notation.
TYPED = re.compile(r"--[a-z-]+|[a-z]+=|/\S+|[a-z]+\.[a-z]+:[A-Za-z]+")
NAMES = {"urbanist", "pass", *GAME_NAMES, *BOTS, *WORDS}
NAMES |= {variant for game in GAME_NAMES.values() for variant in game.notation.variants}


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("arguments", SPOKEN, ids=" ".join)
def test_a_command_and_its_errors_have_no_word_that_is_not_translated(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    done = call(*arguments, "--lang", "pl")
    assert done.exit_code in (0, 1, 2)
    typed = set(re.findall(r"\w+", " ".join(arguments)))
    assert set(untranslated(TYPED.sub("", done.output))) <= NAMES | typed


def test_every_command_that_speaks_is_among_them() -> None:
    """The others are for programs and for those who write them: they are English, as docs/languages.md says."""
    commands = {name: main.get_command(Context(main), name) for name in COMMANDS}
    speaking = {
        name
        for name, command in commands.items()
        if command and any(each.name == "lang" for each in command.params)
    }
    assert speaking == {arguments[0] for arguments in SPOKEN}
    told = (ROOT / "docs/languages.md").read_text(encoding="utf-8")
    assert speaking == set(re.findall(r"`(\w+)`", told[: told.index(" have this option")].splitlines()[-1]))
