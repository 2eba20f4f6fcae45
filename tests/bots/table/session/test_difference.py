"""What speaks for a move: in words, from the view of the seat, and nothing hidden."""

import re

from tests.engine.tables import PLAIN_TABLES
from tests.search.positions import EXPERT_2, whole_game
from urbanist.bots.table.session.difference import difference
from urbanist.engine.history import History

SAID = re.compile(r"(your |seat \d's )?.+ \S+ -> \S+ \([+-]\d+\.\d%\)")


def told(history: History) -> list[str]:
    """Return what is said of the first and the last legal move at each decision."""
    found = []
    for ply in range(0, len(history.events), 5):
        before = history.until(ply)
        moves = before.state.legal()
        if len(moves) > 1:
            found.append(difference(before.seen_by(before.state.to_move), moves[0], moves[-1]))
    return found


def test_each_part_names_a_feature_its_change_and_its_gain() -> None:
    for table in PLAIN_TABLES:
        parts = [
            part
            for line in filter(None, told(whole_game(table, 1)))
            for part in re.split(", but | and (?=your |seat )", line)
        ]
        assert parts
        assert all(SAID.fullmatch(part) for part in parts), parts


def test_the_cards_of_others_change_nothing() -> None:
    game = whole_game(EXPERT_2, 1)
    ply = next(ply for ply in range(20, 60) if len(game.states[ply].moves()) > 5)
    before = game.until(ply)
    seat, moves = before.state.to_move, before.state.legal()
    found = set()
    for seed in range(5):
        other = History.start(game.states[0].reshuffled(seat, seed))
        for event in before.events:
            other = other.play(event)
        found.add(difference(other.seen_by(seat), moves[0], moves[-1]))
    assert len(found) == 1
