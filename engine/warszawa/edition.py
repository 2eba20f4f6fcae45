"""An edition of Warszawa: its cards, tasks, norms and action boards.

The program comes with the edition `house.json`. Its cards and fields were made for the program; they are not the
publisher's. Owners of the game can write the printed ones into a file of the same form: see `edition_of`.
"""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta

from urbanist.engine.edition import (
    Form,
    Name,
    check_numbered,
    check_sections,
    entries,
    formed,
    players_of,
    section,
)
from urbanist.engine.notation import NotationError, miscounted, repeated
from urbanist.engine.warszawa.geography import CELLS, HEXES, RIGHT_BANK, URBAN

HOUSE = Path(__file__).parent / "house.json"

Type = Literal["industrial", "service", "residential", "representative", "cultural", "transport"]
Style = Literal["socrealism", "modernism"]
Object = Literal[Type, "metro", "bridge"]
Zone = Literal["urban", "suburban", "any"]
Permanent = Literal[Style, "storage", "thrift", "none"]
OneOff = Literal["fund", "concrete", "rubble", "card", "twice"]
Stage = Literal[1, 2]
Points = Annotated[int, Meta(ge=-99, le=99)]
Gain = Annotated[int, Meta(ge=0, le=37)]

TYPES: tuple[str, ...] = get_args(Type)
STYLES: tuple[str, ...] = get_args(Style)
OBJECTS: tuple[str, ...] = get_args(Object)
FUNCTIONS: tuple[str, ...] = get_args(Literal[Permanent, OneOff])
ONE_OFF: tuple[str, ...] = get_args(OneOff)
EFFECTS = ("fund", "concrete", "rubble", "barter", "card", "marker", "clear")


class MapHex(Form, frozen=True):
    """A hex of the map, which the file repeats."""

    q: int
    r: int
    zone: Literal["urban", "suburban"]
    bank: Literal["left", "right"]
    rubble: bool


class Effect(Form, frozen=True):
    """The effect of a field; its parts take place in this order."""

    fund: Gain = 0
    concrete: Gain = 0
    rubble: Gain = 0
    barter: Gain = 0
    card: Gain = 0
    marker: Annotated[int, Meta(ge=0, le=1)] = 0
    clear: Gain = 0


class Field(Form, frozen=True):
    """A field of an action board."""

    id: int
    name: str
    unlimited: bool
    effect: Effect


class Card(Form, frozen=True):
    """A project card; `site` is the historic hex of a reconstruction, the only one where it may be built."""

    id: Annotated[str, Meta(pattern="^[a-z][a-z0-9]*$", max_length=40)]
    name: str
    type: Type
    stage: Stage
    points: Points
    zone: Zone
    function: Literal[Permanent, OneOff]
    site: tuple[int, int] | None = None


class Task(Form, frozen=True):
    """An urban task: build a type or style beside a type."""

    id: Annotated[str, Meta(pattern="^t[0-9][0-9]$")]
    stage: Stage
    build: Literal[Type, Style]
    beside: Type
    points: Points


class Norm(Form, frozen=True):
    """Four objects that make a set; with five players the last one is ignored."""

    id: Annotated[str, Meta(pattern="^n[0-9][0-9]$")]
    objects: tuple[Object, Object, Object, Object]


class Limits(Form, frozen=True):
    """How much of a thing there is; those without a choice are printed on cards and on the map."""

    store: Literal[3] = 3  # cubes of a kind, and cards in hand; a building may have a store of 4
    buildings: Annotated[int, Meta(ge=1, le=37)] = 15  # of a seat, foundations included
    metro_markers: Annotated[int, Meta(ge=0, le=20)] = 6  # of a seat, for segments and bridges
    bridges: Annotated[int, Meta(ge=0, le=10)] = 4
    tunnels: Literal[1] = 1
    tasks_open: Annotated[int, Meta(ge=1, le=3)] = 3
    start_cards: Annotated[int, Meta(ge=1, le=3)] = 2  # dealt to a seat


StageRounds = Annotated[int, Meta(ge=1, le=10)]


class Rounds(Form, frozen=True):
    """The rounds of both stages, by the option."""

    none: tuple[StageRounds, StageRounds] = (4, 4)
    rounds7: tuple[StageRounds, StageRounds] = (4, 3)


