"""Features of Warszawa positions, counted by hand."""

from dataclasses import dataclass

import pytest

from tests.engine.named_features import named_features
from tests.engine.tables import Table, choices
from urbanist.engine import GAMES

WARSZAWA = GAMES["warszawa"]
KINDS = ("industrial", "service", "residential", "representative", "cultural")

DEAL = (
    "game=warszawa variant=advanced players=4 options=none data=house first=0 neutral=none tasks=t01,t03,t06 "
    "norms=n01+n09,n02+n03,n04+n05,n06+n07 hands=kolo+glowna,praga1+stadion,fso+hotelwarszawa,mdm+pkin"
)
NORMS = "norm@n01 norm@n02 norm@n04 norm@n06"
#: The first seat lays a station on the western corner, and all pass.
STATION = f"{NORMS} glowna@-3,0 pass pass pass pass"

# At the start, the eighteen suburban hexes are free. Of the 28 cards that the first seat sees nowhere, these fit there:
# five industrial ones, for 2 points and four unbuilt neighbours, and those of any zone or the suburbs for their points.
UNSEEN = 5 * (2 + 4) + 4 + 4 + 4 + 5 + 6 + 6


@dataclass(frozen=True)
class Case:
    """Events, an observer, and some features of the position: of all seats, or of one row."""

    name: str
    events: str
    observer: int | None
    row: int | None
    then: dict[str, float]

    def __str__(self) -> str:
        return self.name


