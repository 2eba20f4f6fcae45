"""How a game is shown to people and how their moves are read: one `Table` a game, and a plain one for the others."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.terminal.block import Block, lines
from urbanist.engine import IllegalMove, NotationError, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """What a game with very many moves can do more: rank its moves, and show a move before it is played."""

    #: What may follow the command `list`, with examples.
    how_to_filter: str
    #: The legal moves that a filter lets through, best first; `NotationError` for a filter not understood.
    rank_moves: Callable[[State, str], Iterable[str]]
    #: Whether a person is shown a move and asked before it is played.
    needs_consent: Callable[[State, str], bool]
    #: The position after a move and what the move changes, in colour, as `Table.draw` does.
    preview: Callable[[Sight, str, int, int], Block]
    #: What a move would change, as lines of text.
    describe_preview: Callable[[Sight, str], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """How one game is shown and spoken of: a function for each question that a session asks."""

    least_width: int
    least_height: int
    how_to_move: str
    #: The position in colour, at most so many columns and lines, which are not fewer than the least.
    draw: Callable[[Sight, int, int], Block]
    #: The position as lines of text, one fact a line, readable aloud.
    describe: Callable[[Sight], str]
    #: Only what the seat to move must know anew, as lines of text.
    describe_turn: Callable[[Sight], str]
    #: What no seat can know yet, as lines of text; empty where there is nothing of the kind.
    describe_unknown: Callable[[Sight], str] = lambda _: ""
    #: The legal moves as lines of text, as short as can be.
    list_moves: Callable[[State], str]
    #: The legal move that a person means; `NotationError` says in a line what is wrong.
    read_move: Callable[[str, State], str]
    #: What happened at a ply, in words.
    narrate: Callable[[Sight, int], str]
    #: What a move brings, by what the seat to move may know; empty if nothing is known.
    explain: Callable[[State, str], str]
    #: Only where moves are very many.
    ranking: Ranking | None = None


def _describe(sight: Sight) -> str:
    return str(sight.view.game.notation.describe(sight.state.array))


def _read_move(text: str, state: State) -> str:
    move = text.strip()
    try:
        state.play(move)
    except IllegalMove as error:
        raise NotationError(str(error)) from None
    return move


def _narrate(sight: Sight, ply: int) -> str:
    who = "drawn" if sight.states[ply].due else sight.name(sight.states[ply].to_move)
    return f"{who}: {sight.view.events[ply]}"


#: The table of a game that has none of its own: the game's notation, read out.
PLAIN = Table(
    least_width=40,
    least_height=12,
    how_to_move="a move as the game's notation writes it",
    draw=lambda sight, *_: lines(_describe(sight)),
    describe=_describe,
    describe_turn=lambda sight: f"To move: {sight.name(sight.state.to_move)}.",
    list_moves=lambda state: " ".join(state.legal()),
    read_move=_read_move,
    narrate=_narrate,
    explain=lambda *_: "",
)
