"""A byte order mark, which editors and shells of Windows write, may begin each text that the program reads."""

import shlex
from codecs import BOM_UTF8
from pathlib import Path

import pytest

from tests.bots.cli.using import DEAL, GAMES_FILE, PROGRAM, call, good
from tests.bots.training.test_folder import KNOWN, SMALL
from urbanist.bots import Program
from urbanist.bots.table.session.selection import GameSelection, LastChoices
from urbanist.bots.training.folder import settings_of
from urbanist.engine import GAMES, History
from urbanist.engine.printable import BYTE_ORDER_MARK
from urbanist.engine.warszawa.edition import HOUSE


def mark(path: Path) -> Path:
    """Write a mark before the content of a file, and return it."""
    path.write_bytes(BOM_UTF8 + path.read_bytes())
    return path


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """Return a file of two records with a mark before them."""
    path = tmp_path / "records.jsonl"
    path.write_text(
        "".join(GAMES_FILE.read_text(encoding="utf-8").splitlines(keepends=True)[:2]), encoding="utf-8"
    )
    return mark(path)


def test_before_records(records: Path) -> None:
    assert good("verify", records) == "2 good records\n"


def test_before_the_records_of_a_match_that_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "match.jsonl"
    match = ("match", "metropolys", "--seats", "random,random", "--seed", 1, "--out", out)
    assert call(*match, "--games", 1).exit_code == 0
    mark(out)
    assert call(*match, "--games", 2, "--resume").exit_code == 0
    assert good("verify", out) == "2 good records\n"


def test_before_a_deal_in_standard_input() -> None:
    assert good("show", "--deal", "-", given=f"{BYTE_ORDER_MARK}{DEAL}\n") == good("show", "--deal", DEAL)


def test_before_what_is_played_in_lines(tmp_path: Path) -> None:
    play = (
        "play",
        "metropolys",
        "--plain",
        "--seats",
        "human,random",
        "--seed",
        1,
        "--record",
        tmp_path / "save",
    )
    assert "draw the board again" in good(*play, given=f"{BYTE_ORDER_MARK}help\nquit\n")


def test_before_a_file_of_cards(tmp_path: Path) -> None:
    cards = tmp_path / "cards.json"
    cards.write_bytes(HOUSE.read_bytes())
    assert "data=house" in good("deal", "warszawa", "--cards", mark(cards), "--seed", 1)


def test_before_the_settings_of_a_training(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text(KNOWN, encoding="utf-8")
    mark(tmp_path / "settings.json")
    assert settings_of(tmp_path) == SMALL


def test_before_the_last_choices(tmp_path: Path) -> None:
    file = tmp_path / "choices.json"
    LastChoices(file).keep(GameSelection("akropolis", "standard", (7,)))
    choices = LastChoices(mark(file))
    assert (choices.problem, choices.selection("akropolis").levels) == ("", (7,))


def test_before_what_a_referee_asks() -> None:
    assert "ugiok" in good("bot", "random", given=f"{BYTE_ORDER_MARK}ugi\nquit\n")


def test_before_what_a_program_answers() -> None:
    shell = f"printf '\\357\\273\\277'; exec {shlex.join([*PROGRAM, 'bot', 'random'])}"
    view = History.start(GAMES["metropolys"].deal(seats=2, seed=1, options=("first=0",))).seen_by(0)
    with Program(shlex.join(["sh", "-c", shell])) as bot:
        assert bot.name == "urbanist random"
        assert str(bot.play(view).move) in view.bare_state().legal()
