"""Features of Metropolys positions, counted by hand."""

from dataclasses import dataclass

import pytest

from tests.engine.metropolys.scoring_cases import TWO, expert, family
from tests.engine.named_features import named_features
from urbanist.engine import GAMES

METROPOLYS = GAMES["metropolys"]


@dataclass(frozen=True)
class Case:
    """A deal, its events, an observer, and some features of the position: of all seats, or of one row."""

    name: str
    deal: str
    events: str
    observer: int | None
    row: int | None
    then: dict[str, float]

    def __str__(self) -> str:
        return self.name


LAKES_OR_STATUES = expert(TWO, "lakes+park,statues+industry")
STATUES_OR_LAKES = expert(TWO, "statues+park,lakes+industry")
BRIDGES_OR_STATUES = family(TWO, "bridges,statues")

CASES = [
    Case(
        "the start",
        LAKES_OR_STATUES,
        "",
        None,
        None,
        {
            "expert": 1,
            "2 players": 1,
            "3 players": 0,
            "auction": 0,
            "last value": 0,
            "sites for the next building": 35,
            "values that outbid": 13,
            "empty sites": 35,
            "trendy tokens left": 5,
            "metro tokens left": 6,
            "ruins tokens left": 6,
            "metro card free": 1,
            "fewest buildings left": 13,
            "all buildings left": 26,
        },
    ),
    Case(
        "a full hand: below each value of 1 to 13 there are 12 to 0 values of the rival",
        LAKES_OR_STATUES,
        "",
        0,
        0,
        {
            "buildings left": 13,
            "small left": 5,
            "medium left": 4,
            "tall left": 4,
            "sum of values left": 91,
            "highest value left": 13,
            "second value left": 12,
            "lowest value left": 1,
            "values that no rival outbids": 1,
            "higher values of rivals": 78,
        },
    ),
    Case(
        "a seat knows its own cards",
        LAKES_OR_STATUES,
        "",
        0,
        0,
        {"area card known": 1, "type card known": 1, "chance of lakes": 1, "chance of chains": 0},
    ),
    Case(
        "nobody else holds the card that a seat holds",
        LAKES_OR_STATUES,
        "",
        0,
        1,
        {"area card known": 0, "type card known": 0, "chance of lakes": 0, "chance of chains": 0.25},
    ),
    Case(
        "a bystander knows no card",
        LAKES_OR_STATUES,
        "",
        None,
        1,
        {"area card known": 0, "chance of lakes": 0.2, "chance of chains": 0.2, "chance of border": 0},
    ),
    Case(
        "an auction: beside C1 are C3, C4, N5 and N8",
        LAKES_OR_STATUES,
        "5@C1",
        None,
        None,
        {
            "auction": 1,
            "last value": 5,
            "sites for the next building": 4,
            "values that outbid": 8,
            "empty sites": 34,
        },
    ),
    Case(
        "the seat on top would win a trendy token, the skyline of the Centre, and a place in industry",
        STATUES_OR_LAKES,
        "1@N2 5@N1",
        1,
        1,
        {
            "to move": 0,
            "turns to wait": 1,
            "may build": 0,
            "on top": 1,
            "value at stake": 5,
            "tokens at stake": 3,
            "tallest at stake": 5,
            "cards at stake": 2,
            "buildings left": 13,
        },
    ),
    Case(
        "a seat that may answer can take the first metro token and the metro card on N5",
        LAKES_OR_STATUES,
        "5@C1",
        1,
        1,
        {
            "to move": 1,
            "on top": 0,
            "values that outbid": 8,
            "lowest value that outbids": 6,
            "best token in reach": 4,
        },
    ),
    Case(
        "two of three around a statue",
        STATUES_OR_LAKES,
        "13@N3 12@N4 pass",
        0,
        0,
        {
            "points": 7,
            "districts led": 1,
            "buildings left": 11,
            "values that no rival outbids": 0,
            "area points": 0,
            "area prospect": 14 / 3,
            "area prospect x fewest left": 11 * 14 / 3,
            "completing sites": 1,
            "type points": 2,
            "card points in reach": 9,
        },
    ),
    Case(
        "the same for a rival: half a pair at N4-E2, a statue, and two of three for a district and a chain",
        STATUES_OR_LAKES,
        "13@N3 12@N4 pass",
        1,
        0,
        {
            "prospect of bridges": 2,
            "prospect of statues": 14 / 3,
            "prospect of districts": 8 / 3,
            "prospect of chains": 8 / 3,
            "prospect of lakes": 0,
            "area prospect": 3,
            "completing sites": (1 + 1 + 8 + 4) / 4,
            "type points": 2 * 1 / 4,
            "most of a possible type": 1,
        },
    ),
    Case(
        "a rival whose highest value is 11 outbids none of 11, 12 and 13",
        STATUES_OR_LAKES,
        "13@N3 12@N4 pass",
        1,
        1,
        {"values that no rival outbids": 3, "higher values of rivals": 55, "turns to wait": 1, "points": 0},
    ),
    Case(
        "a tall building against a medium one: another tall one would take the North back",
        expert(TWO, "lakes+shopping,chains+housing"),
        "9@N9 pass 1@N4 13@N3",
        0,
        0,
        {"districts led": 0, "districts tied": 0, "districts that one building takes": 3},
    ),
    Case(
        "the other side of it",
        expert(TWO, "lakes+shopping,chains+housing"),
        "9@N9 pass 1@N4 13@N3",
        0,
        1,
        {"districts led": 1, "leads that one building takes": 1, "districts that one building takes": 2},
    ),
    Case(
        "tied skylines, and a building in industry, which one in four cards counts",
        expert(TWO, "lakes+shopping,chains+housing"),
        "10@N9 pass 1@N4 13@N3",
        0,
        1,
        {"districts led": 0, "districts tied": 1, "points": 5 + 2 / 4},
    ),
    Case(
        "family: a seat counts its own card",
        BRIDGES_OR_STATUES,
        "13@C1 12@C2 pass 11@C3 pass 10@N9 pass",
        0,
        0,
        {"points": 12, "area points": 9, "trendy": 1, "metro": 0, "districts led": 0},
    ),
    Case(
        "family: a bystander counts the mean of bridges, statues and lakes",
        BRIDGES_OR_STATUES,
        "13@C1 12@C2 pass 11@C3 pass 10@N9 pass",
        None,
        0,
        {
            "points": 11,
            "area points": 8,
            "points of bridges": 9,
            "points of statues": 9,
            "points of lakes": 6,
        },
    ),
    Case(
        "metro tokens: the card, and one token more than the rival",
        BRIDGES_OR_STATUES,
        "13@N5 12@N6 pass 1@C5 13@C6",
        None,
        0,
        {"metro": 2, "metro card": 1, "metro lead": 1, "ruins card": 0},
    ),
    Case(
        "C12 has no neighbour but C11; N7 and E4 have one",
        BRIDGES_OR_STATUES,
        "13@C11",
        None,
        None,
        {
            "sites without a neighbour": 1,
            "sites with one neighbour": 2,
            "trendy sites without a neighbour": 0,
        },
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_features_of_a_position_that_a_reader_can_count(case: Case) -> None:
    state = METROPOLYS.read_deal(case.deal)
    for event in case.events.split():
        state = state.play(event)
    numbers = named_features(state, case.observer, case.row)
    assert {name: numbers[name] for name in case.then} == pytest.approx(case.then)
