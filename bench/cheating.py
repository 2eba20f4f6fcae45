"""Searches that know what no player may know, for experiments: no bot offers them."""

from collections.abc import Sequence

from urbanist.engine import State
from urbanist.engine.features import ALL_SEATS
from urbanist.engine.history import History
from urbanist.search import Limit, Result, SearchOptions, TreeSearch
from urbanist.search.belief import Belief

#: `even`: what its seat knows; `belief`: also what the moves of the others tell; `secrets`: what all seats know
#: together; `truth`: the future too.
KNOWS = ("even", "belief", "secrets", "truth")


class Searcher:
    """A search at one seat that keeps its tree, and what it knows."""

    def __init__(self, start: History, seat: int, knows: str, options: SearchOptions) -> None:
        self.seat, self.knows = seat, knows
        self.search = TreeSearch(start.game, options)
        self.belief = Belief(start.seen_by(seat)) if knows == "belief" else None
        self.known = 0

    def choose(self, history: History, limits: Limit) -> Result:
        """Return the result of a search for the seat to move."""
        view = history.seen_by(self.seat)
        for event in view.events[self.known :]:
            self.search.advance(event)
        self.known = len(view.events)
        if self.knows == "truth":
            return self.search.think(history.state, limits)
        if self.knows == "secrets":
            return self.search.think(history.state, limits, observer=ALL_SEATS)
        if self.belief is not None:
            self.belief.follow(view)
        return self.search.think(view.state(self.known), limits, observer=self.seat, belief=self.belief)


def played_out(start: History, players: Sequence[Searcher], limits: Sequence[Limit]) -> State:
    """Return the end of a game that one search a seat plays, each within its limits."""
    history = start
    while not history.state.over:
        seat = history.state.to_move
        history = history.play(players[seat].choose(history, limits[seat]).move)
    return history.state
