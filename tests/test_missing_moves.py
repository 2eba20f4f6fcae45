"""How often a search does not look at the best move: what counts as missing, and the shares of it."""

from pathlib import Path

import pytest

from bench.missing_moves import Found, Look, looked, main, positions_of, row, sampled
from bench.strangers.__main__ import games_against
from bench.strangers.players import FlatBot
from urbanist.bots.match.intervals import share_estimate, share_text
from urbanist.bots.match.pairing import Rules
from urbanist.bots.match.seat_text import parse_bot
from urbanist.engine import GAMES
from urbanist.engine.record import Record
from urbanist.search import MoveValue, Result


@pytest.fixture(scope="module")
def records() -> list[Record]:
    """Return two short games."""
    rules = Rules("akropolis", 2, seed=5)
    games = games_against(rules, parse_bot("ismcts:nodes=2"), 1, FlatBot(playouts=10), 2, 1)
    return [game.record for game in games]


def test_a_move_is_missing_if_no_child_leads_to_its_position(records: list[Record]) -> None:
    state = records[0].replay(GAMES).states[0]
    best, second, third, *_ = state.legal_moves()
    values = tuple(
        MoveValue(move, 10, value, ()) for move, value in ((best, 0.8), (second, 0.7), (third, 0.75))
    )
    result = Result(best, values, (), (), (best,), 30, 0.0)
    assert looked(state, result, 5, [second, best]) == Look(5, 2, missing=False, loss=0.0)
    missing = looked(state, result, 5, [second, third])
    assert missing.missing
    assert missing.loss == pytest.approx(0.05)
    assert looked(state, result, 5, []).loss == pytest.approx(0.8)


def test_rows_have_shares_over_deals() -> None:
    looks = [(True, 0.1), (False, 0.0), (False, 0.0), (False, 0.3)]
    found = [
        Found(deal, 9, (Look(1000, 4 + at, missing, loss),))
        for at, (deal, (missing, loss)) in enumerate(zip(("a", "a", "b", "b"), looks, strict=True))
    ]
    cells = [cell.strip() for cell in row(found, 0).split("|")[1:-1]]
    assert cells[0] == "1,000"
    assert cells[1] == share_text(share_estimate([[1, 0], [0, 0]]), " %")
    # By deal the losses differ from the mean by -0.1 and 0.1: the error is sqrt(0.02 * 2) / 4, Student's t 12.706.
    assert cells[2] == "10.0 % [0.0, 73.5]"
    assert cells[3] == "5.5"


def test_positions_are_choices_with_few_enough_plies_left(records: list[Record]) -> None:
    history = records[0].replay(GAMES)
    plies = history.state.ply
    events = positions_of(history, 3)
    assert [plies - history.states[event].ply for event in events] == [3, 2, 1]
    every = positions_of(history, None)
    assert len(every) == plies
    chosen = sampled(records, 4, 3, seed=1)
    assert chosen == sampled(records, 4, 3, seed=1) != sampled(records, 4, 3, seed=2)
    assert len(sampled(records, 99, 3, seed=1)) == 6


def test_the_command_prints_the_same_rows_on_any_number_of_workers(
    records: list[Record], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("".join(record.to_json() + "\n" for record in records))
    words = [
        "--records",
        str(file),
        "--nodes",
        "1,20",
        "--reference",
        "300",
        "--positions",
        "6",
        "--left",
        "6",
    ]
    printed = []
    for workers in ("1", "2"):
        monkeypatch.setattr("sys.argv", ["missing_moves", "akropolis", *words, "--workers", workers])
        main()
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    first, *_, one, twenty = printed[0].splitlines()
    assert first.startswith("6 positions, ")
    assert one.startswith("| 1 | ")
    few, more = (float(text.split("|")[4]) for text in (one, twenty))
    assert few < more  # a search with more visits looks at more moves


def test_wrong_records_are_told_by_file_and_line(
    records: list[Record], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(records[0].to_json() + "\nnonsense\n")
    for game, why in (("akropolis", f"{file}:2: not a line of JSON"),):
        monkeypatch.setattr("sys.argv", ["missing_moves", game, "--records", str(file)])
        with pytest.raises(SystemExit):
            main()
        assert why in capsys.readouterr().err
