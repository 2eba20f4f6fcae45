"""A bot at many tables at once."""

import numpy as np
import pytest

from tests.engine.tables import PLAIN_TABLES, Table, played
from urbanist.bots.players.spec import parse_builtin
from urbanist.bots.protocol.command import CommandBot
from urbanist.engine import Batch

BOTS = ("random", "greedy", "mcts:nodes=10", "pimc:nodes=10:worlds=3", "ismcts:nodes=10", "level=2:nodes=20")


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("table", PLAIN_TABLES[::3], ids=str)
def test_each_record_gets_a_legal_move_the_same_on_any_number_of_threads(table: Table, bot: str) -> None:
    states = [state for state in played(table, 0)[0] if not state.due]
    batch = Batch.of([*states[::7], states[-1]])
    before = batch.array.tobytes()
    moves = batch.choose(parse_builtin(bot), 3)
    for number, move in enumerate(moves):
        state = batch.state(number)
        assert move in state.moves() if not state.over else move == 0
    assert (batch.choose(parse_builtin(bot), 3, threads=3) == moves).all()
    assert batch.array.tobytes() == before


def test_only_the_records_that_are_asked_for_get_a_move() -> None:
    batch = Batch.deal(PLAIN_TABLES[0].game, 5, seats=2)
    moves = batch.choose(parse_builtin("greedy"), rows=[1, 3])
    assert (moves != 0).tolist() == [False, True, False, True, False]


def test_a_bot_does_not_see_what_is_hidden_from_its_seat() -> None:
    table = PLAIN_TABLES[-1]
    states = [state for state in played(table, 1)[0] if not (state.due or state.over)][::9]
    other = Batch.of([state.reshuffled(state.to_move, 5) for state in states])
    for bot in map(parse_builtin, ("ismcts:nodes=40", "pimc:nodes=40:worlds=4")):
        assert (Batch.of(states).choose(bot, 1) == other.choose(bot, 1)).all()


@pytest.mark.parametrize(("bot", "named"), [(CommandBot("./prog"), r"\./prog"), ("level=3", "'level=3'")])
def test_what_cannot_play_gets_one_clear_line(bot: object, named: str) -> None:
    batch = Batch.deal(PLAIN_TABLES[0].game, 1, seats=2)
    told = rf"^{named} does not play batches; the built-in bots and all levels do, such as parse_bot\('level=3'\)$"
    with pytest.raises(TypeError, match=told):
        batch.choose(bot)
    with pytest.raises(ValueError, match=r"^no record 1; there are 1, counted from 0$"):
        batch.choose(parse_builtin("greedy"), rows=[1])


def test_searches_play_better_than_random_moves() -> None:
    batch = Batch.deal(PLAIN_TABLES[0].game, 12, seats=2, seed=1)
    turn = 0
    while not batch.array["over"].all():
        rows = np.flatnonzero(batch.array["to_move"] == np.arange(12) % 2)
        words = batch.sample(turn)
        words[rows] = batch.choose(parse_builtin("ismcts:nodes=30"), turn, rows=rows)[rows]
        batch.apply(words)
        turn += 1
    ranks = batch.ranks()[np.arange(12), np.arange(12) % 2]
    assert (ranks == 1).mean() > 0.8
