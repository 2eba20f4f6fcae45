"""Bots think while a person does: only those that can use it, only what they see, and not a moment longer."""

import threading
import time

import pytest

from tests.search.positions import BY_NAME
from urbanist.bots.players.builtin import GreedyBot, IsmctsBot, MctsBot, PimcBot, TreePlayer
from urbanist.bots.table.session.session import pondering
from urbanist.engine.history import History
from urbanist.search.limit import Limit

#: A small tree, so that it is full before long.
MEMORY = 0.05
TABLE = BY_NAME["metropolys-expert-2"]


def opened() -> History:
    """Return a game of two in which seat 0, a person, is to move."""
    starts = (History.start(TABLE.deal(seed)) for seed in range(99))
    return next(history for history in starts if history.state.to_move == 0)


def wait_for(players: list[TreePlayer], nodes: int = 20) -> None:
    """Wait until each player has a tree of so many nodes."""
    while not all(player.search is not None and player.search.size >= nodes for player in players):
        time.sleep(0.005)


def interrupted(player: TreePlayer, end: type[BaseException]) -> None:
    """Let a player ponder until something else ends the block."""
    with pondering({1: player}, opened()):
        wait_for([player])
        raise end


def seated(bot: IsmctsBot, seed: int) -> TreePlayer:
    player = bot.sit(seed)
    assert isinstance(player, TreePlayer)
    return player


@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_found_meanwhile_helps_at_the_next_move(threads: int) -> None:
    history = opened()
    bot = IsmctsBot(nodes=50, memory=2, threads=threads)
    player = seated(bot, 1)
    with pondering({1: player}, history):
        wait_for([player], nodes=4000)
    reply = player.prepare(history.seen_by(1))(Limit(nodes=10)).move
    history = history.play(reply)
    chosen = player.choose(history.seen_by(1))
    assert chosen.nodes == 50
    assert sum(value.visits for value in chosen.values) > 50
    assert str(chosen.move) in history.state.legal()


def test_the_thread_ends_with_the_block_whatever_ends_the_block() -> None:
    before = threading.active_count()
    player = seated(IsmctsBot(memory=MEMORY), 1)
    for end in (KeyboardInterrupt, EOFError, ValueError):
        with pytest.raises(end):
            interrupted(player, end)
        assert threading.active_count() == before


def test_several_bots_take_turns() -> None:
    history = History.start(BY_NAME["metropolys-expert-4"].deal(1))
    others = [seat for seat in range(4) if seat != history.state.to_move]
    players = {seat: seated(IsmctsBot(memory=MEMORY), seat) for seat in others}
    with pondering(players, history):
        wait_for(list(players.values()))


@pytest.mark.parametrize("bot", [GreedyBot(), PimcBot(), MctsBot(), IsmctsBot(reuse=False)])
def test_a_bot_without_a_tree_starts_no_thread(bot: GreedyBot | PimcBot | MctsBot | IsmctsBot) -> None:
    before = threading.active_count()
    with pondering({1: bot.sit(1)}, opened()):
        assert threading.active_count() == before


def test_a_bot_whose_search_fails_does_not_disturb_the_person() -> None:
    player = seated(IsmctsBot(memory=1 << 20), 1)  # more than the machine has
    with pondering({1: player}, opened()):
        time.sleep(0.02)
    with pytest.raises(MemoryError):
        player.choose(opened().seen_by(1))


def test_a_bot_thinks_about_nothing_but_its_view() -> None:
    history, seat = opened(), 1
    worlds = TABLE.contract.other_worlds(history, seat, 3)
    assert len({TABLE.hidden(world.state.array) for world in worlds}) > 1
    for world in worlds:
        player = seated(IsmctsBot(memory=MEMORY), seat)
        with pondering({seat: player}, world):
            wait_for([player])
        assert player.last == history.seen_by(seat)
