"""The table of Warszawa: how the game is shown and how its moves are read."""

from urbanist.bots.table.kit.terminal.table import Ranking, Table
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model import city
from urbanist.bots.table.warszawa.model.partial_move import place_of
from urbanist.bots.table.warszawa.text import facts, moves, phrases
from urbanist.engine.warszawa.moves import DIG, LAY, SPAN, WarszawaMove

TABLE = Table(
    how_to_move=lambda: tr(
        "send 4 puts an engineer on field 4 (send 8 fc barters a fund for concrete), mdm 0,1 lays a card with MDM in "
        "its name out on 0,1, "
        "build 0,1 c finishes it with concrete (r: rubble), metro 0,0/2 and bridge 1,0/0 cr are built on sides "
        "(0 east, 1 south-east, 2 south-west of a hex), then clear 1,-1, use supersam, norm 1, pass, done; "
        "what changes the map's sides, and foundations, are shown first"
    ),
    describe=facts.describe,
    describe_turn=facts.describe_turn,
    describe_unknown=facts.describe_unknown,
    list_moves=moves.list_moves,
    read_move=moves.read_move,
    narrate=moves.narrate,
    move_name=moves.move_name,
    places=lambda _, move: tuple(filter(None, [place_of(move)])),
    about=lambda: tr(
        "Rebuild Warsaw after 1945: plan with engineers, pay, and build. About 30 minutes against bots; for people "
        "who have played such games before."
    ),
    tie_break=lambda winner, other: tr("by {winner} buildings to {other}", winner=winner, other=other),
    score_breakdown=city.score_breakdown,
    fact=facts.fact,
    card_name=phrases.hidden_name,
    settled=moves.settled,
    contrast=moves.contrast,
    lessons=facts.lessons,
    package=__package__ or "",
    explain=moves.explain,
    ranking=Ranking(
        how_to_filter=lambda: tr(moves.HOW),
        needs_consent=lambda _, move: (
            WarszawaMove(move).kind in (LAY, DIG, SPAN)
        ),  # which can never be moved again
        describe_preview=moves.describe_preview,
        called=moves.move_name,
    ),
)
