"""The map of Warszawa by the rule text, with its adjacencies, for the oracle only."""

from functools import cache

Hex = tuple[int, int]
Side = tuple[int, int, int]
Corner = frozenset[Hex]

#: Steps to the six hexes around one, clockwise from east.
DIRECTIONS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]

#: The rows from the north: the first q, then a letter for each hex; capitals are on the right bank.
ROWS = {
    -3: (0, "s s s S"),
    -2: (-1, "s u h U S"),
    -1: (-2, "s u h h U S"),
    0: (-3, "s u u u h U S"),
    1: (-3, "s u u u u s"),
    2: (-3, "s u u u s"),
    3: (-3, "s s s s"),
}

#: The letter of every hex, in board order.
LETTERS = {
    (start + place, r): letter
    for r, (start, letters) in ROWS.items()
    for place, letter in enumerate(letters.split())
}
HEXES = list(LETTERS)
RIGHT_BANK = [space for space, letter in LETTERS.items() if letter.isupper()]
LEFT_BANK = [space for space in HEXES if space not in RIGHT_BANK]
URBAN = [space for space, letter in LETTERS.items() if letter.lower() in "uh"]
SUBURBAN = [space for space in HEXES if space not in URBAN]
SITES = [space for space, letter in LETTERS.items() if letter == "h"]


def step(space: Hex, direction: int) -> Hex:
    """Return the hex next to one in a direction; it may be off the map."""
    dq, dr = DIRECTIONS[direction % 6]
    return space[0] + dq, space[1] + dr


@cache
def banks_of(side: Side) -> tuple[Hex, Hex]:
    """Return the two hexes on both sides of a side."""
    q, r, direction = side
    return (q, r), step((q, r), direction)


@cache
def is_river(side: Side) -> bool:
    """Return whether the Vistula runs along the side."""
    a, b = banks_of(side)
    return (a in RIGHT_BANK) != (b in RIGHT_BANK)


#: All sides between two hexes of the map; each has one name.
SIDES: list[Side] = [(q, r, d) for q, r in HEXES for d in range(3) if step((q, r), d) in HEXES]
RIVER = [side for side in SIDES if is_river(side)]
LAND = [side for side in SIDES if not is_river(side)]


@cache
def corners_of(side: Side) -> tuple[Corner, Corner]:
    """Return the two ends of a side, each as the three hexes that meet there; some may be off the map."""
    q, r, direction = side
    pair = {(q, r), step((q, r), direction)}
    return (
        frozenset(pair | {step((q, r), direction - 1)}),
        frozenset(pair | {step((q, r), direction + 1)}),
    )


@cache
def sides_at(corner: Corner) -> list[Side]:
    """Return the sides of the map that end at a corner."""
    return [side for side in SIDES if corner in corners_of(side)]


@cache
def on_river(corner: Corner) -> bool:
    """Return whether the Vistula passes the corner."""
    return any(is_river(side) for side in sides_at(corner))


def neighbours(space: Hex, bridges: list[Side]) -> list[Hex]:
    """Return the hexes adjacent to a hex: on its own bank, and over bridges on its sides."""
    beside = []
    for direction in range(6):
        other = step(space, direction)
        if other not in HEXES:
            continue
        same_bank = (other in RIGHT_BANK) == (space in RIGHT_BANK)
        if same_bank or any(set(banks_of(bridge)) == {space, other} for bridge in bridges):
            beside.append(other)
    return beside


def hex_text(space: Hex) -> str:
    """Return a hex in notation."""
    return f"{space[0]},{space[1]}"


def side_text(side: Side) -> str:
    """Return a side in notation."""
    return f"{side[0]},{side[1]}/{side[2]}"


def read_hex(text: str) -> Hex:
    """Return the hex of a text in notation."""
    q, r = text.split(",")
    return int(q), int(r)


def read_side(text: str) -> Side:
    """Return the side of a text in notation."""
    space, direction = text.split("/")
    return (*read_hex(space), int(direction))
