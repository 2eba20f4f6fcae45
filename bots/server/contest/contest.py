"""What pages show of games that are played: a league, a match or a tournament, with its standings and last games.

A contest is made where the games are played, and read by the server of its pages, which is a process of its own: from
the file of the league, or from a file that a run writes for that.
"""

import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path

import msgspec

from urbanist.bots.contest import page as standings_page
from urbanist.bots.contest.format import Format, Plan
from urbanist.bots.contest.league.rating_list import listed
from urbanist.bots.contest.league.settings import LeagueSettings
from urbanist.bots.contest.league.store import FILE, BotVersion, LeagueStore, RatingRow, table_of
from urbanist.bots.contest.page import table
from urbanist.bots.contest.results import GameResult
from urbanist.bots.contest.run import Run
from urbanist.bots.contest.standings import standings
from urbanist.bots.markup import Element, element
from urbanist.bots.markup.page_frame import facts, section
from urbanist.bots.match.arena import Played
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.server.page_frame import PageFrame
from urbanist.bots.timestamp import timestamp
from urbanist.engine import GAMES, CardFile
from urbanist.engine.edition import loaded

#: Games in the list of the last ones, and boards on the page.
LATEST, BOARDS = 20, 6
#: The kind of pages with standings.
KIND = "contest"
LAST = "A game opens move by move when all games on its deal have ended."
NOW = "Games that are being played, as everybody may see them."
FAR = "Bots that connect from other machines, with the time that a line takes there and back."


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game that is being played, as everybody may see it."""

    game: str
    deal: str
    events: tuple[str, ...]
    names: tuple[str, ...]


class Contest(ABC):
    """Games that are played."""

    title: str
    #: The game, and what is told below the title, as pairs of name and value.
    game: str
    facts: Sequence[tuple[str, str]]
    #: The file of its cards, if they are not those of the game.
    cards: CardFile | None = None

    def ended(self, _pairing: Pairing, _played: Played) -> None:  # noqa: B027  # a league keeps its games
        """Keep a game that has ended; where the games are played."""

    def open(self) -> None:  # noqa: B027  # a league needs no preparation
        """Prepare to be read; where pages are written."""

    def stamp(self) -> int:
        """Return a number that changes when the file of the contest does."""
        return 0

    @abstractmethod
    def parts(self) -> tuple[str, list[Element]]:
        """Return in words how many games there are, and the parts of the page that take long to make."""

    @abstractmethod
    def record(self, game: str) -> str | None:
        """Return the record of a game that has ended; None if there is no such game."""

    @abstractmethod
    def is_secret(self, game: str) -> bool:
        """Return whether the cards of a game that has ended are still to be played with."""

    def far(self) -> Sequence[BotVersion]:
        """Return the bots that may connect from elsewhere."""
        return ()


@dataclass
class LeagueContest(Contest):
    """A league, whose file has all that is shown."""

    folder: Path
    settings: LeagueSettings

    def __post_init__(self) -> None:
        settings = self.settings
        # The process that plays changes its working directory, to look for bots.
        self.folder, self.game = self.folder.absolute(), settings.game
        self.title = f"A league of {settings.game}"
        limit = [f"{settings.time:g} s"] if settings.time else []
        limit += [f"{settings.nodes:,} visits"] if settings.nodes else []
        self.facts = [
            ("Players", str(settings.players)),
            *([("A game", settings.clock)] if settings.clock else []),
            ("A decision", " and ".join(limit) or "as each bot likes"),
        ]

    def store(self) -> LeagueStore:
        """Return the open file; each thread needs one of its own."""
        return LeagueStore(self.folder, known=True)

    def stamp(self) -> int:
        """Return when the file was last written."""
        files = (self.folder / f"{FILE}{end}" for end in ("", "-wal"))
        return max(file.stat().st_mtime_ns for file in files if file.exists())

    def parts(self) -> tuple[str, list[Element]]:
        """Return in words how many games there are, the list, the last games, and the bots."""
        with self.store() as store:
            entries, ratings = store.bots(), listed(store)
            last = store.latest(LATEST)
        links = element("ul", *(element("li", bot_link(entry)) for entry in entries))
        return f"{ratings.games:,} games", [
            *standings_page.main(ratings, None),
            last_games(last, [entry.title for entry in entries]),
            section("Bots", "What each is, and how its rating went.", links),
        ]

    def record(self, game: str) -> str | None:
        """Return the record of a game of the league."""
        with self.store() as store:
            return store.record(game)

    def is_secret(self, game: str) -> bool:
        """Return whether the table of a game lacks games, of which each is played on its deal."""
        with self.store() as store:
            return store.lacks(table_of(game))

    def owner(self, key: str) -> BotVersion | None:
        """Return the bot that plays under a key; None if none does."""
        with self.store() as store:
            return store.owner(key)

    def bot(self, bot: int) -> tuple[BotVersion, list[RatingRow]] | None:
        """Return a bot and its rating over time; None if there is no such bot."""
        with self.store() as store:
            known = next((entry for entry in store.bots() if entry.id == bot), None)
            return None if known is None else (known, store.history(bot))

    def far(self) -> Sequence[BotVersion]:
        """Return the bots that connect from elsewhere, and have not retired."""
        with self.store() as store:
            return [entry for entry in store.bots() if entry.remote and not entry.retired]


class EndedGame(msgspec.Struct, frozen=True):
    """A game of a run: when it ended, the name by which it was watched, its result and its record, if that is known."""

    at: str
    called: str
    result: GameResult
    record: str | None = None


@dataclass
class RunContest(Contest):
    """The run of a match or a tournament; its games are lines of a file, which only this program reads."""

    title: str
    plan: Plan
    file: Path
    _format: Format = field(init=False)
    _games: dict[str, GameResult] = field(default_factory=dict, init=False)
    #: By the name under which a game was watched: where its line begins and ends.
    _lines: dict[str, tuple[int, int]] = field(default_factory=dict, init=False)
    _last: deque[tuple[str, GameResult]] = field(default_factory=lambda: deque(maxlen=LATEST), init=False)
    _read: int = field(default=0, init=False)

    @classmethod
    def of(cls, run: Run, folder: Path) -> "RunContest":
        """Return the contest of a run, with the games that it has played before."""
        # Without what a tournament has more: its form is of a class that other processes do not know.
        plan = Plan(**{each.name: getattr(run.plan, each.name) for each in fields(Plan)})
        match = cls(run.plan.name, plan, folder / "games")
        match._add(*(EndedGame("", "", game) for game in run.games.values()))
        return match

    def __post_init__(self) -> None:
        self.game, self.cards = self.plan.rules.game, self.plan.rules.cards
        # Never the seed: games are still to be played.
        self.facts = standings_page.plan_facts(self.plan)
        self._format = self.plan.format()

    def _add(self, *games: EndedGame) -> None:
        with self.file.open("ab") as file:
            file.writelines(msgspec.json.encode(game) + b"\n" for game in games)

    def ended(self, pairing: Pairing, played: Played) -> None:
        """Write a game that has ended to the file."""
        result, record = GameResult.of(pairing, played), played.record.to_json()
        self._add(EndedGame(timestamp(), pairing.called, result, record))

    def open(self) -> None:
        """Get to know the cards of the games."""
        self._lock = threading.Lock()
        if self.cards is not None:
            loaded(GAMES[self.game].notation, self.cards)

    def _take_in(self) -> None:
        """Read the games that have ended since the last time."""
        with self._lock, self.file.open("rb") as file:
            file.seek(self._read)
            # A line without an end is being written.
            for line in file:
                if not line.endswith(b"\n"):
                    break
                game, end = msgspec.json.decode(line, type=EndedGame), self._read + len(line)
                self._games[game.result.id] = game.result
                if game.record is not None:
                    self._lines[game.called] = self._read, end
                    self._last.appendleft((game.at, game.result))
                self._read = end

    def parts(self) -> tuple[str, list[Element]]:
        """Return in words how many games there are, the standings and the last games."""
        self._take_in()
        plan, games = self.plan, list(self._games.values())
        results = standings(plan.names, games, plan.anchor, resamples=0)
        main = standings_page.main(results, self._format.conclusion(games))
        return f"{len(games):,} of {self._format.games():,} games", [
            *main,
            last_games(list(self._last), plan.names),
        ]

    def _line(self, game: str) -> EndedGame | None:
        self._take_in()
        start, end = self._lines.get(game, (0, 0))
        with self.file.open("rb") as file:
            file.seek(start)
            return msgspec.json.decode(file.read(end - start), type=EndedGame) if end else None

    def record(self, game: str) -> str | None:
        """Return the record of a game that this run has played."""
        line = self._line(game)
        return None if line is None else line.record

    def is_secret(self, game: str) -> bool:
        """Return whether other games are still to be played on the deal of a game."""
        line = self._line(game)
        return line is not None and not self._format.settled(line.result.deal, self._games)


def contest_page(
    frame: PageFrame,
    prefix: str,
    contest: Contest,
    made: tuple[str, Sequence[Element]],
    live: Sequence[LiveGame],
    presence: Mapping[BotVersion, float | None],
    version: int,
) -> str:
    """Return the page of a contest at a path; `made` are its parts, `presence` has the latency of connected bots."""
    said, parts = made
    root = f"{frame.base}{prefix}"
    rows = [(bot_link(entry), [_connection(latency)]) for entry, latency in presence.items()]
    header = element("header", element("h1", contest.title), facts(*contest.facts))
    main = element(
        "div",
        element("p", said, role="status"),
        *boards(root, live),
        *parts,
        *([section("From elsewhere", FAR, table(("bot", "connection"), rows))] if rows else []),
        id="live",
        # Only the frame is in the language of who looks.
        lang="en",
    )
    news = f"{root}/news"
    return frame.page(
        contest.title, header, main, kind=KIND, data_live="yes", data_news=news, data_version=version
    )


def boards(root: str, live: Sequence[LiveGame]) -> list[Element]:
    """Return the part of a page with the boards of games that are being played; nothing without any."""
    figures = [
        element(
            "figure",
            element("img", src=f"{root}/live/{each.game}.svg?{len(each.events)}", alt=f"game {each.game}"),
            element("figcaption", f"{each.game}: {', '.join(each.names)}"),
        )
        for each in live[:BOARDS]
    ]
    return [section("Now", NOW, element("div", *figures, class_="boards"))] if figures else []


def bot_link(entry: BotVersion) -> Element:
    """Return the name of a bot as a link to its page."""
    return element("a", entry.shown, href=f"bots/{entry.id}")


def last_games(games: Sequence[tuple[str, GameResult]], names: Sequence[str]) -> Element:
    """Return the part of a page that leads to the games that have ended last."""
    rows: list[tuple[Element, list[Element | str]]] = [
        (
            element("a", game.title, href=f"games/{game.title}"),
            [
                at.replace("T", " ").removesuffix("Z"),
                element(
                    "td",
                    ", ".join(
                        f"{names[bot]} {made}" for bot, made in zip(game.bots, game.points, strict=True)
                    ),
                    class_="said",
                ),
                element(
                    "td",
                    ", ".join(
                        names[bot] for bot, rank in zip(game.bots, game.ranks, strict=True) if rank == 1
                    ),
                    class_="said",
                ),
            ],
        )
        for at, game in games
    ]
    return section("Last games", LAST, table(("game", "ended (UTC)", "points", "won"), rows))


def bot_page(frame: PageFrame, entry: BotVersion, history: Sequence[RatingRow]) -> str:
    """Return the page of a bot of a league: what it is, and its rating over time."""
    told = facts(
        ("Plays", "from elsewhere" if entry.remote else str(entry.play)),
        ("Added", entry.added),
        *([("Retired", entry.retired)] if entry.retired else []),
    )
    rows = [(f"{former.games:,}", [former.at, f"{former.value:.0f}"]) for former in history]
    part = section("Rating", "After so many games of the league.", table(("games", "at", "rating"), rows))
    main = element("div", element("h1", entry.title), told, part, lang="en")
    return frame.page(entry.title, main, kind=KIND)


def _connection(latency: float | None) -> str:
    return "away" if latency is None else f"connected, {1000 * latency:.0f} ms"
