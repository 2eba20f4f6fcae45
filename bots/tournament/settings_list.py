"""The settings of the bots of a tournament as a table of its page."""

from typing import Any

from msgspec import to_builtins

from urbanist.bots.markup import Element, element
from urbanist.bots.markup.sheet import section
from urbanist.bots.tournament.form import Entry
from urbanist.bots.tournament.plan import Entrant, Plan
from urbanist.bots.tournament.sheet import table
from urbanist.search.limit import Limit

SETTINGS = "What the file of the tournament says of each bot, in the order of the file."
#: What has a column of its own.
SHOWN = ("name", "play", "command", "clock")


def settings_list(plan: Plan) -> Element:
    """Return the part of a page that has the settings of each bot."""
    rows = [
        (found.name, _cells(entry, found)) for entry, found in zip(plan.form.bot, plan.entrants, strict=True)
    ]
    return section("Settings", SETTINGS, table(("bot", "plays", "clock", "more"), rows))


def _cells(entry: Entry, found: Entrant) -> list[Element]:
    more = {key: value for key, value in to_builtins(entry).items() if key not in SHOWN}
    if "env" in more:
        # The values may be secrets, and pages are for others.
        more["env"] = list(more["env"])
    said = ", ".join(f"{key} = {_text(value)}" for key, value in more.items())
    return [
        element("td", entry.play or entry.command or "", class_="said"),
        element("td", clock_text(found.control) or "–", class_="said"),
        element("td", said or "–", class_="said"),
    ]


def _text(value: Any) -> str:
    """Return a value of a key, as people read it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return " ".join(f"{key}={_text(each)}" for key, each in value.items())
    if isinstance(value, list):
        return " ".join(map(_text, value))
    return str(value)


def clock_text(limit: Limit | None) -> str:
    """Return the clock of a bot in words; empty for none."""
    if limit is None or not limit.timed:
        return ""
    said = []
    if limit.clock is not None:
        said.append(f"{limit.clock:g} s a game")
    if limit.increment:
        said.append(f"{limit.increment:g} s more by each move")
    if limit.time is not None:
        said.append(f"{limit.time:g} s a move")
    return f"{', '.join(said)}; {limit.grace:g} s grace"
