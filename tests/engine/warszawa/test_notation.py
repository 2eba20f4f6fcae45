"""Tests of Warszawa notation: reading, masking, and the messages for wrong texts and forbidden moves."""

import pytest

from tests.engine.tables import Table, played
from urbanist.engine import GAMES, IllegalMove, NotationError, State
from urbanist.engine.batch import Batch
from urbanist.engine.event import Chance, Event
from urbanist.engine.warszawa.editions import number_of
from urbanist.engine.warszawa.geography import HEXES
from urbanist.engine.warszawa.hidden import task_number
from urbanist.engine.warszawa.moves import RIVERS

WARSZAWA = GAMES["warszawa"]
NOTATION = WARSZAWA.notation
DEAL = (
    "game=warszawa variant=advanced players=4 options=none data=house first=2 neutral=none tasks=t06,t08,t10 "
    "norms=n03+n08,?,n01+n02,? hands=lampy+mariensztat,?,fso+cdt,?"
)
THREE = (
    "game=warszawa variant=advanced players=3 options=rounds7 data=house first=0 "
    "neutral=transport,residential,industrial,residential,service,cultural,representative tasks=t01,t02,t03 "
    "norms=n03+n08,n04+n05,n01+n02 hands=lampy+mariensztat,gus+pkin,fso+cdt"
)

#: A part of a good deal, its wrong replacement, and the message.
BAD_DEALS = [
    ("variant=advanced", "variant=basic", "deal token 'variant=basic': expected variant=advanced"),
    ("players=4", "players=2", "deal token 'players=2': expected players=3 or 4 or 5"),
    ("players=4", "players=3", "deal key 'norms': 4 entries, expected 3"),
    ("options=none", "options=long", "deal token 'options=long': expected options=none or rounds7"),
    ("data=house", "data=nowhere", "deal token 'data=nowhere': no such set of cards; there are house"),
    ("first=2", "first=4", "deal token 'first=4': expected first=0 or 1 or 2 or 3"),
    ("neutral=none", "neutral=service", "deal token 'neutral=service': expected neutral=none"),
    ("t06,t08,t10", "t06,t08", "deal key 'tasks': 't06,t08': expected 3 in order, such as t01,t02,t03"),
    (
        "t06,t08,t10",
        "t08,t06,t10",
        "deal key 'tasks': 't08,t06,t10': expected 3 in order, such as t01,t02,t03",
    ),
    ("t06,t08,t10", "t06,t08,t13", "deal key 'tasks': 't13' is not one of t01 ... t12"),
    ("n03+n08", "n03+n15", "deal key 'norms': 'n15' is not one of n01 ... n14"),
    ("n03+n08", "n08+n03", "deal key 'norms': 'n08+n03': expected 2 in order, such as n01+n02 or ?"),
    ("n03+n08", "n03", "deal key 'norms': 'n03': expected 2 in order, such as n01+n02 or ?"),
    ("n03+n08", "n02+n03", "deal key 'norms': 'n02' appears twice"),
    ("n03+n08", "n03+n03", "deal key 'norms': 'n03' appears twice"),
    ("fso+cdt,?", "fso+cdt", "deal key 'hands': 3 entries, expected 4"),
    ("fso+cdt", "cdt+fso", "deal key 'hands': 'cdt+fso': expected 2 in order, such as fso+zeran or ?"),
    ("fso+cdt", "fso+huta", "deal key 'hands': 'huta' is not one of fso ... mokotow"),
    ("fso+cdt", "fso+lampy", "deal key 'hands': 'lampy' appears twice"),
]

BAD_MOVES = [
    ("", "'' is not a move of warszawa"),
    ("Pass", "'Pass' is not a move of warszawa"),
    ("pass@", "'pass@' is not a move of warszawa"),
    ("norm@3", "'norm@3': '3' is not a norm such as n03, or ?"),
    ("send@0", "'send@0': '0' is not a field"),
    ("send@16", "'send@16': '16' is not a field"),
    ("send@8:ff", "'send@8:ff': '8:ff' is not a field"),
    ("clear@4,0", "'clear@4,0': '4,0' is not a hex"),
    ("clear@01,0", "'clear@01,0': '01,0' is not a hex"),
    ("castle@0,0", "'castle@0,0' is not a move of warszawa"),
    ("mdm@0,9", "'mdm@0,9': '0,9' is not a hex"),
    ("use@castle", "'use@castle' is not a move of warszawa"),
    ("build@0,0", "'build@0,0': expected a form such as build@0,1/c, paid c, r"),
    ("build@0,0/x", "'build@0,0/x': expected a form such as build@0,1/c, paid c, r"),
    ("metro@0,0/3", "'metro@0,0/3': '0,0/3' is not a side between two hexes of one bank"),
    ("metro@1,-1/0", "'metro@1,-1/0': '1,-1/0' is not a side between two hexes of one bank"),
    ("metro@0,0/2:0,0/1", "'metro@0,0/2:0,0/1': '0,0/1' is not a river side"),
    ("bridge@0,0/2/cr", "'bridge@0,0/2/cr': expected a form such as bridge@1,0/0/cr, paid cr, rrr, cc"),
    ("bridge@1,0/0/rc", "'bridge@1,0/0/rc': expected a form such as bridge@1,0/0/cr, paid cr, rrr, cc"),
]


