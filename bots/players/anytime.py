"""Players in slices: a player yields its result so far after each slice, so that a caller can stop it."""

import itertools
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from urbanist.bots.players.allowance import Allowance
from urbanist.bots.players.bot import Player
from urbanist.bots.players.level import HIGHEST
from urbanist.bots.players.pace import Pace
from urbanist.bots.players.pimc_bot import PimcPlayer
from urbanist.bots.players.random_bot import RandomPlayer
from urbanist.bots.players.slices import paced, sliced
from urbanist.bots.players.tree_bot import TreePlayer
from urbanist.engine.history import View
from urbanist.search.limits import Limits
from urbanist.search.pimc import chosen_at, drawing, shared, unsolved
from urbanist.search.result import Result, combined

#: Visits of each world if there are no limits.
VISITS = 1000


def thoughts(
    player: Player, view: View, limits: Limits | None, pace: Pace | None = None, only: Sequence[str] = ()
) -> Iterator[Result]:
    """Yield results until the limits are used up; the last result is the player's choice. None means no limits.

    With `only`, the player looks at these moves and no others. At a pace, a search of one tree ends earlier if it has
    found enough. If nodes are the only limit, the choice equals that of one uninterrupted search. A player that does
    not search yields one result.
    """
    began = time.perf_counter()
    if isinstance(player, TreePlayer):
        results = sliced(player.prepare(view, only), limits, player.bot.threads)
        return results if pace is None else paced(results, pace, began)
    if isinstance(player, PimcPlayer):
        return by_worlds(player, view, limits, only=only)
    return iter((among(player, player.choose(view, allowed(view, limits)), only),))


def among(player: Player, found: Result, only: Sequence[str]) -> Result:
    """Return a result with none but the moves of `only`, if there are any, where a player cannot look for them itself.

    The move is the best valued one, for a bot that plays at random a random one.
    """
    if not only or found.move in only:
        return replace(found, values=tuple(value for value in found.values if not only or value.move in only))
    values = tuple(value for value in found.values if value.move in only)
    move = values[0].move if values else only[0]
    if isinstance(player, RandomPlayer):
        move = player.rng.choice(only)
    return replace(found, move=move, values=values, pv=(move,))


def allowed(view: View, limits: Limits | None) -> Allowance | None:
    """Return the allowance of a decision with the seconds of the limits; None if they have no limit of time."""
    if view.seat is None or limits is None or limits.seconds is None:
        return None
    seats = view.bare_state().seats
    return Allowance(view.seat, (None,) * seats, (0.0,) * seats, limits.seconds, grace=0.0)


def pondered(
    player: Player,
    view: View,
    limits: Limits | None,
    hit: threading.Event,
    pace: Pace | None = None,
    only: Sequence[str] = (),
) -> Iterator[Result]:
    """Yield results without limits until `hit` is set, then as `thoughts` does."""
    if isinstance(player, TreePlayer):
        think = player.prepare(view, only)
        yield from until(hit, sliced(think, None, player.bot.threads))
        if player.level not in (None, HIGHEST):
            think = player.prepare(view, only)
        results = sliced(think, limits, player.bot.threads)
        yield from results if pace is None else paced(results, pace, time.perf_counter())
    elif isinstance(player, PimcPlayer):
        found = None
        # Pondering draws other worlds than the search after it.
        for found in until(hit, by_worlds(player, view, None, first=player.bot.worlds, only=only)):
            yield found
        yield from by_worlds(player, view, limits, known=found, only=only)
    else:
        yield among(player, player.choose(view, allowed(view, limits)), only)


def until(hit: threading.Event, results: Iterator[Result]) -> Iterator[Result]:
    """Yield results until `hit` is set; yield at least one."""
    for found in results:
        yield found
        if hit.is_set():
            return


def by_worlds(
    player: PimcPlayer,
    view: View,
    limits: Limits | None,
    *,
    first: int = 0,
    known: Result | None = None,
    only: Sequence[str] = (),
) -> Iterator[Result]:
    """Yield the combined result of the worlds searched so far and of `known`; without limits the worlds never end.

    The worlds are numbered from `first`.
    """
    options = player.options_at(view)
    share = Limits(nodes=VISITS) if limits is None else shared(limits, options.worlds)
    from urbanist.search.mcts import TreeSearch  # late, as for the players

    search = TreeSearch(view.game, unsolved(options))
    search.restrict(only)
    draw, choose = drawing(view, options), chosen_at(view, options)
    results = [] if known is None else [known]
    for world in itertools.count(first) if limits is None else range(first, first + options.worlds):
        search.clear()
        found = None
        think = partial(search.think, draw(options.seed * options.worlds + world))
        for found in sliced(think, share, options.threads):
            yield combined([*results, found], choose)
        results.extend([found] if found else [])
        if limits is None:
            results = [combined(results, choose)]
