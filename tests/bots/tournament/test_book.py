"""A file of deals as a book of openings."""

from pathlib import Path

import pytest

from tests.bots.tournament.plans import TWO, planned
from tests.bots.tournament.test_extension import played
from urbanist.bots.tournament.plan_schema import PlanError
from urbanist.engine import GAMES, Record
from urbanist.engine.history import History


def deal(seats: int = 2, seed: int = 1, game: str = "metropolys") -> str:
    """Return a deal line."""
    return History.start(GAMES[game].deal(seats=seats, seed=seed)).deal


def test_each_deal_of_the_file_is_played_in_all_seatings(tmp_path: Path) -> None:
    deals = [deal(seed=seed) for seed in (3, 1, 2)]
    book = tmp_path / "book.txt"
    book.write_text(f"# openings\n{deals[0]}\n\n{deals[1]}\n", encoding="utf-8")
    text = f"deals = 'book.txt'\n{TWO}"
    first = played(tmp_path, text)
    found = {game: Record.from_json(line).deal for game, line in first.items()}
    assert found == {f"1.1.{number}.{game}": deals[number - 1] for number in (1, 2) for game in (1, 2)}
    book.write_text("\n".join(deals), encoding="utf-8")
    extended = played(tmp_path, text, extend=True)
    assert first.items() < extended.items()
    assert Record.from_json(extended["1.1.3.2"]).deal == deals[2]
    book.write_text("\n".join([*deals[::-1], deal(seed=4)]), encoding="utf-8")
    with pytest.raises(PlanError, match="belongs to another tournament: deals is "):
        played(tmp_path, text, extend=True)


def test_the_rounds_of_a_swiss_play_the_same_deals(tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text(deal(), encoding="utf-8")
    found = played(tmp_path, f"format = 'swiss'\nrounds = 2\ndeals = 'book.txt'\n{TWO}")
    assert len(found) == 4
    assert {Record.from_json(line).deal for line in found.values()} == {deal()}


@pytest.mark.parametrize(
    ("content", "more", "complaint"),
    [
        ("", "", "no deal; 'urbanist deal metropolys --seed 1' prints one"),
        ("# none\n", "", "no deal; "),
        ("game=chess", "", ":1: deal token 'game=chess'"),
        (deal(game="akropolis"), "", ":1: a deal of another game; expected game=metropolys"),
        (f"{deal()}\n{deal(seats=3)}", "", ":2: a deal for 3 players after deals for 2"),
        (deal().rpartition(",")[0] + ",?", "", ":1: a view, which hides something"),
        (f"\n{deal()} more=1", "", ":2: "),
        (
            f"# one\n{deal()}\n\n{deal(seed=2)}\n{deal()}",
            "",
            ":5: the deal of line 2 again; expected each deal once",
        ),
        (deal(), "players = 3\n", "players = 3: the deals of 'book.txt' are for 2"),
        (deal(), "variant = 'family'\n", "variant: the deals of 'book.txt' say it"),
        (deal(), "options = ['first=0']\n", "options: the deals of 'book.txt' say it"),
    ],
)
def test_a_wrong_file_is_one_line(content: str, more: str, complaint: str, tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text(content, encoding="utf-8")
    with pytest.raises(PlanError) as refused:
        planned(tmp_path, f"deals = 'book.txt'\n{more}{TWO}")
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"book\.txt"):
        planned(tmp_path, f"deals = 'book.txt'\n{TWO}")