@pytest.mark.parametrize("line", [DEAL, THREE])
def test_a_deal_is_read_as_it_is_written(line: str) -> None:
    assert NOTATION.write_deal(WARSZAWA.read_deal(line).array) == line


@pytest.mark.parametrize(("old", "new", "message"), BAD_DEALS, ids=[new for _, new, _ in BAD_DEALS])
def test_a_deal_against_the_rules_is_refused_in_a_line(old: str, new: str, message: str) -> None:
    assert old in DEAL
    with pytest.raises(NotationError) as refusal:
        WARSZAWA.read_deal(DEAL.replace(old, new, 1))
    assert str(refusal.value).startswith(message)


def test_neutral_buildings_must_be_those_of_the_set() -> None:
    with pytest.raises(NotationError, match="expected neutral=cultural,industrial"):
        WARSZAWA.read_deal(THREE.replace("neutral=transport", "neutral=industrial"))


def test_a_mask_shows_only_what_is_of_the_seat() -> None:
    assert NOTATION.mask_deal(DEAL, 0).endswith("norms=n03+n08,?,?,? hands=lampy+mariensztat,?,?,?")
    assert NOTATION.mask_deal(DEAL, None).endswith("norms=?,?,?,? hands=?,?,?,?")


def happening(text: str) -> Event:
    """Return an event without its position."""
    if not text.startswith("!"):
        return NOTATION.move(text)
    if text.startswith("!?"):
        return Chance((None,) * int(text[2:]), NOTATION)
    names = text[1:].split("+")
    tasks = names[0][1:].isdigit()
    return Chance(tuple(task_number(name) if tasks else number_of(name) for name in names), NOTATION)


@pytest.mark.parametrize(
    ("event", "shown"),
    [
        ("norm@n03", "norm@?"),
        ("!hotelmdm+muranow", "!?2"),
        ("!hotelmdm", "!?1"),
        ("!?2", "!?2"),
        ("!t02+t09", "!t02+t09"),
        ("mdm@0,1", "mdm@0,1"),
        ("use@pdtwola", "use@pdtwola"),
    ],
)
def test_an_event_is_masked_for_all_but_its_seat(event: str, shown: str) -> None:
    happened = happening(event)
    assert str(happened) == event
    assert NOTATION.mask_event(happened, 1, 1) == happened
    for seat in (2, None):
        masked = NOTATION.mask_event(happened, 1, seat)
        assert str(masked) == shown
        assert masked.hidden == ("?" in shown)


@pytest.mark.parametrize(("text", "message"), BAD_MOVES, ids=[repr(text) for text, _ in BAD_MOVES])
def test_a_text_that_is_no_move_is_refused_in_a_line(text: str, message: str) -> None:
    with pytest.raises(NotationError) as refusal:
        NOTATION.read_move(text)
    assert str(refusal.value).startswith(message)


def test_words_that_are_no_moves_are_written_as_numbers() -> None:
    words = [
        1,
        63,
        0xFFFF,
        1 << 24 | 1,
        2 << 24 | 100 << 8,
        3 << 24,
        3 << 24 | 4 << 8 | 1,
        4 << 24 | 40,
        10 << 24,
    ]
    words += [
        5 << 24 | 1023 << 8,
        6 << 24 | 1,
        7 << 24 | 37 << 8,
        8 << 24 | 80 << 8,
        8 << 24 | 11,
        9 << 24 | 3,
    ]
    assert [NOTATION.write_move(word) for word in words] == [f"word {word}" for word in words]


# -- messages for forbidden moves ------------------------------------------------------------------------------------


def planning(line: str = DEAL) -> State:
    """Return the position after the choice of norms: seat 2 plans first, or seat 0 with three players."""
    state = WARSZAWA.read_deal(line)
    while int(state.array["phase"]) == 0:
        state = state.play(state.legal()[0])
    return state


