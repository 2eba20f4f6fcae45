"""What a seat or a spectator is shown of a table, as JSON: it is made from the view of that seat alone."""

from collections.abc import Mapping
from typing import Any

import msgspec

from urbanist.bots.players.level import HIGHEST, levels_of
from urbanist.bots.server.lobby import called, can_play
from urbanist.bots.server.table import ServedTable
from urbanist.bots.table import table_of, title_of
from urbanist.bots.table.kit.player_view import PlayerView, is_human
from urbanist.engine import GAMES
from urbanist.engine.game import Game


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    variants: tuple[str, ...]
    players: tuple[int, ...]
    options: tuple[str, ...]
    levels: tuple[int, ...]
    #: The bots of this server that play it.
    bots: tuple[str, ...]


class RowView(msgspec.Struct, frozen=True):
    """A row of a score: how many things of a kind, what each is worth, the points, and all of it in words."""

    kind: str
    count: int
    each: int
    points: int
    text: str


class SeatView(msgspec.Struct, frozen=True):
    """Who sits on a seat, whether they are here, whether a bot moves for them, and the seconds that they have left.

    The time of the seat to move runs, if it is limited.
    """

    who: str
    here: bool
    relieved: bool
    clock: float | None


class TableView(msgspec.Struct, frozen=True):
    """A table as a seat sees it; `seat` is null for a spectator."""

    table: str
    game: str
    variant: str
    players: int
    seat: int | None
    deal: str
    events: tuple[str, ...]
    ply: int
    to_move: int | None
    legal: tuple[str, ...]
    over: bool
    scores: tuple[int, ...]
    ranks: tuple[int, ...] | None
    rows: tuple[tuple[RowView, ...], ...]
    seats: tuple[SeatView, ...]
    wishes: dict[str, list[int]]
    #: The position as plain JSON, in the form of its game.
    position: dict[str, Any]


def games(bots: Mapping[str, str]) -> list[GameInfo]:
    """Return the games that can be played: those of which a view tells all that its seat knows."""
    return [_info(game, bots) for game in GAMES.values() if game.notation.tells_views]


def _info(game: Game, bots: Mapping[str, str]) -> GameInfo:
    notation = game.notation
    levels = range(HIGHEST + 1)
    try:
        levels_of(game.name, min(notation.seat_counts))
    except ValueError:  # it has none
        levels = range(0)
    title = title_of(game.name)
    return GameInfo(
        game.name,
        title,
        notation.variants,
        notation.seat_counts,
        notation.switches,
        tuple(levels),
        tuple(bot for bot, text in bots.items() if can_play(text, game.name)),
    )


def pov_of(table: ServedTable, seat: int | None) -> PlayerView:
    """Return a table as a seat sees it; after the end everybody sees everything."""
    return table.session.pov(seat, revealed=table.session.ended)


def view_of(table: ServedTable, seat: int | None) -> TableView:
    """Return what a seat, or a spectator, is shown."""
    session, pov = table.session, pov_of(table, seat)
    state = pov.state
    said = table_of(state.game.name).fact
    told = dict(token.partition("=")[::2] for token in pov.view.deal.split(" "))
    rows = (
        tuple(
            RowView(row.kind, row.count, row.each, row.points, str(said(row)))
            for row in state.score_rows(each)
        )
        for each in range(state.seats)
    )
    return TableView(
        table=table.name,
        game=state.game.name,
        variant=told.get("variant", state.game.notation.variants[0]),
        players=state.seats,
        seat=seat,
        deal=pov.view.deal,
        events=pov.view.texts,
        ply=state.ply,
        to_move=None if session.ended else state.to_move,
        legal=tuple(map(str, state.legal())) if table.is_turn_of(seat) else (),
        over=session.ended,
        scores=state.scores(),
        ranks=table.ranks,
        rows=tuple(rows),
        seats=tuple(_seat(table, each) for each in range(state.seats)),
        wishes={wish: sorted(seats) for wish, seats in table.state.wishes.items()},
        position=msgspec.json.decode(state.to_json()),
    )


def _seat(table: ServedTable, seat: int) -> SeatView:
    player, left = table.session.players[seat], table.session.notes.clock.left(seat)
    relieved = is_human(player) and table.bot_at(seat) is not None
    return SeatView(called(player), table.is_here(seat), relieved, None if left is None else round(left, 1))
