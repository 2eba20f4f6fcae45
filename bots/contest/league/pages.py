"""The pages of a league: the list, the last games, the boards, a bot."""

from collections.abc import Sequence

from urbanist.bots.contest import page as standings_page
from urbanist.bots.contest.league.hub import Hub, LiveGame, RemoteBot
from urbanist.bots.contest.league.rating_list import listed
from urbanist.bots.contest.league.settings import LeagueSettings
from urbanist.bots.contest.league.store import BotVersion, LeagueStore, RatingRow
from urbanist.bots.contest.results import GameResult
from urbanist.bots.markup import Element, element
from urbanist.bots.markup.page_frame import facts, html_page, resource, section
from urbanist.bots.table import NoPicture, draw_picture
from urbanist.bots.table.kit.picture.image import svg
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.engine import GAMES
from urbanist.engine.history import View

SCRIPT = resource(__package__, "page.js")
STYLE = resource(standings_page.__package__, "page.css") + resource(__package__, "page.css")
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
    return live_page(f"A league of {settings.game}", told, current)


def live_page(title: str, told: Sequence[tuple[str, str]], current: Sequence[Element]) -> str:
    """Return a page with the parts that change; `told` are pairs of name and value below its title."""
    header = element("header", element("h1", title), facts(*told))
    live = element("div", *current, id="live")
    return html_page(title, header, live, style=STYLE, script=SCRIPT, allowed=ALLOWED)


def list_parts(store: LeagueStore, hub: Hub) -> list[Element]:
    """Return the parts of the page that change."""
    entries, found = store.bots(), listed(store)
    connected = hub.connected()
    away = [entry for entry in entries if entry.remote and not entry.retired]
    rows = [(bot_link(entry), _presence(connected.get(entry.id))) for entry in away]
    far = [section("From elsewhere", FAR, table(("bot", "connection"), rows))] if rows else []
    links = element("ul", *(element("li", bot_link(entry)) for entry in entries))
    history = section("Bots", "What each is, and how its rating went.", links)
    last = last_games(store.latest(LATEST), [entry.title for entry in entries])
    return [standings_page.main(found, None), now(hub), last, *far, history]


FAR = "Bots that connect from other machines, with the time that a line takes there and back."


def bot_link(entry: BotVersion) -> Element:
    """Return the name of a bot as a link to its page."""
    return element("a", entry.shown, href=f"/bots/{entry.id}")


LAST = "A game opens move by move when all games on its deal have ended."


def last_games(games: Sequence[tuple[str, GameResult]], names: Sequence[str]) -> Element:
    """Return the part of a page that leads to the games that have ended last."""
    rows = [
        (
            element("a", game.title, href=f"/games/{game.title}"),
            at.replace("T", " ").removesuffix("Z"),
            ", ".join(f"{names[bot]} {made}" for bot, made in zip(game.bots, game.points, strict=True)),
            ", ".join(names[bot] for bot, rank in zip(game.bots, game.ranks, strict=True) if rank == 1),
        )
        for at, game in games
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


def _presence(remote: RemoteBot | None) -> str:
    return "away" if remote is None else f"connected, {1000 * remote.latency:.0f} ms"
