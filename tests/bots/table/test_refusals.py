"""Illegal moves: the engine, the arena and the table of the game give the same reason."""

from typing import ClassVar

import pytest

from tests.bots.table.playing import city_game, played, rebuilt
from urbanist.bots.match.arena import play_game
from urbanist.bots.players.builtin import RandomBot
from urbanist.bots.players.player import Player
from urbanist.bots.table import table_of
from urbanist.bots.table.warszawa.text.phrases import reason_text
from urbanist.engine import GAMES, IllegalMove, NotationError
from urbanist.engine.history import History, View
from urbanist.search.limit import Limit
from urbanist.search.result import Result

#: A long game of each; moves that are legal late in it are not legal early.
LONG = {"metropolys": played(40), "akropolis": city_game(30), "warszawa": rebuilt(60, options=("first=0",))}


class Stubborn(RandomBot, frozen=True):
    """A bot that plays one move at every turn."""

    move: ClassVar[str]

    def sit(self, seed: int) -> Player:
        """Return a player of it."""
        move = self.move

        class Playing(Player):
            def choose(self, view: View, limit: Limit | None = None) -> Result:
                """Return the move."""
                return Result(view.game.notation.move(move), (), (), (), (), 0, 0.0)

        return Playing()


def refused(name: str) -> list[tuple[History, str]]:
    """Return positions of a game, each with a move that is not legal there and the reason."""
    history = LONG[name]
    later = sorted({str(move) for state in history.states[::9] for move in state.legal()[::23]})
    clicks = []
    for ply in range(0, len(history.events), 5):
        part = history.until(ply)
        strange = [
            move for move in later if move not in part.state.legal() and part.state.illegal_reason(move)
        ]
        if not part.state.due and not part.state.over:
            clicks += [(part, move) for move in strange[:3]]
    return clicks


@pytest.mark.parametrize("name", sorted(GAMES))
def test_engine_arena_and_table_give_the_same_reason(name: str) -> None:
    cases = refused(name)
    assert cases
    for history, move in cases:
        state = history.state
        why = state.illegal_reason(move)
        with pytest.raises(IllegalMove) as of_engine:
            state.play(move)
        assert f"({why})" in str(of_engine.value)
        with pytest.raises(NotationError) as of_table:
            table_of(name).read_move(move, state)
        # Warszawa's table says the names of cards.
        reason = reason_text(state, why) if name == "warszawa" else why
        assert str(of_table.value) == f"{move} is not legal: {reason}"
    history, move = cases[-1]
    Stubborn.move = move
    seats = history.state.seats
    forfeits = play_game(history, [Stubborn()] * seats, range(seats)).record.meta["forfeits"]
    assert isinstance(forfeits, list)
    assert forfeits[0]["event"] == len(history.events) + 1
    assert f"({history.state.illegal_reason(move)})" in forfeits[0]["what"]
