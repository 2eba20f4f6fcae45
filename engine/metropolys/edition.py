"""An edition of Metropolys: the board and the numbers of the rules; the buildings are as they are printed.

The program comes with the edition `printed.json`, which has what is printed in the game. A file of the same form brings
another board or other numbers: see `edition_of`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from urbanist.engine.edition import Form, Name, check_sections, decoded, formed, players_of, section
from urbanist.engine.metropolys.pieces import ALLOWED_DISTRICTS, CELLS, DISTRICTS, TOKEN_KINDS, VALUES
from urbanist.engine.notation import CardFile, NotationError, either, repeated

PRINTED = Path(__file__).parent / "printed.json"

Gain = Annotated[int, Meta(ge=0, le=9)]
Cost = Annotated[int, Meta(ge=-9, le=0)]
Worth = Annotated[int, Meta(ge=1, le=9)]
Number = Annotated[int, Meta(ge=1, le=20)]


class Points(Form, frozen=True):
    """The points for each token, card, tallest skyline and building, and for each group of an expert card."""

    trendy: Gain
    metro: Gain
    ruins: Cost
    metro_card: Gain
    ruins_card: Cost
    tallest: Worth
    type: Worth
    family: Worth
    bridges: Worth
    statues: Worth
    lakes: Worth
    districts: Worth
    chains: Worth


class Kinds(Form, frozen=True):
    """How many tokens of each kind lie on the board."""

    trendy: Number
    metro: Number
    ruins: Number


class Tokens(Form, frozen=True, rename={"two": "2", "three": "3", "four": "4"}):
    """How many tokens lie in the centre, in each outer district, and of each kind with 2, 3 and 4 players."""

    centre: Annotated[int, Meta(ge=1, le=15)]
    outer: Annotated[int, Meta(ge=1, le=10)]
    two: Kinds
    three: Kinds
    four: Kinds

    def of(self, players: int) -> Kinds:
        """Return the numbers at a table of 2, 3 or 4 players."""
        return (self.two, self.three, self.four)[players - 2]


#: The most places that groups which share places may have together: there is a table over all subsets of them.
HANGING_TOGETHER = 10

Percent = Annotated[float, Meta(ge=0, le=100)]


class Place(Form, frozen=True):
    """A neighbourhood: its type, the percent of the board's width and height where it lies, and its neighbours.

    Neighbours are those by land and by bridge. No token lies on a dead end.
    """

    name: str
    type: Literal["industry", "park", "housing", "shopping", "administration"]
    x: Percent
    y: Percent
    adjacent: Annotated[tuple[str, ...], Meta(min_length=1, max_length=8)]
    border: bool = False
    dead_end: bool = False

    @property
    def district(self) -> str:
        """The letter of its district."""
        return self.name[0]


class Groups(Form, frozen=True):
    """The two ends of each bridge, the three places around each statue, and the shore of each lake."""

    bridges: Annotated[tuple[tuple[str, str], ...], Meta(max_length=64)]
    statues: Annotated[tuple[tuple[str, str, str], ...], Meta(max_length=16)]
    lakes: Annotated[
        tuple[Annotated[tuple[str, ...], Meta(min_length=3, max_length=HANGING_TOGETHER)], ...],
        Meta(max_length=16),
    ]


class Board(Groups, frozen=True, dict=True):
    """A board: its places, and what lies between them."""

    places: tuple[Place, ...]

    @cached_property
    def by_name(self) -> dict[str, Place]:
        """The places by their names, in board order."""
        return {place.name: place for place in sorted(self.places, key=lambda place: CELLS[place.name])}

    def adjacent(self, one: str, other: str) -> bool:
        """Return whether two places are adjacent, by land or by bridge."""
        return other in self.by_name[one].adjacent


class MetropolysEdition(Form, frozen=True):
    """What may differ between games, and the numbers of players that it is for."""

    name: Name
    players: tuple[int, ...]
    points: Points
    tokens: Tokens
    board: Board

    def choices(self, players: int) -> tuple[str, ...]:
        """Return the choices of districts that the rules and the board allow a table, the usual one first."""
        there = {place.district for place in self.board.places}
        return tuple(choice for choice in ALLOWED_DISTRICTS[players] if there.issuperset(choice))


def edition_of(content: Any) -> MetropolysEdition:
    """Return the edition that a decoded file describes; what it leaves out is as it is printed."""
    check_sections(
        content, ("game", "name"), ("players", "points", "tokens", "board"), {"game": "metropolys"}
    )
    printed = decoded(CardFile.read(PRINTED))
    given: dict[str, Any] = {
        "name": content["name"],
        "players": players_of(content, tuple(ALLOWED_DISTRICTS)),
    }
    for name, form in (("points", Points), ("tokens", Tokens)):
        own = content.get(name, {})
        whole = {**printed[name], **own} if isinstance(own, dict) else own
        given[name] = formed(section(name), form, whole)
    given["board"] = _board(content.get("board", printed["board"]))
    edition: MetropolysEdition = formed("the file", MetropolysEdition, given)
    for fault in (*_faults(edition), *_lacking(edition)):
        raise fault
    return edition


def _board(given: Any) -> Board:
    """Return the board that a section describes; one that the kernels cannot hold is refused."""
    if not isinstance(given, dict) or not isinstance(given.get("places"), list):
        raise NotationError("expected an object with {keys}", keys="places: [...]").at(section("board"))
    places = [_place(number, place) for number, place in enumerate(given["places"], 1)]
    others = {key: value for key, value in given.items() if key != "places"}
    groups: Groups = formed(section("board"), Groups, others)
    board = Board(places=tuple(places), bridges=groups.bridges, statues=groups.statues, lakes=groups.lakes)
    for fault in _contradictions(board):
        raise fault
    return board


def _place(number: int, given: Any) -> Place:
    name = given.get("name", number) if isinstance(given, dict) else number
    place: Place = formed(f"place '{name}'", Place, given)
    if place.name not in CELLS:
        raise NotationError(
            "place '{place}': expected a name from C1 to C15, or N, E, S or W with a number from 1 to 10",
            place=name,
        )
    return place


def _contradictions(board: Board) -> Iterator[NotationError]:
    """Yield what contradicts itself, or does not fit into the tables of the kernels."""
    for name, number in Counter(place.name for place in board.places).items():
        if number > 1:
            yield repeated(f"place {name}")
    for first, second in combinations(board.by_name.values(), 2):
        if (first.x, first.y) == (second.x, second.y):
            yield NotationError(
                "places '{one}' and '{other}' lie at the same point", one=first.name, other=second.name
            )
    for place in board.places:
        entry = f"place '{place.name}'"
        yield from _misnamed(board, entry, (place.name, *place.adjacent))
        for other in place.adjacent:
            if not board.adjacent(other, place.name):
                yield NotationError("'{place}' does not name it as a neighbour", place=other).at(entry)
    yield from _bad_groups(board, "bridge", board.bridges)
    yield from _bad_groups(board, "statue", board.statues)
    yield from _bad_groups(board, "lake", board.lakes)


def _bad_groups(board: Board, kind: str, groups: tuple[tuple[str, ...], ...]) -> Iterator[NotationError]:
    for group in groups:
        entry = f"{kind} {' '.join(group)}"
        yield from _misnamed(board, entry, group)
        for one, other in combinations(group, 2):
            if kind != "lake" and not board.adjacent(one, other):
                yield NotationError("{one} and {other} are not adjacent", one=one, other=other).at(entry)
    for places in _hanging_together(groups):
        if len(places) > HANGING_TOGETHER:
            yield NotationError(
                "section 'board': {number} places hang together by {kind}, the most are {most}: {places}",
                number=len(places),
                kind=f"{kind}s",
                most=HANGING_TOGETHER,
                places=" ".join(sorted(places, key=lambda name: CELLS[name])),
            )


def _misnamed(board: Board, entry: str, names: Iterable[str]) -> Iterator[NotationError]:
    for name, number in Counter(names).items():
        if name not in board.by_name:
            yield NotationError("{place} is not on the board", place=name).at(entry)
        if number > 1:
            yield repeated(name).at(entry)


def _hanging_together(groups: Iterable[tuple[str, ...]]) -> list[set[str]]:
    """Return the places of groups that share places, directly or by others."""
    joined: list[set[str]] = []
    for group in groups:
        meeting = [places for places in joined if not places.isdisjoint(group)]
        joined = [*(places for places in joined if places.isdisjoint(group)), set(group).union(*meeting)]
    return joined


def _lacking(edition: MetropolysEdition) -> Iterator[NotationError]:
    """Yield where the board has too few places for the tokens or for the buildings of a table that it is for."""
    board, tokens = edition.board, edition.tokens
    for players in edition.players:
        if not edition.choices(players):
            yield NotationError(
                "section 'board': {players} players need the districts {districts}",
                players=players,
                districts=either(ALLOWED_DISTRICTS[players]),
            )
    size = Counter(place.district for place in board.places)
    free = Counter(place.district for place in board.places if not place.dead_end)
    for letter in sorted(
        {letter for players in edition.players for letter in "".join(edition.choices(players))},
        key=DISTRICTS.index,
    ):
        needed = tokens.centre if letter == "C" else tokens.outer
        if free[letter] < needed:
            yield NotationError(
                "section 'board': district {letter} has {there} places without dead ends, but {needed} tokens",
                letter=letter,
                there=free[letter],
                needed=needed,
            )
    for players in edition.players:
        # All may have built all but one when the last auction begins.
        needed = players * (len(VALUES) - 1) + 1
        for districts in edition.choices(players):
            there = sum(size[letter] for letter in districts)
            if there < needed:
                yield NotationError(
                    "section 'board': the districts {districts} have {there} places, but {players} players "
                    "need {needed}",
                    districts=districts,
                    there=there,
                    players=players,
                    needed=needed,
                )


def _faults(edition: MetropolysEdition) -> Iterator[NotationError]:
    tokens = edition.tokens
    for players in edition.players:
        there = sum(getattr(tokens.of(players), kind) for kind in TOKEN_KINDS)
        expected = tokens.centre + tokens.outer * players
        if there != expected:
            yield NotationError(
                "section 'tokens': {players} players have {there} tokens, but {expected} places: "
                "{centre} in the centre and {outer} in each of {players} outer districts",
                players=players,
                there=there,
                expected=expected,
                centre=tokens.centre,
                outer=tokens.outer,
            )
