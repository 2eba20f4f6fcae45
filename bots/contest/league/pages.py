"""The pages of a league: the list, the last games, the boards, a bot."""

from collections.abc import Mapping, Sequence

from urbanist.bots.contest.league.hub import Hub, LiveGame
from urbanist.bots.contest.league.rating_list import RatingList, lines_of
from urbanist.bots.contest.league.settings import LeagueSettings
from urbanist.bots.contest.league.store import BotVersion, FinishedGame, LeagueStore, RatingRow
from urbanist.bots.markup import Element, element
from urbanist.bots.markup.page_frame import facts, html_page, resource, section
from urbanist.bots.table import NoPicture, draw_picture
from urbanist.bots.table.kit.picture.image import svg
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.engine import GAMES
from urbanist.engine.history import View

SCRIPT = resource(__package__, "page.js")
STYLE = resource(__package__, "page.css")
#: Games in the list of the last ones, and boards on the page.
LATEST, BOARDS = 20, 6
#: The page loads boards, the list and news, from its own server alone.
ALLOWED = "; img-src 'self'; connect-src 'self'"


def main_page(settings: LeagueSettings, current: Sequence[Element]) -> str:
    """Return the page of a league, with the parts that change."""
    seconds, nodes = settings.time, settings.nodes
    limit = [f"{seconds:g} s"] if seconds else []
    limit += [f"{nodes:,} visits"] if nodes else []
    told = [
        ("Players", str(settings.players)),
        *([("A game", settings.clock)] if settings.clock else []),
        ("A decision", " and ".join(limit) or "as each bot likes"),
    ]
    return live_page(f"A league of {settings.game}", told, current, STYLE)


def live_page(title: str, told: Sequence[tuple[str, str]], current: Sequence[Element], style: str) -> str:
    """Return a page with the parts that change; `told` are pairs of name and value below its title."""
    header = element("header", element("h1", title), facts(*told))
    live = element("div", *current, id="live")
    return html_page(title, header, live, style=style, script=SCRIPT, allowed=ALLOWED)


def list_parts(store: LeagueStore, hub: Hub) -> list[Element]:
    """Return the parts of the page that change."""
    entries, games = store.bots(), list(store.games())
    lines = lines_of(RatingList(entries, games), games)
    connected = hub.connected()
    rows = []
    for place, line in enumerate(lines, 1):
        entry, remote = line.entry, connected.get(line.entry.id)
        rows.append(
            (
                str(place),
                element("a", entry.title, href=f"/bots/{entry.id}"),
                f"{line.rating.value:.0f}",
                "" if line.rating.low is None else f"{line.rating.low:.0f} to {line.rating.high:.0f}",
                str(line.games),
                per_cent(line.share),
                per_cent(line.above),
                str(line.forfeits or ""),
                _presence(entry, None if remote is None else remote.latency),
            )
        )
    columns = ("", "bot", "rating", "95 %", "games", "ahead", "better than next", "forfeits", "")
    names = {entry.id: entry.title for entry in entries}
    ratings = section("Ratings", f"{len(games):,} games.", table(columns, rows))
    return [ratings, now(hub), last_games(store.latest(LATEST), names)]


LAST = "A game opens move by move when all games on its deal have ended."


def last_games(games: Sequence[FinishedGame], names: Mapping[int, str] | Sequence[str]) -> Element:
    """Return the part of a page that leads to the games that have ended last."""
    rows = [
        (
            element("a", game.id, href=f"/games/{game.id}"),
            game.at.replace("T", " ").removesuffix("Z"),
            ", ".join(f"{names[bot]} {made}" for bot, made in zip(game.bots, game.points, strict=True)),
            ", ".join(names[bot] for bot, rank in zip(game.bots, game.ranks, strict=True) if rank == 1),
        )
        for game in games
    ]
    return section("Last games", LAST, table(("game", "ended (UTC)", "points", "won"), rows))


def now(hub: Hub) -> Element:
    """Return the part of a page that has the boards of games that are being played."""
    boards = [
        element(
            "figure",
            element(
                "img",
                src=f"/live/{board.game}.svg?{len(board.events)}",
                alt=f"game {board.game}",
                data_game=board.game,
            ),
            element("figcaption", f"{board.game}: {', '.join(board.names)}"),
        )
        for board in list(hub.boards.values())[:BOARDS]
    ]
    return section("Now", "Games that are being played, as everybody may see them.", *boards)


def bot_page(entry: BotVersion, history: Sequence[RatingRow]) -> str:
    """Return the page of a bot: what it is, and its rating over time."""
    told = facts(
        ("Plays", "from elsewhere" if entry.remote else str(entry.play)),
        ("Added", entry.added),
        *([("Retired", entry.retired)] if entry.retired else []),
    )
    rows = [(f"{former.games:,}", former.at, f"{former.value:.0f}") for former in history]
    part = section("Rating", "After so many games of the league.", table(("games", "at", "rating"), rows))
    return html_page(entry.title, element("header", element("h1", entry.title), told), part, style=STYLE)


def board_picture(game: str, board: LiveGame) -> str | None:
    """Return a game that is being played as SVG; None if the game has no picture."""
    view = View.read(GAMES[game], None, board.deal, board.events)
    try:
        return svg(draw_picture(PlayerView(view, view.states(), board.names)))
    except NoPicture:
        return None


def table(columns: Sequence[str], rows: Sequence[Sequence[Element | str]]) -> Element:
    """Return a table."""
    head = element("tr", *(element("th", column, scope="col") for column in columns))
    body = [element("tr", *(element("td", cell) for cell in row)) for row in rows]
    return element("div", element("table", element("thead", head), element("tbody", *body)), class_="wide")


def per_cent(share: float | None) -> str:
    """Return a share in per cent; empty for none."""
    return "" if share is None else f"{100 * share:.0f} %"


def _presence(entry: BotVersion, latency: float | None) -> str:
    if entry.retired:
        return "retired"
    if entry.known is not None:
        return "anchor"
    if not entry.remote:
        return ""
    return "away" if latency is None else f"connected, {1000 * latency:.0f} ms"
