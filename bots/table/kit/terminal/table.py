"""The interface between a session and a game: one `Table` for each game, and a plain one for games without."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from urbanist.bots.table.kit.guided_game import GuidedGame, read_guided_game
from urbanist.bots.table.kit.language import tr, translated
from urbanist.bots.table.kit.move_part import THING, MovePart, plain_parts
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.score import ScoreFact, plain_fact
from urbanist.bots.table.kit.wording import Lesson, legal_move, read_page
from urbanist.engine import State
from urbanist.engine.event import Move
from urbanist.engine.score_row import Counted, ScoreRow

if TYPE_CHECKING:
    from urbanist.bots.analysis.cause import Cause, MoveComparison

#: No move is as long as this; what is, is named in an error no further.
LONGEST_MOVE = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """How one game is shown and how it is told: a function for each question of a session."""

    #: How moves are typed.
    how_to_move: Callable[[], str]
    #: The position as lines of text, one fact a line, for screen readers.
    describe: Callable[[PlayerView], str]
    #: Only the news for the seat to move, as lines of text.
    describe_turn: Callable[[PlayerView], str]
    #: What no seat can know yet, as lines of text; empty if there is nothing.
    describe_unknown: Callable[[PlayerView], str] = lambda _: ""
    #: The legal moves as lines of text, in short form.
    list_moves: Callable[[State], str]
    #: The rule that forbids a move, in words of the language, from what the engine says.
    reason: Callable[[State, str], str] = lambda _, why: translated(why)
    #: The event at a ply, in words.
    narrate: Callable[[PlayerView, int], str]
    #: The effect of a move, as far as the seat to move can know; empty if nothing is known.
    explain: Callable[[State, Move], str]
    #: A legal move as a sentence names it, in words and names of the language.
    move_name: Callable[[State, Move], str] = lambda _, move: str(move)
    #: The places of the board that a legal move touches, by the names that `score_breakdown` gives them.
    places: Callable[[State, Move], tuple[str, ...]] = lambda *_: ()
    #: Whether each seat has a board of its own, so that a place is one of the board of a seat.
    own_boards: bool = False
    #: The legal moves by the parts that a person points at; those of a move together are no other move's.
    parts: Callable[[State], Mapping[Move, tuple[MovePart, ...]]] = plain_parts
    #: The things that a person may point at, legal or not, and the places for a chosen thing; each with a move that
    #: would use it.
    candidates: Callable[[State, str], Iterator[tuple[MovePart, Move]]] = lambda *_: iter(())
    #: What the seat to move has to choose, in a sentence.
    asks: Callable[[State], str] = lambda _: tr("Choose a move.")
    #: How a winner broke a tie: `by 5 buildings to 3`.
    tie_break: Callable[[int, int], str] = lambda winner, other: tr(
        "by {winner} in the tie-break to {other}", winner=winner, other=other
    )
    #: What counts on the board for a seat, by the kinds of rows of its score.
    score_breakdown: Callable[[PlayerView, int], Mapping[StrEnum, tuple[Counted, ...]]] = lambda pov, seat: (
        pov.view.game.notation.score_breakdown(pov.state, seat)
    )
    #: A row of a score as people read it.
    fact: Callable[[ScoreRow], ScoreFact] = plain_fact
    #: The name of a hidden card, as people read it.
    card_name: Callable[[State, str], str] = lambda _, card: card
    #: Why a cause comes about, in sentences, from the games that followed two moves: what happens after one of them and
    #: not after the other. A seat without a name is spoken to. Nothing if nobody could see that.
    because: Callable[["MoveComparison", "Cause", Callable[[int], str]], Sequence[str]] = lambda *_: ()
    #: How many times more visits than usual the searches have that play games on for reasons, in turn.
    careful: tuple[int, ...] = (1,)
    #: What a first game can explain now to the viewer, who is to move.
    lessons: Callable[[PlayerView], Iterator[Lesson]] = lambda _: iter(())
    #: What the game is, how long it takes and how hard it is, in a sentence or two.
    about: Callable[[], str] = lambda: ""
    #: The package with the game's `rules.md` and its guided games; empty if it has none.
    package: str = ""
    #: The names of the guided games: the first game, and the lessons in their order.
    guided: tuple[str, ...] = ()

    def read_move(self, text: str, state: State) -> Move:
        """Return the legal move that a text in notation means; raise `NotationError` with a one-line reason."""
        move = state.game.notation.move(text.strip()[:LONGEST_MOVE])
        return legal_move(
            move, state, reason=partial(self.reason, state), called=partial(self.move_name, state)
        )

    def barred(
        self, state: State, chosen: str, legal: Mapping[Move, Sequence[MovePart]]
    ) -> dict[MovePart, str]:
        """Return why the seat to move may not use things, or a chosen thing at places; `legal` are its `parts`."""
        names = {part.name for parts in legal.values() for part in parts}
        told = {
            part: self.reason(state, state.illegal_reason(move))
            for part, move in self.candidates(state, chosen)
            if move not in legal and (part.kind != THING or part.name not in names)
        }
        return {part: why for part, why in told.items() if why}

    def guided_games(self) -> tuple[GuidedGame, ...]:
        """Return the games in small steps: one that teaches the game, and lessons on parts of it."""
        return tuple(read_guided_game(self.package, name) for name in self.guided)

    def guided_game(self, name: str) -> GuidedGame | None:
        """Return a guided game by its name, or the first game without one; None if there is none."""
        return next((game for game in self.guided_games() if name in ("", game.name)), None)

    def rules(self) -> str:
        """Return the rules on one page, in Markdown; empty if there is no such page."""
        return read_page(self.package, "rules.md") if self.package else ""


def _narrate(pov: PlayerView, ply: int) -> str:
    who = tr("drawn") if pov.states[ply].due else pov.name(pov.states[ply].to_move)
    return f"{who}: {pov.view.events[ply]}"


def _describe(pov: PlayerView) -> str:
    notation, deal = pov.view.game.notation, pov.view.deal
    lines = [notation.describe(pov.state.array), pov.turn()]
    if not notation.tells_views and deal and notation.mask_deal(deal, pov.seat) == deal:
        lines.append(tr("What you cannot see is drawn: it may be another one."))
    return "\n".join(lines)


#: The table of a game without its own: the game's notation as plain text. What is news in it nobody knows, so that the
#: whole position is shown at each turn.
PLAIN = Table(
    how_to_move=lambda: tr("a move as the game's notation writes it"),
    describe=_describe,
    describe_turn=_describe,
    list_moves=lambda state: " ".join(map(str, state.legal())),
    narrate=_narrate,
    explain=lambda *_: "",
)
