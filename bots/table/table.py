"""A table: how a game is shown to people and their moves are read; and the plain one that every game has."""

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol, runtime_checkable

from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.terminal.block import Drawing, joined
from urbanist.engine import IllegalMove, NotationError, State


class NoPicture(Exception):
    """A game that can be read out but not painted."""


class Table(Protocol):
    """How one game is shown and spoken of."""

    least_width: int
    least_height: int
    how_to_move: str

    def draw(self, sight: Sight, width: int, height: int) -> Drawing:
        """Return the position in colour, at most so many columns and lines, not fewer than the least."""

    def plain(self, sight: Sight) -> str:
        """Return the position as lines of text, one fact a line, readable aloud."""

    def brief(self, sight: Sight) -> str:
        """Return only what the seat to move must know anew, as lines of text."""

    def moves(self, state: State) -> str:
        """Return the legal moves as lines of text, as short as can be."""

    def read(self, text: str, state: State) -> str:
        """Return the legal move that a person means; `NotationError` says in a line what is wrong."""

    def tell(self, sight: Sight, ply: int) -> str:
        """Return what happened at a ply, in words."""

    def reason(self, state: State, move: str) -> str:
        """Return what speaks for a move, by what the seat to move may know; empty if nothing does."""

    def unknown(self, sight: Sight) -> str:
        """Return what no seat can know yet, as lines of text; empty where there is nothing of the kind."""

    def picture(self, sight: Sight, path: Path) -> None:
        """Write the position as SVG or PNG, by the path's suffix; `NoPicture` where the game has none.

        All of it for a bystander; for a seat what it looks at most, such as the city that it builds.
        """


@runtime_checkable
class RankingTable(Table, Protocol):
    """The table of a game with very many moves: they are ranked, and weighty ones are shown before they are played."""

    how_to_wish: str

    def ranked(self, state: State, wish: str) -> Iterable[str]:
        """Return the legal moves that a person wishes to see, best first; `NotationError` for a wish not understood."""

    def weighty(self, state: State, move: str) -> bool:
        """Tell whether a move is to be shown and agreed to before it is played."""

    def preview(self, sight: Sight, move: str, width: int, height: int) -> Drawing:
        """Return the position as if the move were played, and what it changes; in colour, as `draw` does."""

    def forecast(self, sight: Sight, move: str) -> str:
        """Return what a move would change, as lines of text."""


class PlainTable:
    """The table of a game that has none of its own: its notation, read out."""

    least_width = 40
    least_height = 12
    how_to_move = "a move as the game's notation writes it"

    def draw(self, sight: Sight, width: int, height: int) -> Drawing:
        """Return the plain lines."""
        return joined([self.plain(sight)])

    def plain(self, sight: Sight) -> str:
        """Return the notation's own description of the position."""
        return str(sight.view.game.notation.describe(sight.state.array))

    def brief(self, sight: Sight) -> str:
        """Return whose turn it is."""
        return f"To move: {sight.name(sight.state.to_move)}."

    def moves(self, state: State) -> str:
        """Return the moves in notation."""
        return " ".join(state.legal())

    def read(self, text: str, state: State) -> str:
        """Return the text as the move it is."""
        move = text.strip()
        try:
            state.play(move)
        except IllegalMove as error:
            raise NotationError(str(error)) from None
        return move

    def tell(self, sight: Sight, ply: int) -> str:
        """Return who did what; or what was drawn."""
        who = "drawn" if sight.states[ply].due else sight.name(sight.states[ply].to_move)
        return f"{who}: {sight.view.events[ply]}"

    def reason(self, state: State, move: str) -> str:
        """Return nothing: the notation knows no reasons."""
        return ""

    def unknown(self, sight: Sight) -> str:
        """Return nothing: the notation does not know."""
        return ""

    def picture(self, sight: Sight, path: Path) -> None:
        """Raise `NoPicture`."""
        raise NoPicture(f"{sight.view.game.name} has no picture; without --svg and --png it is read out")
