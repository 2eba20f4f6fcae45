"""The table of Warszawa: how the game is shown and told."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model import city
from urbanist.bots.table.warszawa.model.partial_move import place_of
from urbanist.bots.table.warszawa.text import facts, moves, phrases

if TYPE_CHECKING:
    from urbanist.bots.analysis.cause import Cause, MoveComparison


def _because(comparison: "MoveComparison", cause: "Cause", called: Callable[[int], str]) -> Sequence[str]:
    from urbanist.bots.table.warszawa.text.reasons import because  # the first board waits for no search

    return because(comparison, cause, called)


TABLE = Table(
    how_to_move=partial(tr.named, "table", "how-to-move"),
    describe=facts.describe,
    describe_turn=facts.describe_turn,
    describe_unknown=facts.describe_unknown,
    list_moves=moves.list_moves,
    reason=phrases.reason_text,
    narrate=moves.narrate,
    move_name=moves.move_name,
    parts=moves.parts,
    candidates=moves.candidates,
    asks=moves.asks,
    places=lambda _, move: tuple(filter(None, [place_of(move)])),
    about=partial(tr.named, "table", "about"),
    tie_break=lambda winner, other: tr.named("table", "tie-break", winner=winner, other=other),
    score_breakdown=city.score_breakdown,
    fact=facts.fact,
    card_name=phrases.hidden_name,
    because=_because,
    careful=(1, 2),
    lessons=facts.lessons,
    package=__package__ or "",
    guided=("first-game", "engineers", "metro", "norms", "bridges"),
    explain=moves.explain,
)
