"""A puzzle: a position as one seat sees it, its best move, and what is known of this move and of others."""

from hashlib import blake2b
from typing import Annotated

from msgspec import Meta, Struct

from urbanist.engine import GAMES
from urbanist.engine.event import Move
from urbanist.engine.game import Game
from urbanist.engine.history import History, View
from urbanist.engine.notation import NotationError
from urbanist.engine.record import find_game

Share = Annotated[float, Meta(ge=0, le=1)]
#: What a puzzle comes from that was found in no file of records.
SELF_PLAY = "self-play"
#: What a puzzle comes from that is a mistake of the person who solves it, and how much less of the win is as good then.
OWN_GAME, AS_GOOD = "own game", 0.02


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a puzzle comes from: self-play or a file of records, the number of the game there, and the event."""

    what: str
    game: Annotated[int, Meta(ge=0)]
    event: Annotated[int, Meta(ge=1)]


class Puzzle(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A puzzle: the view of the seat to move, and the answer.

    `deal` and `events` are masked for the seat. `share` is the win share after the best move, and `others` has that of
    the second best move, which comes first, and of moves that are likely to be chosen instead. Searches of `nodes`
    visits found the best move. `missed` says how many of the searches of increasing size chose another one, and `place`
    is its rank by prior, counted from 1. `motif` is the kind of points in which the best move is better than the
    second; empty if no single one makes half of the difference.
    """

    seat: Annotated[int, Meta(ge=0)]
    deal: str
    events: tuple[str, ...]
    best: str
    share: Share
    others: Annotated[dict[str, Share], Meta(min_length=1)]
    nodes: Annotated[int, Meta(ge=1)]
    missed: Annotated[int, Meta(ge=0)]
    place: Annotated[int, Meta(ge=1)]
    rating: Annotated[int, Meta(ge=100, le=4000)]
    source: Source
    motif: str = ""

    @property
    def margin(self) -> float:
        """The margin in win share of the best move over the second best."""
        return self.share - max(self.others.values())

    @property
    def is_own(self) -> bool:
        """Whether it is a mistake of the person who solves it: the other move is the one that was played."""
        return self.source.what == OWN_GAME

    @property
    def good(self) -> float:
        """The least win share of a move that is as good as the best one."""
        return self.share - AS_GOOD

    @property
    def id(self) -> str:
        """A name that depends on the position alone."""
        position = " ".join((str(self.seat), self.deal, *self.events))
        return blake2b(position.encode(), digest_size=5).hexdigest()

    @property
    def game(self) -> Game:
        """The game; raise `NotationError` if there is none of this name."""
        return find_game(self.deal, GAMES)

    @property
    def view(self) -> View:
        """The view of the seat that is to move."""
        return View.read(self.game, self.seat, self.deal, self.events)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The best move and the others; raise `NotationError` if one is malformed."""
        notation = self.game.notation
        return tuple(notation.move(text) for text in (self.best, *self.others))

    def history(self, seed: int = 0) -> History:
        """Return a game that leads to the position: what the seat cannot know of it is drawn from the seed."""
        view = self.view
        return History(view.game, view.deal, view.events, (*view.states()[:-1], view.state(seed)))

    def check(self) -> None:
        """Raise `NotationError` if the rules forbid the position, its moves, or a secret of another seat is open."""
        view = self.view
        notation, state = view.game.notation, view.bare_state()
        if state.over or state.due or state.to_move != self.seat:
            raise NotationError("seat {seat} is not to move in the position of the puzzle", seat=self.seat)
        seen = zip(view.events, view.states(), strict=False)
        masked = tuple(notation.mask_event(event, before.to_move, self.seat) for event, before in seen)
        if notation.mask_deal(self.deal, self.seat) != self.deal or masked != view.events:
            raise NotationError("the position shows what seat {seat} may not see", seat=self.seat)
        try:
            for move in self.moves:
                state.play(move)
        except ValueError as error:
            raise NotationError(error.args[0]) from None
        if self.best in self.others:
            raise NotationError("the best move {move} is one of the others, too", move=self.best)
