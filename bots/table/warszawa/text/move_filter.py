"""Filters for the command `list`: what a person may type after it, and which moves pass."""

import re
from collections.abc import Callable, Iterator

from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.player_view import best_first
from urbanist.bots.table.kit.wording import quoted
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.city import PARTED, cell_of, edition_of, place_of
from urbanist.engine import NotationError, State
from urbanist.engine.warszawa.edition import TYPES
from urbanist.engine.warszawa.geography import HEXES, hex_text

HOW = marked(
    "list send, list mdm, list metro, list residential, list 0,1 (moves at this hex), or several: list metro 0,1"
)
PLACE = re.compile(r"-?[0-9]{1,3},-?[0-9]{1,3}")
VERBS = ("norm", "send", "clear", "use", "build", "metro", "bridge", "pass", "done")

Filter = Callable[[str], bool]


def rank_moves(state: State, text: str) -> Iterator[str]:
    """Return the legal moves that pass all filters of a text, best first; raise `NotationError` for a bad filter."""
    filters = [_filter(word, state) for word in text.lower().replace(", ", ",").split()]
    return (move for move in best_first(state) if all(passes(move) for passes in filters))


def _filter(word: str, state: State) -> Filter:
    cards = {card.id: card.type for card in edition_of(state).cards}
    if word in VERBS:
        return lambda move: move.partition("@")[0] == word
    if word in cards:
        return lambda move: word in move.split("@")
    if word in ("lay", "foundation", "foundations"):
        return lambda move: move.partition("@")[0] in cards
    if word in TYPES:
        return lambda move: cards.get(move.partition("@")[0]) == word
    if PLACE.fullmatch(word):
        if word not in map(hex_text, range(len(HEXES))):
            raise NotationError(tr("there is no hex {hex} on the map", hex=word))
        return lambda move: cell_of(word) in _touched(move)
    raise NotationError(tr("{text} is not a filter: {how}", text=quoted(word), how=tr(HOW)))


def _touched(move: str) -> tuple[int, ...]:
    """Return the hexes of a move; a side has two."""
    place = place_of(move)
    if place is None:
        return ()
    return PARTED[place] if "/" in place else (cell_of(place),)
