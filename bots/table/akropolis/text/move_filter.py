"""Filters for the command `list`: what a person may type after it, and which moves pass."""

import re
from collections.abc import Callable, Iterator

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model.city import City, Placement, city_of, covered, height
from urbanist.bots.table.kit.language import marked, translated
from urbanist.bots.table.kit.player_view import best_first
from urbanist.bots.table.kit.wording import quoted
from urbanist.engine import NotationError, State
from urbanist.engine.akropolis.illegal_move_reasons import unpaid
from urbanist.engine.akropolis.notation import market_of
from urbanist.engine.akropolis.pieces import KINDS
from urbanist.engine.akropolis.score_kinds import DistrictRow
from urbanist.engine.akropolis.score_rows import district_rows

HOW = marked(
    "list 17, list temples (helpful moves), list level 2, list at 3,-2, list quarries, or several: list 17 temples"
)
NUMBER = re.compile(r"[0-9]{1,3}")
PLACE = re.compile(r"(-?[0-9]{1,3}),(-?[0-9]{1,3})")
#: The names of each kind without their endings.
STEMS = {
    "house": "houses",
    "market": "markets",
    "barrack": "barracks",
    "temple": "temples",
    "garden": "gardens",
}

QUARRIES = ("quarry", "quarries", "stone", "stones")

Filter = Callable[[City, Placement], bool]


def rank_moves(state: State, text: str) -> Iterator[str]:
    """Return the legal moves that pass all filters of a text, best first; raise `NotationError` for a bad filter."""
    filters = read_filters(state, text)
    city = city_of(state, state.to_move)
    return (move for move in best_first(state) if all(passes(city, Placement.of(move)) for passes in filters))


def read_filters(state: State, text: str) -> list[Filter]:
    """Return the filters that a text names; raise `NotationError` for an unknown word."""
    found: list[Filter] = []
    words = text.lower().replace(", ", ",").split()
    while words:
        word = words.pop(0)
        if word == "level":
            found.append(_on_level(words))
        elif word == "at" or PLACE.fullmatch(word):
            found.append(_at(words if word == "at" else [word]))
        elif NUMBER.fullmatch(word):
            found.append(_of_tile(int(word), state))
        elif word in QUARRIES:
            found.append(lambda city, placement: covered(city, placement) > 0)
        else:
            found.append(_gains(word, state))
    return found


def _on_level(words: list[str]) -> Filter:
    if not words or not NUMBER.fullmatch(words[0]):
        raise NotationError(tr("which level? Say level 2"))
    level = int(words.pop(0))
    return lambda city, placement: height(city, placement.spaces[0]) + 1 == level


def _at(words: list[str]) -> Filter:
    found = PLACE.fullmatch(words.pop(0)) if words else None
    if found is None:
        raise NotationError(tr("at which place? Say at 3,-2"))
    space = (int(found[1]), int(found[2]))
    return lambda _, placement: space in placement.spaces


def _of_tile(tile: int, state: State) -> Filter:
    market = market_of(state.array)
    if tile not in market:
        raise NotationError(translated(unpaid(tile, market, 0)))
    return lambda _, placement: placement.tile == tile


def _gains(word: str, state: State) -> Filter:
    """Return a filter for moves that improve a kind: more points, or equal points with more stars or value."""
    kind = STEMS.get(word.removesuffix("s"))
    if kind is None:
        raise NotationError(tr("{word} is not a filter: {how}", word=quoted(word), how=HOW))
    seat, place = state.to_move, KINDS.index(kind)
    before = _rank(district_rows(state, seat)[place])
    return lambda _, placement: _rank(district_rows(state.play(str(placement)), seat)[place]) > before


def _rank(found: DistrictRow) -> tuple[int, int]:
    return found.points, found.count + found.each