def changed(state: State, **fields: object) -> State:
    """Return a position with other values in its record."""
    batch = Batch.of([state])
    for name, value in fields.items():
        batch.array[name][0] = value
    return batch.state(0)


def realising(line: str = DEAL, **fields: object) -> State:
    """Return a position in which the first seat realises and has many cubes."""
    return changed(planning(line), phase=2, cubes=[[3, 3, 3]] * 5, **fields)


OBJECTIONS = [
    (WARSZAWA.read_deal(DEAL), "send@1", "the seat must choose a norm first"),
    (WARSZAWA.read_deal(DEAL), "norm@n09", ""),
    (planning(), "norm@n01", "this move belongs to the choice of norms, the phase is planning"),
    (planning(), "done", "this move belongs to realisation, the phase is planning"),
    (planning(), "metro@0,0/2", "this move belongs to realisation, the phase is planning"),
    (realising(), "send@1", "this move belongs to planning, the phase is realisation"),
    (planning().play("send@6"), "pass", "the seat must clear hexes first, 2 more"),
    (planning().play("send@6").play("clear@0,0"), "clear@0,0", "0,0 has no rubble"),
    (planning(), "clear@0,0", "the seat has no hex to clear now"),
    (planning(), "send@11", "the board has fields 1 to 10"),
    (planning().play("send@4"), "send@4", "field 4 holds an engineer already"),
    (planning(), "send@8", "field 8 barters: name a cube to give and one to take"),
    (planning(), "send@4:fc", "field 4 does not barter"),
    (planning(), "send@8:rc", "barter needs a cube to give and room for one, the store is 3"),
    (planning(), "mdm@0,0", "card mdm is not in hand: fso+cdt"),
    (planning(), "cdt@0,0", "rubble lies there"),
    (planning(), "cdt@0,3", "card cdt is for the other zone"),
    (changed(planning(), rubble=0), "fso@0,0", "card fso is for the other zone"),
    (changed(planning(), rubble=0), "cdt@1,-2", "the historic site is for card rynek"),
    (planning().play("fso@0,3"), "lampy@0,3", "card lampy is not in hand: ?"),
    (planning(), "use@mdm", "the seat has no building mdm"),
    (realising(), "build@0,0/c", "the seat has no foundation on 0,0"),
    (realising(markers=0), "metro@0,0/0", "no metro marker is left"),
    (changed(realising(), cubes=0), "metro@0,0/0", "it costs 1 fund, which the seat does not have"),
    (realising().play("metro@0,0/0"), "metro@0,0/0", "a segment lies there"),
    (realising().play("metro@0,0/0"), "metro@-3,2/0", "a segment must continue an end of the line"),
    (realising(), "metro@1,-1/1", "this segment needs a tunnel"),
    (realising(), "metro@0,0/0:1,-1/0", "this segment cannot have that tunnel"),
    (realising(THREE), "metro@2,-2/0", "three players build no metro on the right bank"),
    (realising(bridges=1 << RIVERS["1,0/0"]), "bridge@1,0/0/cc", "a bridge stands there"),
    (realising(bridges=0b1111), "bridge@1,0/0/cc", "all 4 bridges are built"),
    (
        changed(realising(), cubes=[[1, 1, 2]] * 5),
        "bridge@1,0/0/cc",
        "it costs 2 concrete, which the seat does not have",
    ),
    (changed(realising(), markers=0), "bridge@1,0/0/cc", "no metro marker is left"),
]


@pytest.mark.parametrize(
    ("state", "move", "reason"), OBJECTIONS, ids=[f"{move} {why}" for _, move, why in OBJECTIONS]
)
def test_a_forbidden_move_is_answered_by_the_rule(state: State, move: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        state.play(move)
    assert str(refusal.value).startswith(f"'{move}' is not legal for seat {state.to_move}")
    assert NOTATION.illegal_reason(state.array, NOTATION.move(move)).startswith(reason)
    assert reason in str(refusal.value)


def test_every_forbidden_move_of_a_game_has_a_line_to_itself() -> None:
    """A move that is legal in one position of a game raises `IllegalMove` with a reason in the others."""
    for players in (3, 4, 5):
        states = played(Table(WARSZAWA, "advanced", players), 0)[0]
        texts = sorted({str(move) for state in states for move in state.legal()})
        for state in states[:: len(states) // 12]:
            for move in texts:
                if move not in state.legal() and not state.over and not state.due:
                    why = NOTATION.illegal_reason(state.array, NOTATION.move(move))
                    assert why or str(move).startswith("norm@")


def test_hexes_read_from_north_to_south() -> None:
    assert HEXES[0] == (0, -3)
    assert HEXES[18] == (0, 0)
    assert HEXES[36] == (0, 3)