CASES = [
    Case(
        "the first planning: all limited fields are free",
        NORMS,
        None,
        None,
        {
            "3 players": 0,
            "4 players": 1,
            "rounds left": 8,
            "rounds left in the stage": 4,
            "stage II": 0,
            "planning": 1,
            "fund on free fields": 2 + 1,
            "concrete on free fields": 2,
            "barter on free fields": 2,
            "card on free fields": 2 + 1,
            "marker on free fields": 1,
            "clear on free fields": 2 + 1,
            "rubble hexes": 19,
            "free hexes": 18,
            "free urban hexes": 0,
            "unbuilt hexes": 37,
            "open tasks": 3,
            "points of open tasks": 2 + 2 + 3,
            "cards in the deck": 30 - 8,
            "bridges to come": 4,
            "sides for the next segment": 80,
            "best site for industrial": 4,
            "best site for residential": 0,
        },
    ),
    Case(
        "the start of a seat: one fund, one concrete, four engineers for eight rounds",
        NORMS,
        0,
        0,
        {
            "to move": 1,
            "holder": 1,
            "points": -3,
            "funds": 1,
            "concrete": 1,
            "rubble": 0,
            "room for cubes": 7,
            "payable buildings": 1,
            "payable segments": 1,
            "payable bridge": 0,
            "free engineers": 4,
            "placements left": 32,
            "norm known": 1,
            "norm points": -3,
            "norm missing": 4,
            "norm missing x rounds left": 32,
        },
    ),
    Case(
        "a seat knows its hand: a station for 5 points and flats for 3",
        NORMS,
        0,
        0,
        {
            "cards held": 2,
            "hand known": 1,
            "points of the hand": 8,
            "best card": 5,
            "second card": 3,
            "cards that fit": 2,
        },
    ),
    Case(
        "an unknown hand is the mean of the cards not seen, and no norm is near",
        NORMS,
        0,
        1,
        {
            "turns to wait": 1,
            "cards held": 2,
            "hand known": 0,
            "points of the hand": 2 * UNSEEN / 28,
            "best card": UNSEEN / 28,
            "cards that fit": 2 * 11 / 28,
            "norm known": 0,
            "norm missing": 4,
            "points": -3,
        },
    ),
    Case(
        "a foundation that can be paid",
        STATION,
        0,
        0,
        {
            "foundations": 1,
            "points of foundations": 5,
            "best foundation": 5,
            "payable foundations": 1,
            "free engineers": 3,
            "placements left": 3 * 7,
            "points of the hand": 3,
            "realisation to come": 1,
        },
    ),
    Case(
        "what its foundation will be: an object of the norm, with a store of four",
        STATION,
        0,
        0,
        {
            "norm missing to come": 3,
            "norm points to come": -3,
            "functions to come": 1,
            "size of the store": 3,
            "neighbour points to come": 0,
            "gain of the next segment": 0,
        },
    ),
    Case(
        "all seats see what is founded",
        STATION,
        3,
        None,
        {"transport foundations": 1, "service foundations": 0},
    ),
    Case(
        "a station and flats beside it: one point for neighbours to come, two objects, and a style",
        f"{NORMS} glowna@-3,0 pass pass pass kolo@-3,1",
        0,
        0,
        {
            "neighbour points to come": 1,
            "points of residential": 0,
            "norm missing to come": 2,
            "norm missing": 4,
            "lead in modernism to come": 1,
            "lead in modernism": 0,
            "lead in socrealism to come": 0,
            "cards held": 0,
        },
    ),
    Case(
        "a hand: a station and flats of the norm, a style and a storage",
        NORMS,
        0,
        0,
        {"cards that the norm lacks": 2, "cards of a style": 1, "cards with a function": 1},
    ),
    Case(
        "the station stands: the next segment may go there, and the norm lacks the flats alone",
        f"{STATION} build@-3,0/c",
        0,
        0,
        {
            "gain of the next segment": 1,
            "size of the store": 4,
            "functions to come": 0,
            "cards that the norm lacks": 1,
        },
    ),
    Case(
        "no segment brings it there twice",
        f"{STATION} build@-3,0/c metro@-3,0/0",
        0,
        0,
        {"gain of the next segment": 0},
    ),
    Case(
        "the station stands: its points, its room for cubes, and one object of the norm",
        f"{STATION} build@-3,0/c",
        0,
        0,
        {
            "gained": 5,
            "points": 5 - 3,
            "transport buildings": 1,
            "foundations": 0,
            "room for cubes": 12,
            "payable buildings": 0,
            "norm missing": 3,
            "realisation to come": 0,
            "points of the hand": 3 + 1 + 2,
        },
    ),
    Case(
        "the rival sees a site beside the station for its flats: 4 points, 1 for the neighbour, 2 for the task",
        f"{STATION} build@-3,0/c",
        1,
        1,
        {
            "to move": 1,
            "realisation to come": 1,
            "best card": 7,
            "second card": 5,
            "points of the hand": 12,
        },
    ),
    Case(
        "a seat may have kept one of twelve norms as far as a rival can tell; seven of them have transport",
        f"{STATION} build@-3,0/c",
        1,
        0,
        {"norm known": 0, "norm missing": 4 - 7 / 12},
    ),
    Case(
        "a segment beside the station is a point for its owner",
        f"{STATION} build@-3,0/c metro@-3,0/0",
        0,
        0,
        {"metro points": 1, "points": 5 + 1 - 3, "segments": 0, "markers": 6},
    ),
    Case(
        "and one for its builder, who has a marker less and the metro of its norm",
        f"{STATION} build@-3,0/c metro@-3,0/0",
        1,
        1,
        {"metro points": 0, "gained": 1, "points": 1 - 3, "segments": 1, "markers": 5, "norm missing": 3},
    ),
    Case(
        "flats of a style: most of it",
        f"{NORMS} kolo@-3,0 pass pass pass pass build@-3,0/c",
        0,
        0,
        {"style points": 5, "lead in modernism": 1, "lead in socrealism": 0, "points": 3 + 5 - 3},
    ),
    Case(
        "and the others one less",
        f"{NORMS} kolo@-3,0 pass pass pass pass build@-3,0/c",
        0,
        2,
        {"style points": 0, "lead in modernism": -1, "lead in socrealism": 0},
    ),
]


@pytest.mark.parametrize("seats", WARSZAWA.notation.seat_counts)
def test_without_a_foundation_nothing_is_to_come(seats: int) -> None:
    checked = 0
    for seed in range(8):
        for state in choices(Table(WARSZAWA, "advanced", seats), seed):
            for row in range(seats):
                numbers = named_features(state, row, row)
                if sum(named_features(state, row, other)["foundations"] for other in range(seats)):
                    continue
                checked += 1
                beside = sum(numbers.get(f"points of {kind}", 0) for kind in KINDS)
                assert numbers["neighbour points to come"] == beside
                for name in ("norm points", "norm missing", "lead in socrealism", "lead in modernism"):
                    assert numbers[f"{name} to come"] == numbers[name]
                assert numbers["functions to come"] == 0
    assert checked > 100


@pytest.mark.parametrize("case", CASES, ids=str)
def test_features_of_a_position_that_a_reader_can_count(case: Case) -> None:
    state = WARSZAWA.read_deal(DEAL)
    for event in case.events.split():
        state = state.play(event)
    numbers = named_features(state, case.observer, case.row)
    assert {name: numbers[name] for name in case.then} == pytest.approx(case.then)
