"""The games of a tournament as a table of its page, with links to their own pages and to the records."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from urbanist.bots.markup import Element, element
from urbanist.bots.markup.sheet import section
from urbanist.bots.tournament.game_result import GameResult
from urbanist.bots.tournament.sheet import table

GAMES = "Each game by its round, table, deal and seating, with the points of its bots; the winner is bold."


@dataclass(frozen=True, slots=True)
class Links:
    """Where the pages of games are, by the ids of the games, and where the records are; both as a browser reads it."""

    pages: Mapping[str, str] = field(default_factory=dict)
    records: str | None = None


def game_list(games: Sequence[GameResult], names: Sequence[str], links: Links) -> list[Element]:
    """Return the part of a page that leads to its games; nothing if there is nothing to link."""
    parts = []
    if links.records is not None:
        parts.append(element("p", element("a", "All games as records", href=links.records)))
    shown = [game for game in games if game.id in links.pages]
    if shown:
        columns = ("game", *(f"seat {seat}" for seat in range(max(len(game.bots) for game in shown))))
        parts.append(table(columns, [_row(game, names, links, len(columns) - 1) for game in shown]))
    return [section("Games", GAMES if shown else "", *parts)] if parts else []


def _row(game: GameResult, names: Sequence[str], links: Links, seats: int) -> tuple[Element, list[Element]]:
    cells = []
    for bot, points, rank in zip(game.bots, game.points, game.ranks, strict=True):
        name = element("b" if rank == 1 else "span", names[bot])
        cells.append(element("td", name, element("small", str(points))))
    cells += [element("td") for _ in range(seats - len(cells))]
    return element("a", game.id, href=links.pages[game.id]), cells
