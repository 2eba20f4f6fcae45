"""The table of Akropolis: how the game is shown and how its moves are read."""

from functools import partial

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.text import facts, moves
from urbanist.bots.table.kit.terminal.table import Ranking, Table
from urbanist.engine.akropolis.city_record import space_text
from urbanist.engine.akropolis.notation import AkropolisMove

TABLE = Table(
    how_to_move=partial(tr.named, "table", "how-to-move"),
    describe=facts.describe,
    describe_turn=facts.describe_turn,
    describe_unknown=facts.describe_unknown,
    list_moves=moves.list_moves,
    read_move=moves.read_move,
    narrate=moves.narrate,
    move_name=moves.move_name,
    parts=moves.parts,
    places=lambda _, move: tuple(map(space_text, AkropolisMove(move).spaces)),
    about=partial(tr.named, "table", "about"),
    tie_break=lambda winner, other: tr.named("table", "tie-break", winner=winner, other=other),
    fact=facts.fact,
    tells_next=True,
    contrast=moves.contrast,
    lessons=facts.lessons,
    package=__package__ or "",
    explain=moves.explain,
    ranking=Ranking(
        how_to_filter=partial(tr.named, "table", "how-to-filter"),
        needs_consent=lambda *_: True,  # because a tile can never be moved again
        describe_preview=moves.describe_preview,
    ),
)
