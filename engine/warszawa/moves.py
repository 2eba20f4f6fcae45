"""Moves of Warszawa as text and as words: kind << 24 | what << 8 | where."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Self

from urbanist.engine.event import Move
from urbanist.engine.message import Message
from urbanist.engine.notation import NotationError, no_move
from urbanist.engine.warszawa import editions
from urbanist.engine.warszawa.geography import CELLS, METRO_SIDES, RIVER_SIDES, hex_text, side_text
from urbanist.engine.warszawa.hidden import NONE, norm_name

VERBS = ("pass", "done", "norm", "send", "clear", "lay", "use", "build", "metro", "bridge")
PASS, DONE, KEEP, SEND, CLEARING, LAY, USE, BUILD, DIG, SPAN = range(10)
EXAMPLES = (
    "send@4, clear@1,-1, mdm@0,1, use@mdm, build@0,1/c, metro@0,0/2, bridge@1,0/0/cr, norm@n03, pass",
    "done",
)
#: What stands at a place of a move.
HEX = Message("a hex such as 1,-1")
SIDE = Message("a side between two hexes of one bank, such as 0,0/2")
RIVER_SIDE = Message("a river side, such as 1,-1/0")

CUBES = "fcr"
BUILDING_PRICES = ("c", "r")
BRIDGE_PRICES = ("cr", "rrr", "cc")

HEXES = {hex_text(cell): cell for cell in CELLS.values()}
SIDES = {side_text(border): side for side, border in enumerate(METRO_SIDES)}
RIVERS = {side_text(border): river for river, border in enumerate(RIVER_SIDES)}
HEX_NAMES, SIDE_NAMES, RIVER_NAMES = tuple(HEXES), tuple(SIDES), tuple(RIVERS)
NORM = re.compile("n([0-9][0-9])")
FIELD = re.compile("([1-9]|1[0-5])(?::([fcr])([fcr]))?")

Parts = tuple[int, int]  # what and where


class WarszawaMove(Move):
    """A move: its kind, such as `BUILD`, what it is about, and where."""

    @classmethod
    def of(cls, kind: int, what: int = 0, where: int = 0) -> Self:
        """Return the move of a kind with its two parts."""
        return cls(kind << 24 | what << 8 | where)

    @property
    def kind(self) -> int:
        """What is done."""
        return self >> 24

    @property
    def what(self) -> int:
        """What it is done with: a card, a norm, a field, a price, or a side of a hex."""
        return self >> 8 & 0xFFFF

    @property
    def where(self) -> int:
        """Where it is done, or how it is paid."""
        return self & 0xFF

    @property
    def verb(self) -> str:
        """The kind as a word; `lay` for the card of a foundation, for which notation has no verb."""
        return VERBS[self.kind]

    @property
    def card(self) -> str:
        """The id of the card that is laid out or used."""
        return str(editions.name_of(self.what))

    @property
    def norm(self) -> str:
        """The id of the norm that is kept; `?` if it is masked."""
        return norm_name(self.what)

    @property
    def place(self) -> str:
        """The hex or the side; empty if the move has none."""
        if self.kind in (CLEARING, LAY):
            return HEX_NAMES[self.where]
        names = {BUILD: HEX_NAMES, DIG: SIDE_NAMES, SPAN: RIVER_NAMES}.get(self.kind)
        return names[self.what] if names else ""

    @property
    def price(self) -> str:
        """The letters of the cubes that a building or a bridge costs."""
        return (BRIDGE_PRICES if self.kind == SPAN else BUILDING_PRICES)[self.where]

    @property
    def tunnel(self) -> str:
        """The river side of the tunnel that comes with a segment; empty if none does."""
        return RIVER_NAMES[self.where - 1] if self.kind == DIG and self.where else ""

    @property
    def hidden(self) -> bool:
        """Whether it is a norm that an observer does not see."""
        return self.kind == KEEP and self.what == NONE

    @property
    def known(self) -> bool:
        """Whether the word is a move."""
        return bool(_known_text(self))

    def __str__(self) -> str:
        return write_move(self)


def read_move(text: str) -> int:
    """Return the word of a move; raise `NotationError` for any other text."""
    verb, sign, rest = text.partition("@")
    if text in ("pass", "done"):
        return ("pass", "done").index(text) << 24
    if not sign:
        raise no_move(text, "warszawa", *EXAMPLES)
    if verb in READERS:
        kind, read = READERS[verb]
        what, where = read(text, rest)
    else:
        kind = LAY
        what, where = _card_number(text, verb), known(text, rest, HEXES, HEX)
    return kind << 24 | what << 8 | where


def write_move(move: int) -> str:
    """Return a move in notation; a word that is not a move becomes `word NUMBER`."""
    return _known_text(move) or f"word {move:d}"


def _known_text(move: int) -> str:
    """Return a move in notation; empty for a word that is not a move."""
    kind, what, where = move >> 24, move >> 8 & 0xFFFF, move & 0xFF
    return WRITERS[kind](what, where) if kind < len(WRITERS) else ""


# -- reading ---------------------------------------------------------------------------------------------------------


def known(move: str, text: str, names: Mapping[str, int], expected: str) -> int:
    """Return the number of what a part of a move names; raise `NotationError` if it is not `expected`."""
    if text not in names:
        raise NotationError("'{move}': '{text}' is not {expected}", move=move, text=text, expected=expected)
    return names[text]


def _card_number(move: str, text: str) -> int:
    number = editions.number_of(text)
    if number is None:
        raise no_move(move, "warszawa", *EXAMPLES)
    return number


def _read_norm(move: str, text: str) -> Parts:
    match = NORM.fullmatch(text)
    if text != "?" and not match:
        raise NotationError("'{move}': '{text}' is not a norm such as n03, or ?", move=move, text=text)
    return (int(match[1]) if match else NONE), 0


def _read_field(move: str, text: str) -> Parts:
    match = FIELD.fullmatch(text)
    if not match or (match[2] and match[2] == match[3]):
        raise NotationError(
            "'{move}': '{text}' is not a field such as 4, or for barter 8:fc", move=move, text=text
        )
    return int(match[1]), 1 + 3 * CUBES.index(match[2]) + CUBES.index(match[3]) if match[2] else 0


def _read_clearing(move: str, text: str) -> Parts:
    return 0, known(move, text, HEXES, HEX)


def _read_use(move: str, text: str) -> Parts:
    return _card_number(move, text), 0


def _read_segment(move: str, text: str) -> Parts:
    side, colon, river = text.partition(":")
    what = known(move, side, SIDES, SIDE)
    return what, 1 + known(move, river, RIVERS, RIVER_SIDE) if colon else 0


def _reader_of_priced(
    places: Mapping[str, int], prices: Sequence[str], example: str
) -> Callable[[str, str], Parts]:
    def read(move: str, text: str) -> Parts:
        place, _, price = text.rpartition("/")
        if place not in places or price not in prices:
            raise NotationError(
                "'{move}': expected a form such as {example}, paid {prices}",
                move=move,
                example=example,
                prices=", ".join(prices),
            )
        return places[place], prices.index(price)

    return read


#: For each verb, the kind of its moves and the function that reads their parts.
READERS: dict[str, tuple[int, Callable[[str, str], Parts]]] = {
    "norm": (KEEP, _read_norm),
    "send": (SEND, _read_field),
    "clear": (CLEARING, _read_clearing),
    "use": (USE, _read_use),
    "build": (BUILD, _reader_of_priced(HEXES, BUILDING_PRICES, "build@0,1/c")),
    "metro": (DIG, _read_segment),
    "bridge": (SPAN, _reader_of_priced(RIVERS, BRIDGE_PRICES, "bridge@1,0/0/cr")),
}


# -- writing ---------------------------------------------------------------------------------------------------------


def _writer_of_word(text: str) -> Callable[[int, int], str]:
    return lambda what, where: "" if what or where else text


def _write_norm(norm: int, where: int) -> str:
    return "" if where or 99 < norm != NONE else f"norm@{norm_name(norm)}"


def _write_field(field: int, barter: int) -> str:
    give, take = divmod(barter - 1, 3)
    if not 1 <= field <= 15 or barter > 9 or (barter and give == take):
        return ""
    return f"send@{field}:{CUBES[give]}{CUBES[take]}" if barter else f"send@{field}"


def _write_clearing(what: int, cell: int) -> str:
    return "" if what or cell >= len(HEXES) else f"clear@{hex_text(cell)}"


def _write_foundation(number: int, cell: int) -> str:
    card = editions.name_of(number)
    return f"{card}@{hex_text(cell)}" if card and cell < len(HEXES) else ""


def _write_use(number: int, where: int) -> str:
    card = editions.name_of(number)
    return f"use@{card}" if card and not where else ""


def _write_segment(side: int, tunnel: int) -> str:
    if side >= len(SIDES) or tunnel > len(RIVERS):
        return ""
    return f"metro@{side_text(METRO_SIDES[side])}" + (
        f":{side_text(RIVER_SIDES[tunnel - 1])}" if tunnel else ""
    )


def _writer_of_priced(
    verb: str, places: Mapping[str, int], prices: Sequence[str]
) -> Callable[[int, int], str]:
    names = tuple(places)

    def write(what: int, where: int) -> str:
        return f"{verb}@{names[what]}/{prices[where]}" if what < len(names) and where < len(prices) else ""

    return write


#: For each kind, the function that writes the parts of a word; it returns "" for parts that no move has.
WRITERS: tuple[Callable[[int, int], str], ...] = (
    _writer_of_word("pass"),
    _writer_of_word("done"),
    _write_norm,
    _write_field,
    _write_clearing,
    _write_foundation,
    _write_use,
    _writer_of_priced("build", HEXES, BUILDING_PRICES),
    _write_segment,
    _writer_of_priced("bridge", RIVERS, BRIDGE_PRICES),
)
