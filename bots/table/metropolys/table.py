"""The table of Metropolys: how the game is shown and told."""

from functools import partial

from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.model import auction
from urbanist.bots.table.metropolys.text import facts, moves, reasons
from urbanist.engine.metropolys.notation import MetropolysMove

TABLE = Table(
    how_to_move=partial(tr.named, "table", "how-to-move"),
    describe=facts.describe,
    describe_turn=facts.describe_turn,
    list_moves=moves.list_moves,
    narrate=moves.narrate,
    move_name=moves.move_name,
    parts=moves.parts,
    candidates=moves.candidates,
    asks=moves.asks,
    places=lambda _, move: tuple(filter(None, [MetropolysMove(move).place])),
    about=partial(tr.named, "table", "about"),
    tie_break=lambda winner, other: tr.named("table", "tie-break", winner=winner, other=other),
    score_breakdown=auction.score_breakdown,
    fact=facts.fact,
    card_name=lambda _, card: facts.card_name(card),
    because=reasons.because,
    careful=(1, 2, 4),
    lessons=facts.lessons,
    package=__package__ or "",
    guided=("first-game", "outbidding", "low-buildings", "tokens", "cards"),
    explain=moves.explain,
)
