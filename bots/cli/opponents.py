"""Who plays against a person, in few words."""

from collections import Counter
from collections.abc import Sequence

from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.player import player_name
from urbanist.bots.table.kit.sight import HUMAN
from urbanist.engine.printable import printable


def opponents(players: Sequence[str]) -> str:
    """Return the players of a table beside one person, each once with its number."""
    people = players.count(HUMAN)
    counted = Counter(printable(player_name(player)) for player in players if player != HUMAN)
    named = [f"{number} × {name}" if number > 1 else name for name, number in counted.items()]
    return ", ".join([*([tr.counted("{n} people", "{n} people", people)] if people > 1 else []), *named])
