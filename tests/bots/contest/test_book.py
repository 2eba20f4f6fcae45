"""A file of deals as a book of openings."""

from pathlib import Path

import pytest

from tests.bots.cli.using import good
from tests.bots.contest.plans import TWO, planned
from tests.bots.contest.test_extension import played
from urbanist.bots.contest.plan_schema import PlanError
from urbanist.bots.match.arena import Arena
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.players.builtin import GreedyBot
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
    by_game = {game: Record.from_json(line).deal for game, line in first.items()}
    assert by_game == {f"1.1.{number}.{game}": deals[number - 1] for number in (1, 2) for game in (1, 2)}
    book.write_text("\n".join(deals), encoding="utf-8")
    extended = played(tmp_path, text, extend=True)
    assert first.items() < extended.items()
    assert Record.from_json(extended["1.1.3.2"]).deal == deals[2]
    book.write_text("\n".join([*deals[::-1], deal(seed=4)]), encoding="utf-8")
    with pytest.raises(PlanError, match="belongs to another tournament: deals is "):
        played(tmp_path, text, extend=True)


def test_the_rounds_of_a_swiss_play_the_same_deals(tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text(deal(), encoding="utf-8")
    records = played(tmp_path, f"format = 'swiss'\nrounds = 2\ndeals = 'book.txt'\n{TWO}")
    assert len(records) == 4
    assert {Record.from_json(line).deal for line in records.values()} == {deal()}


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


def test_a_device_is_read_no_longer_than_a_file(tmp_path: Path) -> None:
    with pytest.raises(PlanError, match="/dev/zero: more than 67,108,864 bytes: not a file of deals"):
        planned(tmp_path, f"deals = '/dev/zero'\n{TWO}")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"book\.txt"):
        planned(tmp_path, f"deals = 'book.txt'\n{TWO}")


@pytest.mark.parametrize("game", ["metropolys", "akropolis", "warszawa"])
def test_games_begin_after_the_events_of_the_book(game: str, tmp_path: Path) -> None:
    """A record is an opening, too; what nobody can know is the same in all games on it."""
    seats = 3 if game == "warszawa" else 2
    with Arena() as arena:
        start = History.start(GAMES[game].deal(seats=seats, seed=1))
        record = arena.play(Pairing.of(start, [GreedyBot()] * seats, range(seats))).record
    line = f"{record.deal} moves {' '.join(record.events[:5])}"
    (tmp_path / "book.txt").write_text(
        f"{record.to_json()}\n{deal(seats, 7, game)}\n{line}\n", encoding="utf-8"
    )
    bots = "".join(f'[[bot]]\nplay = "random:seed={seed}"\n' for seed in range(seats))
    path = tmp_path / "cup.toml"
    text = f'game = "{game}"\nseed = 3\ndeals = "book.txt"\n[openings]\nplies = 9\n{bots}'
    path.write_text(text, encoding="utf-8")
    good("tournament", path, "--records", tmp_path / "games")
    records = [
        Record.from_json(line) for line in (tmp_path / "games").read_text(encoding="utf-8").splitlines()
    ]
    assert [one.events[:9] for one in records[:seats]] == [record.events[:9]] * seats
    assert all(one.replay(GAMES).state.over for one in records)
    assert [one.deal for one in records[seats : 2 * seats]] == [deal(seats, 7, game)] * seats
    assert [one.events[:5] for one in records[2 * seats :]] == [record.events[:5]] * seats
    assert len({one.events for one in records}) > 3


def test_the_order_of_a_book_is_that_of_the_file_or_of_the_seed(tmp_path: Path) -> None:
    deals = [deal(seed=seed) for seed in range(8)]
    (tmp_path / "book.txt").write_text("\n".join(deals), encoding="utf-8")
    text = f'deals = "book.txt"\nopenings = {{ HOW }}\n{TWO}'

    def order(how: str, seed: int = 0) -> list[str]:
        plan = planned(tmp_path, text.replace("HOW", how)).begun(seed, ())
        return [pairing.opening for pairing in plan.format().round(1, ())][::2]

    assert order("start = 3") == deals[2:] + deals[:2]
    first = order('order = "random"')
    assert sorted(first) == sorted(deals) != first
    assert order('order = "random"') == first != order('order = "random"', seed=1)
    with pytest.raises(PlanError, match=r"openings: start = 9: .*book\.txt has 8"):
        order("start = 9")


def test_a_book_of_whole_games_says_how_to_begin_before_their_ends(tmp_path: Path) -> None:
    with Arena() as arena:
        record = arena.play(
            Pairing.of(History.read(GAMES["metropolys"], deal()), [GreedyBot()] * 2, (1, 2))
        ).record
    (tmp_path / "book.txt").write_text(record.to_json(), encoding="utf-8")
    with pytest.raises(PlanError, match=r":1: the game is over after \d+ events; \[openings\] plies = N"):
        planned(tmp_path, f"deals = 'book.txt'\n{TWO}")
    with pytest.raises(PlanError, match=r"\[openings\]: expected deals = 'FILE'"):
        planned(tmp_path, f"openings = {{ plies = 3 }}\n{TWO}")
