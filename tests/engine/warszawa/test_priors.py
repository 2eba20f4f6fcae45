"""Features of Warszawa moves, counted by hand."""

from dataclasses import dataclass

import pytest

from tests.engine.warszawa.test_features import DEAL, NORMS, STATION, WARSZAWA
from urbanist.engine.features import move_features


@dataclass(frozen=True)
class Case:
    """Events, a move of the position after them, and some of its features."""

    events: str
    move: str
    then: dict[str, float]

    def __str__(self) -> str:
        return f"{self.move} after {len(self.events.split())} events"


CASES = [
    Case(
        NORMS,
        "send@4",
        {
            "engineer": 1,
            "fund gained": 2,
            "concrete gained": 0,
            "payable": 1,
            "rounds left": 8,
            "rounds left in the stage": 4,
            "foundations": 0,
            "free engineers": 4,
            "funds": 1,
            "rubble": 0,
            "cards held": 2,
            "markers": 6,
            "holder": 1,
            "engineers of others": 12,
            "free hexes": 18,
        },
    ),
    Case(
        f"{NORMS} send@4 pass pass pass", "send@1", {"fund gained": 0, "funds": 3, "engineers of others": 0}
    ),
    Case(
        f"{NORMS} send@4 pass pass pass",
        "send@8:fr",
        {"fund gained": -1, "rubble gained": 2, "barter gained": 2},
    ),
    Case(NORMS, "send@7", {"card gained": 1, "marker gained": 0}),
    Case(NORMS, "send@9", {"card gained": 1, "marker gained": 1}),
    Case(NORMS, "send@6", {"clear gained": 2}),
    Case(f"{NORMS} send@6", "clear@0,-2", {"clearing": 1, "rubble gained": 1}),
    Case(NORMS, "pass", {"pass": 1, "fund gained": 0, "stage II": 0}),
    Case(
        f"{NORMS} glowna@-3,0 pass pass pass",
        "kolo@-3,1",
        {
            "foundation": 1,
            "style": 1,
            "lead in the style": 0,
            "other function": 0,
            "neighbours": 0,
            "own buildings that gain": 0,
            "payable": 0,
            "foundations": 1,
        },
    ),
    Case(NORMS, "glowna@-3,0", {"style": 0, "other function": 1}),
    Case(STATION, "build@-3,0/c", {"building": 1, "fund gained": -1, "concrete gained": -1}),
    Case(
        f"{NORMS} send@6 clear@0,-2 clear@1,-2 pass pass pass kolo@0,-2 pass",
        "build@0,-2/r",
        {"fund gained": -1, "concrete gained": 0, "rubble gained": -2, "style": 1},
    ),
    Case(
        f"{NORMS} send@4 send@5 pass pass send@2 pass send@2 pass",
        "bridge@1,-2/0/cc",
        {"bridge": 1, "fund gained": -1, "concrete gained": -2, "rubble gained": 0},
    ),
    Case(
        f"{NORMS} pass praga1@-3,0 pass pass pass done build@-3,0/c",
        "use@praga1",
        {"function": 1, "rubble gained": 1, "fund gained": 0},
    ),
    Case(
        f"{STATION} build@-3,0/c",
        "metro@-3,0/0",
        {
            "segment": 1,
            "fund gained": -1,
            "own buildings that gain": 0,
            "other buildings that gain": 1,
            "holder": 0,
        },
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_features_of_a_move_that_a_reader_can_count(case: Case) -> None:
    state = WARSZAWA.read_deal(DEAL)
    for event in case.events.split():
        state = state.play(event)
    moves, _, rows = move_features(state)
    row = rows[moves.tolist().index(WARSZAWA.notation.read_move(case.move))]
    numbers = dict(zip(WARSZAWA.move_features, row.tolist(), strict=True))
    assert {name: numbers[name] for name in case.then} == pytest.approx(case.then)
