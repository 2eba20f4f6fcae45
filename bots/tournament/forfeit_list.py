"""The forfeits of a tournament as a table of its page: which bot in which game, and why."""

from collections.abc import Sequence
from dataclasses import dataclass

from urbanist.bots.markup import Element, element
from urbanist.bots.markup.sheet import section
from urbanist.bots.tournament.sheet import table

FORFEITS = "In each of these games a stand-in played on from the event named here."
#: More rows would hide the rest of the page.
MOST = 200


@dataclass(frozen=True, slots=True)
class LostGame:
    """A bot that forfeited a game: its number, the id of the game, the reason, the event, and what happened."""

    bot: int
    game: str
    reason: str
    event: int
    what: str


def forfeit_list(lost: Sequence[LostGame], names: Sequence[str]) -> list[Element]:
    """Return the part of a page that has the forfeits, the first ones if there are very many; nothing for none."""
    if not lost:
        return []
    rows = [
        (
            found.game,
            [
                element("td", names[found.bot], class_="said"),
                element("td", element("span", found.reason, class_="forfeit")),
                element("td", str(found.event)),
                element("td", found.what, class_="said"),
            ],
        )
        for found in lost[:MOST]
    ]
    parts = [table(("game", "bot", "reason", "event", "what happened"), rows)]
    if len(lost) > MOST:
        parts.append(element("p", f"These are the first {MOST} of {len(lost):,}."))
    return [section("Forfeits", FORFEITS, *parts)]
