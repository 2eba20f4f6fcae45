"""The table of Akropolis: how the game is shown and told."""

from functools import partial

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.text import facts, moves, reasons
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.engine.akropolis.city_record import space_text
from urbanist.engine.akropolis.notation import AkropolisMove

TABLE = Table(
    how_to_move=partial(tr.named, "table", "how-to-move"),
    describe=facts.describe,
    describe_turn=facts.describe_turn,
    describe_unknown=facts.describe_unknown,
    list_moves=moves.list_moves,
    narrate=moves.narrate,
    move_name=moves.move_name,
    parts=moves.parts,
    candidates=moves.candidates,
    asks=moves.asks,
    own_boards=True,
    places=lambda _, move: tuple(map(space_text, AkropolisMove(move).spaces)),
    about=partial(tr.named, "table", "about"),
    tie_break=lambda winner, other: tr.named("table", "tie-break", winner=winner, other=other),
    fact=facts.fact,
    because=reasons.because,
    lessons=facts.lessons,
    package=__package__ or "",
    guided=("first-game", "stones", "gardens", "markets-and-barracks", "temples"),
    explain=moves.explain,
)
