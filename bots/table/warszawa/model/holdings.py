"""What a seat has, as far as it is known: cubes, engineers, markers, cards, norm; and what it can pay."""

from dataclasses import dataclass

from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.warszawa.model.city import bits, built_cards, card_named, edition_of
from urbanist.engine import State
from urbanist.engine.warszawa.edition import OBJECTS, ONE_OFF, Card, Field, Norm, Task
from urbanist.engine.warszawa.hidden import cards_of, norms_of, stage_tasks

CUBES = ("fund", "concrete", "rubble")
CHOOSING, PLANNING, REALISATION = range(3)
LARGE_STORE, THRIFT = 1, 2


@dataclass(frozen=True, slots=True)
class Holding:
    """A seat's things; `hand` and `norms` hold what is known of them, `held` says how many cards there are."""

    seat: int
    cubes: tuple[int, ...]
    store: int
    engineers: int
    markers: int
    segments: int
    bridges: int
    held: int
    hand: tuple[Card, ...]
    norms: tuple[Norm, ...]
    ready: tuple[Card, ...]
    rubble_price: int

    @property
    def affordable(self) -> int:
        """How many buildings its cubes pay for."""
        fund, concrete, rubble = self.cubes
        return min(fund, concrete + rubble // self.rubble_price)


def holding(state: State, seat: int) -> Holding:
    """Return what a seat has."""
    record = state.array
    perks = int(record["perks"][seat])
    known = {norm.id: norm for norm in edition_of(state).norms}
    ready = bits(record["ready"][seat])
    return Holding(
        seat,
        tuple(map(int, record["cubes"][seat])),
        4 if perks & LARGE_STORE else 3,
        int(record["engineers"][seat]),
        int(record["markers"][seat]),
        int(record["dug"][seat]),
        int(record["spanned"][seat]),
        int(record["held"][seat]),
        tuple(card_named(state, card) for card in cards_of(record, int(record["hand"][seat]))),
        tuple(known[name] for name in norms_of(record, seat).split("+") if name in known),
        tuple(card for cell, card in built_cards(state, seat) if cell in ready),
        1 if perks & THRIFT else 2,
    )


def functions(state: State, seat: int) -> list[str]:
    """Return the functions at work in a seat's buildings: styles and rules with their number, and those left to use."""
    built = [card.function for _, card in built_cards(state, seat)]
    lasting = [name for name in dict.fromkeys(built) if name not in (*ONE_OFF, "none")]
    said = [f"{built.count(name)} {name}" if built.count(name) > 1 else name for name in lasting]
    return said + [f"{card.function} once ({card.id})" for card in holding(state, seat).ready]


def objects(state: State, norm: Norm) -> tuple[str, ...]:
    """Return what a norm asks for: with five players its last object is ignored."""
    return norm.objects[:3] if state.seats == 5 else norm.objects


def owned(state: State, seat: int) -> dict[str, int]:
    """Return how many objects of each kind that norms name a seat has built."""
    found = dict.fromkeys(OBJECTS, 0)
    for _, card in built_cards(state, seat):
        found[card.type] += 1
    record = state.array
    return found | {"metro": int(record["dug"][seat]), "bridge": int(record["spanned"][seat])}


def sets(state: State, seat: int, norm: Norm) -> int:
    """Return how many complete sets of a norm a seat has."""
    have, wanted = owned(state, seat), objects(state, norm)
    return min(have[kind] // wanted.count(kind) for kind in wanted)


def open_tasks(state: State) -> list[Task]:
    """Return the open urban tasks."""
    names = [stage_tasks(state.array)[place] for place in bits(state.array["tasks_open"])]
    return [task for task in edition_of(state).tasks if task.id in names]


def fields(state: State) -> tuple[Field, ...]:
    """Return the fields of the action board."""
    return edition_of(state).boards[state.seats]


def taken(state: State, field: Field) -> bool:
    """Tell whether a field can hold no other engineer this round."""
    return bool(int(state.array["taken"]) >> field.id & 1)


def phase_of(state: State) -> int:
    """Return the phase: the choice of norms, planning or realisation."""
    return int(state.array["phase"])


def round_of(state: State) -> tuple[int, int]:
    """Return the stage, 0 or 1, and the round of the stage from 0 on."""
    return int(state.array["stage"]), int(state.array["round"])


def rounds(state: State) -> int:
    """Return how many rounds the stage has."""
    return 3 if int(state.array["stage"]) == 1 and int(state.array["options"]) & 1 else 4


def delegates(sight: Sight) -> dict[int, list[int]]:
    """Return by field the seats whose engineers stand there, in the order in which they came."""
    found: dict[int, list[int]] = {}
    if phase_of(sight.state) != PLANNING or sight.state.over:
        return found
    now = round_of(sight.state)
    for state, event in reversed(list(zip(sight.states, sight.view.events, strict=False))):
        if phase_of(state) != PLANNING or round_of(state) != now:
            break
        verb, _, rest = event.partition("@")
        if verb == "send":
            found.setdefault(int(rest.partition(":")[0]), []).insert(0, state.to_move)
    return found
