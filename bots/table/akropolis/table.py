"""The table of Akropolis: how the game is shown and how its moves are read."""

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.text import facts, moves
from urbanist.bots.table.kit.terminal.table import Ranking, Table
from urbanist.engine.akropolis.city_record import space_text
from urbanist.engine.akropolis.notation import AkropolisMove

TABLE = Table(
    how_to_move=lambda: tr(
        "17@3,-2/4 or 17 3 -2 4 lays tile 17 with its first hex at column 3, row -2, and its second hex in direction 4 "
        "of 0 to 5, clockwise from east; it is shown first"
    ),
    describe=facts.describe,
    describe_turn=facts.describe_turn,
    describe_unknown=facts.describe_unknown,
    list_moves=moves.list_moves,
    read_move=moves.read_move,
    narrate=moves.narrate,
    move_name=moves.move_name,
    places=lambda _, move: tuple(map(space_text, AkropolisMove(move).spaces)),
    about=lambda: tr(
        "Lay tiles into a city of your own, side by side and on top of each other. About 10 minutes against bots; easy "
        "to learn."
    ),
    tie_break=lambda winner, other: tr("by {winner} stones to {other}", winner=winner, other=other),
    fact=facts.fact,
    tells_next=True,
    contrast=moves.contrast,
    lessons=facts.lessons,
    package=__package__ or "",
    explain=moves.explain,
    ranking=Ranking(
        how_to_filter=lambda: tr(moves.HOW),
        needs_consent=lambda *_: True,  # because a tile can never be moved again
        describe_preview=moves.describe_preview,
    ),
)