Cubes = Annotated[int, Meta(ge=0, le=3)]


class Start(Form, frozen=True):
    """The cubes that a seat begins with."""

    fund: Cubes = 1
    concrete: Cubes = 1
    rubble: Cubes = 0


Crew = Annotated[int, Meta(ge=1, le=9)]


class Engineers(Form, frozen=True, rename={"three": "3", "four": "4", "five": "5"}):
    """The engineers of a seat, by the number of players."""

    three: Crew = 4
    four: Crew = 4
    five: Crew = 3

    def of(self, players: int) -> int:
        """Return the engineers of a seat at a table of 3, 4 or 5 players."""
        return (self.three, self.four, self.five)[players - 3]


class WarszawaEdition(Form, frozen=True):
    """The material and the numbers of a game, and of the players that it is for.

    Cards are in the order of the file, tasks and norms ascending.
    """

    name: Name
    players: tuple[int, ...]
    limits: Limits
    rounds: Rounds
    start: Start
    engineers: Engineers
    boards: dict[int, tuple[Field, ...]]
    cards: tuple[Card, ...]
    tasks: tuple[Task, ...]
    norms: tuple[Norm, ...]
    neutral: tuple[Type, ...]

    def stage_cards(self, stage: int) -> list[Card]:
        """Return the cards of a stage, 1 or 2."""
        return [card for card in self.cards if card.stage == stage]

    def stage_tasks(self, stage: int) -> list[Task]:
        """Return the tasks of a stage, 1 or 2."""
        return [task for task in self.tasks if task.stage == stage]


PLAYERS = (3, 4, 5)
MAX_FIELDS = 15
VERBS = ("norm", "send", "clear", "use", "pass", "build", "metro", "bridge", "done")
MAX_CARDS = 64  # of a stage, because they are bits of one word
MAX_TASKS = 32
NEUTRAL = 7
TASK_ID = re.compile("t[0-9][0-9]")

#: The numbers of the rules; a file may change them, and what it leaves out is as in the rule book.
NUMBERS: dict[str, type[Form]] = {
    "limits": Limits,
    "rounds": Rounds,
    "start": Start,
    "engineers": Engineers,
}
#: The values that the rules fix: a file may repeat them but not change them.
FIXED: dict[str, object] = {
    "game": "warszawa",
    "types": list(TYPES),
    "functions": {name: "once" if name in ONE_OFF else "permanent" for name in FUNCTIONS},
}
SECTIONS = ("name", "hexes", "boards", "cards", "tasks", "norms", "neutral")


def edition_of(content: Any) -> WarszawaEdition:
    """Return the edition that a decoded file describes."""
    check_sections(_with_uses(content), SECTIONS, ("players", *NUMBERS), FIXED)
    players = players_of(content, PLAYERS)
    _check_map(entries(content, "hexes", "hex", MapHex))
    edition: WarszawaEdition = formed(
        "the file",
        WarszawaEdition,
        {
            "name": content["name"],
            "players": players,
            **{name: formed(section(name), form, content.get(name, {})) for name, form in NUMBERS.items()},
            "boards": _boards(content["boards"], players),
            "cards": entries(content, "cards", "card", Card),
            "tasks": sorted(entries(content, "tasks", "task", Task), key=lambda task: task.id),
            "norms": sorted(entries(content, "norms", "norm", Norm), key=lambda norm: norm.id),
            "neutral": content["neutral"],
        },
    )
    for check in (_check_cards, _check_sites, _check_tasks, _check_norms, _check_neutral):
        check(edition)
    return edition


def _with_uses(content: Any) -> Any:
    """Return what a file says, of each function its use alone: its text is for readers."""
    functions = content.get("functions") if isinstance(content, dict) else None
    if not isinstance(functions, list):
        return content
    uses = {str(entry.get("id")): entry.get("use") for entry in functions if isinstance(entry, dict)}
    return {**content, "functions": uses}


