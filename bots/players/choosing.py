"""The moves of a built-in bot at many tables at once."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from urbanist.bots.players.builtin import GreedyBot, IsmctsBot, MctsBot, PimcBot, RandomBot
from urbanist.bots.players.level import levelled
from urbanist.bots.players.player import Bot
from urbanist.engine import Batch, State
from urbanist.search.pimc import over_worlds

if TYPE_CHECKING:
    from urbanist.search.options import SearchOptions

Words = npt.NDArray[np.uint32]


def choose(
    batch: Batch, bot: Bot, seed: int = 0, *, rows: Sequence[int] | None = None, threads: int = 1
) -> Words:
    """Return a move of a built-in bot for each record, uint32 [N], for `Batch.apply`; 0 where none is to be played.

    `rows` are the records that are asked for, by default all. A bot knows what the seat to move sees of a position, and
    not how it came about: what the others hide is equally likely to it. So it plays a little worse than in a match.
    """
    found: Words = np.zeros(len(batch), np.uint32)
    wanted = range(len(batch)) if rows is None else rows
    asked = [int(row) for row in wanted if not batch.array["over"][row]]
    if isinstance(bot, RandomBot):
        found[asked] = batch.sample(seed + bot.seed, threads=threads)[asked]
        return found

    def chosen(row: int) -> int:
        return _chosen(bot, batch.state(row), seed + row)

    if threads == 1:
        found[asked] = [chosen(row) for row in asked]
    else:
        with ThreadPoolExecutor(threads) as pool:
            found[asked] = list(pool.map(chosen, asked))
    return found


def _chosen(bot: Bot, state: State, seed: int) -> int:
    if isinstance(bot, GreedyBot):
        priors = state.appraise()
        best = state.moves()[priors == priors.max()]
        return int(np.random.default_rng(seed + bot.seed).choice(best))
    if isinstance(bot, PimcBot):
        own = replace(bot, seed=seed + bot.seed)
        found = over_worlds(state, partial(state.reshuffled, state.to_move), own.limit(), own)
        return state.game.notation.read_move(found.move)
    if not isinstance(bot, IsmctsBot | MctsBot):
        raise TypeError(f"{bot.name} does not play batches; the built-in bots and all levels do")
    from urbanist.search.mcts import TreeSearch  # late: it takes time to load

    options: SearchOptions = bot
    if isinstance(bot, IsmctsBot) and bot.level is not None:
        options = levelled(bot, bot.level, state.game.name, state.seats)
    options = replace(options, seed=seed + bot.seed)
    observer = state.to_move if isinstance(bot, IsmctsBot) else None
    drawn = state.reshuffled(state.to_move, options.seed)
    result = TreeSearch(state.game, options).think(drawn, observer=observer)
    return state.game.notation.read_move(result.move)
