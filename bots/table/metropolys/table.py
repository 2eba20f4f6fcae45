"""The table of Metropolys: how the game is shown and how its moves are read."""

from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.model import auction
from urbanist.bots.table.metropolys.text import facts, moves
from urbanist.engine.metropolys.notation import MetropolysMove

TABLE = Table(
    how_to_move=lambda: tr("7@N3, 7 n3 or 7n3 puts building 7 on N3; pass (or p) passes"),
    describe=facts.describe,
    describe_turn=facts.describe_turn,
    list_moves=moves.list_moves,
    read_move=moves.read_move,
    narrate=moves.narrate,
    move_name=moves.move_name,
    places=lambda _, move: tuple(filter(None, [MetropolysMove(move).place])),
    about=lambda: tr(
        "Bid with your buildings for the best places of a map. About 10 minutes against bots; the family game is easy "
        "to learn, the expert game is for people who like to plan."
    ),
    tie_break=lambda winner, other: tr("by {winner} buildings to {other}", winner=winner, other=other),
    score_breakdown=auction.score_breakdown,
    fact=facts.fact,
    card_name=lambda _, card: facts.card_name(card),
    settled=moves.settled,
    contrast=moves.contrast,
    lessons=facts.lessons,
    package=__package__ or "",
    explain=moves.explain,
)
