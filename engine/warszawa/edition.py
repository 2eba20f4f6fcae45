"""An edition of Warszawa: its cards, tasks, norms and action boards.

The program comes with the edition `house.json`. Its cards and fields were made for the program; they are not the
publisher's. Owners of the game can write the printed ones into a file of the same form: see `edition_file`.
"""

from typing import Annotated, Literal, get_args

from msgspec import Meta

from urbanist.engine.edition import Form, Name

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
    """The material and the numbers of a game; cards are in the order of the file, tasks and norms ascending."""

    name: Name
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
