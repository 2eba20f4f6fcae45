"""Deal lines and options of Metropolys."""

from collections.abc import Mapping, Sequence

from urbanist.engine.edition import check_players
from urbanist.engine.message import Message
from urbanist.engine.metropolys import pieces
from urbanist.engine.metropolys.edition import Board, MetropolysEdition
from urbanist.engine.metropolys.editions import EDITIONS
from urbanist.engine.notation import (
    NotationError,
    Setup,
    asked_options,
    deal_key,
    list_of,
    miscounted,
    one_of,
    repeated,
    seat_number,
    split_deal,
    unknown_option,
    wrong_item,
)

GAME, VARIANTS, SEAT_COUNTS = "metropolys", ("family", "expert"), (2, 3, 4)
KEYS = ("game", "variant", "players", "data", "districts", "first", "trendy", "metro", "ruins", "cards")
OPEN_TO_ALL = 1 << 5
UNKNOWN = 255
SLOT_SHIFT = 8  # the position of an edition's slot in the options of a setup
OPTION_HELP = Message(
    "districts=CNE (or another choice that the rules allow), districts=drawn, data=NAME (from --cards; "
    "by default {printed}), first=SEAT",
    printed=EDITIONS.at(0).name,
)


def setup(variant: str | None, seats: int, options: Sequence[str]) -> Setup:
    """Return the setup of a new game; by default expert, the usual districts and a drawn first player."""
    chosen, slot, first = "", 0, None
    for key, sign, value in asked_options(GAME, VARIANTS, SEAT_COUNTS, variant, seats, options):
        if key == "districts":
            chosen = one_of(key, value, (*pieces.ALLOWED_DISTRICTS[seats], "drawn"))
        elif key == "data" and sign:
            slot = EDITIONS.slot_of(value)
        elif key == "first":
            first = seat_number(key, value, seats)
        else:
            raise unknown_option(GAME, key + sign + value, OPTION_HELP)
    edition = EDITIONS.at(slot)
    check_players(edition, seats)
    choices = edition.choices(seats)
    if choices == pieces.ALLOWED_DISTRICTS[seats] and chosen in ("", "drawn"):
        bits = OPEN_TO_ALL if chosen else 0
    else:  # a board without some of the districts
        bits = _district_bits(one_of("districts", chosen or choices[0], choices))
    return Setup(VARIANTS.index(variant or "expert"), seats, bits | slot << SLOT_SHIFT, first)


def alternatives(seats: int, options: Sequence[str]) -> list[tuple[str, ...]]:
    """Return option lists with each choice of districts but that of `options`."""
    prefix = "districts="
    others = [option for option in options if not option.startswith(prefix)]
    chosen = next((option for option in options if option.startswith(prefix)), "")
    usual = chosen.removeprefix(prefix) or pieces.ALLOWED_DISTRICTS[seats][0]
    return [
        (*others, prefix + districts) for districts in pieces.ALLOWED_DISTRICTS[seats] if districts != usual
    ]


def read_deal(text: str) -> tuple[Setup, Mapping[str, object]]:
    """Return the setup of a deal line, and its tokens and cards as record fields."""
    deal = split_deal(text, KEYS, optional="data")
    one_of("game", deal["game"], (GAME,))
    variant = VARIANTS.index(one_of("variant", deal["variant"], VARIANTS))
    seats = int(one_of("players", deal["players"], [str(n) for n in SEAT_COUNTS]))
    slot = EDITIONS.slot_of(deal["data"]) if "data" in deal else 0
    check_players(EDITIONS.at(slot), seats)
    districts = one_of("districts", deal["districts"], EDITIONS.at(slot).choices(seats))
    first = seat_number("first", deal["first"], seats)
    masks = _read_tokens(deal, EDITIONS.at(slot), districts, seats)
    area, kind = _read_cards(deal["cards"].split(","), variant, seats)
    return Setup(variant, seats, _district_bits(districts) | slot << SLOT_SHIFT, first), {
        "tokens": masks,
        "area": area,
        "kind": kind,
    }


def _district_bits(districts: str) -> int:
    """Return the bits of districts given by letters."""
    return sum(1 << pieces.DISTRICTS.index(letter) for letter in districts)


def _read_tokens(
    deal: Mapping[str, str], edition: MetropolysEdition, districts: str, seats: int
) -> list[int]:
    lain: dict[str, str] = {}
    tokens = edition.tokens
    for kind in pieces.TOKEN_KINDS:
        expected = getattr(tokens.of(seats), kind)
        names = list_of(kind, deal[kind], tuple(edition.board.by_name))
        for name in names:
            if objection := _objection_to_token(edition.board, name, districts, lain):
                raise NotationError(objection).at(deal_key(kind))
            lain[name] = kind
        if len(names) != expected:
            raise miscounted(len(names), expected).at(deal_key(kind))
    for letter in districts:
        lying = sum(name[0] == letter for name in lain)
        expected = tokens.centre if letter == "C" else tokens.outer
        if lying != expected:
            raise NotationError(
                "{number} tokens in district {letter}, expected {expected}",
                number=lying,
                letter=letter,
                expected=expected,
            )
    return [sum(1 << pieces.CELLS[name] for name in deal[kind].split(",")) for kind in pieces.TOKEN_KINDS]


def _objection_to_token(board: Board, name: str, districts: str, lain: Mapping[str, str]) -> str:
    """Return why a token may not lie on a neighbourhood; empty if it may."""
    if name[0] not in districts:
        return Message("{place} is in a district not in play ({districts})", place=name, districts=districts)
    if board.by_name[name].dead_end:
        return Message("{place} is a dead end, which never has a token", place=name)
    if name in lain:
        return Message("{place} has a token already ({kind})", place=name, kind=lain[name])
    return ""


def _read_cards(cards: list[str], variant: int, seats: int) -> tuple[list[int], list[int]]:
    if len(cards) != seats:
        raise miscounted(len(cards), seats).at(deal_key("cards"))
    area, kind = [UNKNOWN] * 4, [UNKNOWN] * 4
    for seat, card in enumerate(cards):
        if card == "?":
            continue
        area[seat], kind[seat] = _read_card(card, variant, seats)
        if area[seat] in area[:seat] or (variant == 1 and kind[seat] in kind[:seat]):
            again = area[seat] in area[:seat]
            raise repeated(pieces.AREAS[area[seat]] if again else pieces.TYPES[kind[seat]]).at(
                deal_key("cards")
            )
    return area, kind


def _read_card(card: str, variant: int, seats: int) -> tuple[int, int]:
    if variant == 0:
        allowed = pieces.FAMILY_CARDS if seats > 2 else pieces.FAMILY_CARDS[:3]
        if card not in allowed:
            raise wrong_item("cards", card, ", ".join((*allowed, "?")))
        return pieces.AREAS.index(card), UNKNOWN
    area, _, kind = card.partition("+")
    if area not in pieces.AREA_CARDS or kind not in pieces.TYPES:
        form = f"({'|'.join(pieces.AREA_CARDS)})+({'|'.join(pieces.TYPES)})"
        raise wrong_item("cards", card, f"{form}, ?")
    return pieces.AREAS.index(area), pieces.TYPES.index(kind)
