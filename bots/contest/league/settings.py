"""The settings of a league: the file `league.toml` of its folder."""

from collections.abc import Mapping
from math import inf
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from urbanist.bots.contest.plan_schema import PlanError, Seats, explained, read_struct
from urbanist.bots.files import write
from urbanist.bots.match.clock import GRACE, read_control
from urbanist.bots.match.pairing import Rules
from urbanist.bots.players.level import HIGHEST, LevelNumber, level_of
from urbanist.bots.process.sandbox import Protection
from urbanist.engine import GAMES
from urbanist.engine.message import UserError
from urbanist.search.limit import Limit, smaller

FILE = "league.toml"
#: For bots from elsewhere: room for the frame around a line, and how a connection with an unknown key ends.
FRAME, UNKNOWN = 256, 4401
#: The share of the time for a decision that a latency gives back at most, and that is the grace if none is set. That is
#: as long as in a match at least, so that a busy machine costs nobody a game, and so many seconds at most.
OF_TIME, MAX_GRACE = 0.1, 2.0


class LeagueError(UserError):
    """A league cannot do what it is asked; the message is one line."""


class LeagueSettings(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """The settings that all games of a league share. `anchors` are levels of `ismcts`, whose ratings are known."""

    game: str
    players: Seats
    variant: str | None = None
    options: tuple[str, ...] = ()
    #: What a decision of a bot may take.
    time: Annotated[float, Meta(gt=0, le=3600)] | None = None
    nodes: Annotated[int, Meta(ge=1, lt=1 << 32)] | None = None
    #: The clock of a bot for a whole game, as text: `10m+5s`.
    clock: str | None = None
    #: Seconds by which an answer may be late; by default a share of the time for a decision.
    grace: Annotated[float, Meta(ge=0, le=60)] | None = None
    anchors: tuple[LevelNumber, ...] = (2, 5)
    #: Where programs of this machine play.
    sandbox: Protection = "auto"
    #: What each of them may read there beside the files that its command names.
    reads: tuple[str, ...] = ()

    def rules(self, seed: int) -> Rules:
        """Return the rules of the games."""
        return Rules(self.game, self.players, seed, self.variant, self.options)

    def limit(self, latency: float = 0.0) -> Limit:
        """Return the limit of a decision; a remote bot gets its latency back, in seconds, up to a share of its time.

        It could make the latency longer than it is, and think meanwhile.
        """
        clock = Limit() if self.clock is None else read_control(self.clock)
        limit = clock.changed(time=smaller(self.time, clock.time), nodes=self.nodes, grace=0.0)
        share = OF_TIME * (limit.thinking() or inf)
        given_back = min(latency, share)
        grace = min(max(share, GRACE), MAX_GRACE) if self.grace is None else self.grace
        limit = limit.changed(grace=grace + given_back)
        # What the lines took is charged to the clock, and comes back with each move.
        return limit if limit.clock is None else limit.changed(increment=limit.increment + given_back)

    def anchor_rating(self, level: int) -> float:
        """Return the known rating of a level."""
        return float(level_of(self.game, self.players, level).rating)

    def check(self) -> None:
        """Raise `UserError` if the game, its variant or the number of players is wrong."""
        if self.game not in GAMES:
            raise LeagueError(f"no game '{self.game}'; there are {', '.join(GAMES)}")
        self.rules(0).start(0)
        self.limit()
        for level in self.anchors:
            self.anchor_rating(level)


def settings_of(values: Mapping[str, object]) -> LeagueSettings:
    """Return the settings with these values; raise `LeagueError` if one is wrong."""
    try:
        settings = msgspec.convert(values, LeagueSettings)
        settings.check()
    except msgspec.ValidationError as error:
        raise LeagueError(explained(str(error), LeagueSettings)) from None
    except UserError as error:
        raise LeagueError(str(error)) from None
    return settings


def read_settings(folder: Path) -> LeagueSettings:
    """Return the settings of the league of a folder; raise `LeagueError` if there are none, or wrong ones."""
    path = folder / FILE
    try:
        settings = read_struct(path, LeagueSettings)
    except FileNotFoundError:
        raise LeagueError(f"{folder}: no league; 'urbanist league {folder} new GAME' makes one") from None
    except NotADirectoryError:
        raise LeagueError(f"{folder}: not a folder; expected that of a league") from None
    except PlanError as error:
        raise LeagueError(str(error)) from None
    try:
        settings.check()
    except UserError as error:
        raise LeagueError(f"{path}: {error}") from None
    return settings


def write_settings(folder: Path, settings: LeagueSettings) -> None:
    """Write the settings of a new league; raise `LeagueError` if the folder has one."""
    path = folder / FILE
    if path.exists():
        raise LeagueError(f"{path} exists already; change it with an editor")
    folder.mkdir(parents=True, exist_ok=True)
    # Texts, numbers and lists of them are written in TOML as in JSON.
    values = {name: msgspec.json.encode(value) for name, value in msgspec.to_builtins(settings).items()}
    lines = [f"{name} = {value.decode()}" for name, value in values.items()]
    levels = f"# The anchors are levels of ismcts, from 1 to {HIGHEST}.\n"
    write(path, levels + "".join(f"{line}\n" for line in lines))