def _boards(given: Any, players: tuple[int, ...]) -> dict[int, list[Field]]:
    names = [str(number) for number in players]
    if not isinstance(given, dict) or not set(names) <= set(given) <= set(map(str, PLAYERS)):
        raise NotationError("expected an object with {keys}", keys=", ".join(names)).at(section("boards"))
    boards = {int(name): entries(given, name, f"board of {name} players: field", Field) for name in given}
    for number, fields in boards.items():
        board = f"board of {number} players"
        check_numbered([field.id for field in fields], MAX_FIELDS, board)
        unlimited = sum(field.unlimited for field in fields)
        if unlimited != 3:
            raise miscounted(unlimited, 3).at(f"{board}: unlimited")
        for field in fields:
            if not any(getattr(field.effect, name) for name in EFFECTS):
                raise NotationError("its effect is empty").at(f"{board}: field {field.id}")
    return boards


def _check_map(places: Sequence[MapHex]) -> None:
    """Raise `NotationError` if the map of a file is not that of the game."""
    seen = set()
    for place in places:
        where = place.q, place.r
        if where not in CELLS:
            raise NotationError("it is outside the map").at(f"hex {place.q},{place.r}")
        if where in seen:
            raise repeated(f"hex {place.q},{place.r}")
        seen.add(where)
        expected = {
            "bank": "right" if where in RIGHT_BANK else "left",
            "zone": "urban" if where in URBAN else "suburban",
            "rubble": where in URBAN,
        }
        for key, value in expected.items():
            if getattr(place, key) != value:
                error = NotationError("{key} is {value} on the map", key=key, value=str(value).lower())
                raise error.at(f"hex {place.q},{place.r}")
    missing = [f"{q},{r}" for q, r in HEXES if (q, r) not in seen]
    if missing:
        raise NotationError("it is missing").at(f"hex {missing[0]}")


def _check_cards(edition: WarszawaEdition) -> None:
    for card in edition.cards:
        if card.id in VERBS or TASK_ID.fullmatch(card.id):
            raise NotationError("the notation uses this id for something else").at(f"card '{card.id}'")
    for stage, least in ((1, edition.limits.start_cards * max(edition.players)), (2, 0)):
        _check_number(f"cards, stage {stage}", len(edition.stage_cards(stage)), least, MAX_CARDS)


def _check_sites(edition: WarszawaEdition) -> None:
    owner: dict[tuple[int, int], str] = {}
    for card in edition.cards:
        if card.site is None:
            continue
        place = f"card '{card.id}': site {card.site[0]},{card.site[1]}"
        if card.site not in CELLS:
            raise NotationError("it is outside the map").at(place)
        if card.site not in URBAN or card.site in RIGHT_BANK:
            raise NotationError("it is not urban, on the left bank").at(place)
        if card.stage != 1 or card.zone == "suburban":
            raise NotationError("a historic site is for a stage 1 card that is not suburban").at(place)
        if card.site in owner:
            raise NotationError("it is already the site of card '{owner}'", owner=owner[card.site]).at(place)
        owner[card.site] = card.id


def _check_tasks(edition: WarszawaEdition) -> None:
    for stage in (1, 2):
        rounds = max(edition.rounds.none[stage - 1], edition.rounds.rounds7[stage - 1])
        least = edition.limits.tasks_open * rounds
        _check_number(f"tasks, stage {stage}", len(edition.stage_tasks(stage)), least, MAX_TASKS)


def _check_norms(edition: WarszawaEdition) -> None:
    cards: Counter[str] = Counter(card.type for card in edition.cards)
    for norm in edition.norms:
        for name, n in Counter(norm.objects).items():
            if name in TYPES and n > cards[name]:
                raise NotationError(
                    "norm '{norm}': nobody can meet it: it needs {number} {kind}, the cards have {there}",
                    norm=norm.id,
                    number=n,
                    kind=name,
                    there=cards[name],
                )
    if len(edition.norms) < (least := 2 * max(edition.players)):
        raise miscounted(len(edition.norms), f">= {least}").at(section("norms"))


def _check_neutral(edition: WarszawaEdition) -> None:
    if len(edition.neutral) != NEUTRAL:
        raise miscounted(len(edition.neutral), NEUTRAL).at(section("neutral"))


def _check_number(what: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise miscounted(number, f"{least}-{most}").at(section(what))
