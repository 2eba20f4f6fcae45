"""The bots that search one tree."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from urbanist.bots.players.allowance import Allowance
from urbanist.bots.players.bot import Player
from urbanist.bots.players.level import HIGHEST, levelled
from urbanist.bots.players.options import LevelOptions
from urbanist.bots.players.pace import budget, pace_at
from urbanist.bots.players.slices import paced, sliced
from urbanist.engine.history import View
from urbanist.engine.record import HIDDEN
from urbanist.engine.whole import whole
from urbanist.search.belief import Belief, belief_for
from urbanist.search.limits import Limits
from urbanist.search.options import SearchOptions
from urbanist.search.result import Result

if TYPE_CHECKING:
    from urbanist.search.mcts import TreeSearch


class IsmctsBot(LevelOptions, frozen=True, kw_only=True):
    """Searches the information sets of its seat: one tree, with a new determinization at each visit."""

    name: ClassVar[str] = "ismcts"

    def sit(self, seed: int) -> Player:
        """Return a player with its own tree; a level below the highest thinks neither ahead nor while others do."""
        keeps = self.reuse and self.level in (None, HIGHEST)
        return TreePlayer(self, whole("seed", seed), hidden=True, keeps=keeps, level=self.level)


class MctsBot(SearchOptions, frozen=True, kw_only=True):
    """Draws one determinization for each move, then searches as if it were the true state."""

    name: ClassVar[str] = "mcts"

    def sit(self, seed: int) -> Player:
        """Return a player that starts a new tree at each move, because each move has another determinization."""
        return TreePlayer(self, whole("seed", seed), hidden=False, keeps=False)


@dataclass(slots=True)
class TreePlayer:
    """A player that searches one tree; with `keeps` it keeps the tree between moves."""

    bot: SearchOptions
    seed: int
    hidden: bool
    keeps: bool
    level: int | None = None
    search: "TreeSearch | None" = None
    last: View | None = None
    belief: Belief | None = None

    def choose(self, view: View, allowance: Allowance | None = None) -> Result:
        """Return the result of a search from the view; a kept tree advances by the events since the last call."""
        began = time.perf_counter()
        options = self.options_at(view)
        clocked = pace_at(view, allowance)
        if clocked is None:
            seconds = None if allowance is None else allowance.thinking()
            return self.prepare(view)(options.limits(seconds))
        limits, pace = budget(options, clocked)
        think = self.prepare(view)
        if pace is None:
            return think(limits)
        *_, found = paced(sliced(think, limits, options.threads), pace, began)
        return found

    def options_at(self, view: View) -> SearchOptions:
        """Return the options for the game of a view: those of the bot, and of its level if it has one."""
        if self.level is None:
            return self.bot
        return levelled(self.bot, self.level, view.game.name, view.bare_state().seats)

    def prepare(self, view: View, only: Sequence[str] = ()) -> Callable[[Limits], Result]:
        """Return a function that searches the view; each call continues the search of the call before.

        It looks `only` at these moves, if there are any.
        """
        search = self.follow(view)
        search.restrict(only)
        seed = self.seed + self.bot.seed
        if self.belief is None:
            self.belief = belief_for(view, self.options_at(view))
        else:
            self.belief.follow(view)
        if self.hidden:
            state = view.state(seed + len(view.events))
            return partial(search.think, state, observer=view.seat, belief=self.belief)
        draw = view.state if self.belief is None else self.belief.world
        return partial(search.think, draw(seed + len(view.events)))

    def line_of(self, move: str) -> tuple[str, ...]:
        """Return the line that the last search expects after a move."""
        return (move,) if self.search is None else self.search.line_of(move)

    def follow(self, view: View) -> "TreeSearch":
        """Return the search with its root at the view; a new search if the last view does not lead to this one."""
        from urbanist.search.mcts import TreeSearch  # late: a bot that does not think yet needs no tree

        last, self.last = self.last, view
        if self.search is None or last is None or not self.keeps or not continues(last, view):
            self.search = TreeSearch(
                view.game, replace(self.options_at(view), seed=self.seed + self.bot.seed)
            )
        else:
            for event in view.events[len(last.events) :]:
                self.search.advance(event)
        return self.search


def continues(earlier: View, later: View) -> bool:
    """Tell whether the later view is the earlier view of the same game plus zero or more events, which tell moves."""
    same_table = (earlier.game, earlier.seat, earlier.deal) == (later.game, later.seat, later.deal)
    told = HIDDEN not in later.events[len(earlier.events) :]
    return same_table and later.events[: len(earlier.events)] == earlier.events and told
