"""Whether a judge knows who has the last word: what the table takes from records, and its numbers by hand."""

import json
from pathlib import Path

import pytest

from bench.last_word import Expectation, Moment, main, moments, rows
from urbanist.bots.match.pairing import Rules
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.tournament.match import match_of, played
from urbanist.engine import GAMES
from urbanist.engine.features import features
from urbanist.engine.record import Record, win_shares
from urbanist.search.network import network_of


@pytest.fixture(scope="module")
def records() -> list[Record]:
    """Return two short games of three, of which one seat says what it expects."""
    bots = tuple(map(parse_bot, ("ismcts:nodes=2:endings=off", "random", "random")))
    return [game.record for _, game in played(match_of(Rules("akropolis", 3, 7), bots, 2))]


def test_the_last_seat_and_the_seat_to_move_are_those_of_the_game(records: list[Record]) -> None:
    network = network_of(GAMES["akropolis"])
    assert network is not None
    record = records[0]
    history = record.replay(GAMES)
    shares = win_shares(history.state.ranks())
    states = [state for state in history.states[:-1] if not state.due][-4:]
    found = moments(5, record, network, 4)
    assert [moment.left for moment in found] == [4, 3, 2, 1]
    for state, moment in zip(states, found, strict=True):
        share = network.estimate(*features(state, state.to_move))[0][states[-1].to_move]
        assert moment.last == Expectation(5, float(share), shares[states[-1].to_move])
        assert (moment.mover is not None) == record.seats[state.to_move].startswith("ismcts")
        assert moment.mover is None or moment.mover.came == shares[state.to_move]


def test_rows_have_differences_over_deals() -> None:
    found = [
        Moment(2, Expectation(deal, 0.5, came), Expectation(deal, 0.75, 1 - came) if deal else None)
        for deal, came in ((0, 1.0), (0, 0.0), (1, 0.0), (1, 0.0))
    ]
    # By deal the last seat gets 0 and -0.5 more than expected: the error is 0.25, Student's t 12.706.
    assert rows(found) == [
        "| 2 | 4 | 50.0 % | 25.0 % | -25.0 [-342.7, +292.7] % | 75.0 % | 100.0 % | +25.0 [?, ?] % |"
    ]
    assert rows([Moment(1, Expectation(0, 0.5, 1.0), None)]) == [
        "| 1 | 1 | 50.0 % | 100.0 % | +50.0 [?, ?] % |  |  |  |"
    ]


def test_the_table_is_printed_and_a_wrong_file_is_one_line(
    records: list[Record], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("".join(record.to_json() + "\n" for record in records))
    monkeypatch.setattr("sys.argv", ["last_word", "akropolis", "--records", str(path), "--left", "3"])
    main()
    assert [line.split(" | ")[0] for line in capsys.readouterr().out.splitlines()[2:]] == [
        "| 1",
        "| 2",
        "| 3",
    ]
    path.write_text(json.dumps({"format": "urbanist-record/1"}))
    with pytest.raises(SystemExit):
        main()
    assert f"{path}:1" in capsys.readouterr().err
