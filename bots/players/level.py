"""Levels of play, 1 to 9: their names, and for each game and number of players their settings and ratings.

Level 0 is below them, for a first game: whoever takes what is obvious beats it.

The settings stand in `levels/GAME.toml`. They were found by games of neighbouring levels, `bench/match_levels.py`.
"""

import re
from collections.abc import Sequence
from functools import cache
from math import log10
from pathlib import Path
from typing import Annotated, NamedTuple, TypeVar

from msgspec import Meta
from msgspec.structs import replace

from urbanist.engine.message import Message, UserError
from urbanist.search.option import options_of
from urbanist.search.options import SearchOptions
from urbanist.search.verb import FINAL_CHOICES, WORLDS

OptionsT = TypeVar("OptionsT", bound=SearchOptions)

#: What people call them, the weakest first.
CALLED = (
    Message("easy"),
    Message("beginner"),
    Message("learner"),
    Message("casual"),
    Message("medium"),
    Message("skilled"),
    Message("strong"),
    Message("expert"),
    Message("master"),
)
#: The names that are typed: they are the same in every language.
NAMES = tuple(map(str, CALLED))
HIGHEST = len(NAMES)
#: What people call level 0, and what is typed for it.
GENTLE = Message("gentle")
#: The text of a level and nothing else.
LEVEL = re.compile("ismcts:level=([0-9])")
#: So many points apart, the better one of two wins ten times as often as the other.
SCALE = 400
FILES = Path(__file__).with_name("levels")

LevelNumber = Annotated[int, Meta(ge=0, le=HIGHEST)]


class Level(NamedTuple):
    """How a level plays, as options of a search, and its rating among the levels of its game."""

    rating: int
    settings: dict[str, object]


@cache
def _table(game: str, seats: int) -> tuple[Level, ...]:
    """Return all levels of a game; raise `ValueError` if it has none.

    A number of players without levels of its own has those of the nearest number.
    """
    import tomllib  # late: only levels need it

    files = {path.stem: path for path in FILES.glob("*.toml")}
    if game not in files:
        raise UserError(f"{game} has no levels; they are for {', '.join(sorted(files))}")
    tables = {int(n): table for n, table in tomllib.loads(files[game].read_text(encoding="utf-8")).items()}
    table = tables[min(tables, key=lambda known: (abs(known - seats), known))]
    # `like` names a table with the same settings, to which this one has other `ratings`.
    settings = tables[table["like"]] if "like" in table else table
    rows = [dict(settings[str(number)]) for number in range(HIGHEST + 1)]
    own = [row.pop("rating") for row in rows]
    return tuple(map(Level, table.get("ratings", own), rows))


def levels_of(game: str, seats: int) -> tuple[Level, ...]:
    """Return the levels 1 to 9 of a game, the weakest first; raise `ValueError` if it has none."""
    return _table(game, seats)[1:]


def level_of(game: str, seats: int, number: int) -> Level:
    """Return a level of a game, 0 to 9; raise `ValueError` if it has none."""
    return _table(game, seats)[number]


def level_name(number: int) -> Message:
    """Return the display name of a level."""
    return CALLED[number - 1] if number else GENTLE


def levelled(options: OptionsT, level: int, game: str, seats: int) -> OptionsT:
    """Return options with the settings of a level; an option that is not at its default stays as it is."""
    settings = level_of(game, seats, level).settings
    free = {
        option.name for option in options_of(type(options)) if getattr(options, option.name) == option.default
    }
    return replace(options, **{name: value for name, value in settings.items() if name in free})


def spelled_out(text: str) -> str:
    """Return a bot's text that begins with a level, as `expert`, `8` or `level=8`, as text of the bot that plays it."""
    first, colon, rest = text.partition(":")
    if first.isascii() and first.isdecimal():
        return f"ismcts:level={text}"
    if first == GENTLE:
        return f"ismcts:level=0{colon}{rest}"
    if first in NAMES:
        return f"ismcts:level={NAMES.index(first) + 1}{colon}{rest}"
    return f"ismcts:{text}" if first.startswith("level=") else text


def number_of(text: str) -> int | None:
    """Return the level that a bot's text names, 0 to 9; None if it names no level or changes something of it."""
    match = LEVEL.fullmatch(spelled_out(text))
    return None if match is None else int(match[1])


def win_share(own: float, others: Sequence[float]) -> float:
    """Return the expected win share of a rating against others at one table (Plackett-Luce model)."""
    strengths = [10 ** ((rating - own) / SCALE) for rating in others]
    return 1 / (1 + sum(strengths))


def nearest_level(game: str, seats: int, rating: float) -> int:
    """Return the number of the level, 0 to 9, whose rating is nearest to a rating."""
    return min(range(HIGHEST + 1), key=lambda number: abs(level_of(game, seats, number).rating - rating))


def table_rating(game: str, others: Sequence[str]) -> float | None:
    """Return the rating of one opponent who is as strong as all of these together; None if one is no level."""
    numbers = [number_of(text) for text in others]
    if None in numbers:
        return None
    ratings = [level_of(game, len(others) + 1, number).rating for number in numbers if number is not None]
    return SCALE * log10(sum(10 ** (rating / SCALE) for rating in ratings))


def told(level: Level) -> list[Message]:
    """Return how a level plays, in words."""
    settings = level.settings
    nodes, seconds = settings.get("nodes"), settings.get("time")
    if isinstance(nodes, int):
        parts = [Message.counted("looks at {n:,} position a move", "looks at {n:,} positions a move", nodes)]
    else:
        parts = [Message("thinks for {seconds} s a move", seconds=f"{seconds:g}")]
    choice, draw = settings.get("choice"), settings.get("draw")
    if isinstance(choice, str) and FINAL_CHOICES[choice].noisy:
        parts.append(Message("takes close moves for each other"))
    if "noise" in settings:
        parts.append(Message("also looks at moves at random"))
    if isinstance(draw, str) and not WORLDS[draw].belief:
        parts.append(Message("counts no cards"))
    return parts
