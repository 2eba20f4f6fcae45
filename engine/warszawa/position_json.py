"""A position of Warszawa as plain JSON: what each field says."""

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta

from urbanist.engine.notation import NotationError
from urbanist.engine.position import FLAG, NUMBER, FieldForm, Position, each, every, keyed, one, some
from urbanist.engine.warszawa import editions
from urbanist.engine.warszawa.edition import STYLES, TYPES
from urbanist.engine.warszawa.editions import EDITIONS
from urbanist.engine.warszawa.geography import HEXES, METRO_SIDES, RIVER_SIDES, hex_text, side_text
from urbanist.engine.warszawa.hidden import NAMES, NONE, stage_cards, stage_tasks
from urbanist.engine.warszawa.map_record import STAGE_CARDS, card_at

CELLS = tuple(map(hex_text, range(len(HEXES))))
SIDES = tuple(map(side_text, METRO_SIDES))
RIVERS = tuple(map(side_text, RIVER_SIDES))
CUBES = ("fund", "concrete", "rubble")
PHASES = ("norms", "planning", "realisation")
STAGES = (1, 2)
SEATS = some(range(5))

HEX_SET, SIDE_SET, CARD_SET, TASK_SET = some(CELLS), some(SIDES), some(stage_cards), some(stage_tasks)
NORM = one(NAMES[:NONE], NONE)


def _write_map(cards: Any, record: Any) -> dict[str, str]:
    return {name: card_at(record, cell) for cell, name in enumerate(CELLS) if int(cards[cell]) != NONE}


def _read_map(given: dict[str, str], record: Any, old: Any) -> Any:
    cards = old.copy()
    cards[:] = NONE
    known = {
        card: (stage - 1) * STAGE_CARDS + place
        for stage in STAGES
        for place, card in enumerate(editions.indexed(int(record["slot"]), stage))
    }
    for name, card in given.items():
        if card not in known:
            raise NotationError("'{item}' is not one of {known}", item=card, known=", ".join(known))
        cards[int(one(CELLS).read(name, record, 0))] = known[card]  # type: ignore[call-overload]
    return cards


def _decks(names: Callable[[Any, int], list[str]]) -> FieldForm:
    """Return the form of the decks of both stages: the next one last, null for each that is not known or gone."""

    def write(decks: Any, record: Any) -> list[list[str | None]]:
        return [
            [None if int(item) == NONE else names(record, stage)[int(item)] for item in deck]
            for stage, deck in zip(STAGES, decks, strict=True)
        ]

    def read(given: Any, record: Any) -> Any:
        return [
            [one(names(record, stage), NONE).read(item, record, 0) for item in deck]
            for stage, deck in zip(STAGES, given, strict=True)
        ]

    return FieldForm(write, lambda value, record, _: read(value, record))


def _tasks(record: Any, stage: int) -> list[str]:
    return [task.id for task in EDITIONS.of(record).stage_tasks(stage)]


def _cards(record: Any, stage: int) -> list[str]:
    return [*editions.indexed(int(record["slot"]), stage)]


class WarszawaPosition(Position, frozen=True, kw_only=True):
    """A position of Warszawa: hexes, sides, cards, tasks and norms are written as in moves and deals.

    Where there is an entry for each seat, the first is that of seat 0.
    """

    data: Annotated[
        str,
        Meta(description="the name of the edition"),
        FieldForm(
            lambda slot, _: EDITIONS.at(int(slot)).name,
            lambda name, *_: EDITIONS.slot_of(name),
            "slot",
        ),
    ]
    options: Annotated[list[str], Meta(description="the options of the deal"), some(("rounds7",))]
    first: Annotated[int, Meta(description="the first seat to move"), NUMBER.named("opener")]
    stage: Annotated[int, Meta(description="the stage, 1 or 2"), one(STAGES)]
    round: Annotated[int, Meta(description="the rounds of the stage that are over"), NUMBER]
    phase: Annotated[str, Meta(description="`norms`, `planning` or `realisation`"), one(PHASES)]
    holder: Annotated[int, Meta(description="the seat with the marker"), NUMBER]
    next_holder: Annotated[int, Meta(description="the seat that gets the marker"), NUMBER]
    chosen: Annotated[list[int], Meta(description="the seats that have kept a norm"), SEATS]
    passed: Annotated[list[int], Meta(description="the seats that have passed"), SEATS]
    realised: Annotated[list[int], Meta(description="the seats that have begun their realisation"), SEATS]
    placing: Annotated[bool, Meta(description="whether the effect of a sent engineer lasts"), FLAG]
    clearing: Annotated[int, Meta(description="the hexes still to clear"), NUMBER]
    more: Annotated[int, Meta(description="the placements to come in this turn"), NUMBER]
    drawing: Annotated[int, Meta(description="the cards or tasks of the event that is due"), NUMBER]
    taken: Annotated[list[int], Meta(description="the fields with an engineer"), some(range(16))]
    tasks_open: Annotated[list[str], Meta(description="the open tasks"), TASK_SET]
    tasks_gone: Annotated[list[str], Meta(description="the tasks that are done or put away"), TASK_SET]
    tasks_left: Annotated[int, Meta(description="the tasks in the deck of the stage"), NUMBER]
    left: Annotated[int, Meta(description="the cards in the deck of the stage"), NUMBER]
    rubble: Annotated[list[str], Meta(description="the hexes with rubble"), HEX_SET]
    cards: Annotated[
        dict[str, str],
        Meta(description="the card of each foundation and building, by its hex"),
        FieldForm(_write_map, _read_map, "card_at"),
    ]
    built: Annotated[list[list[str]], Meta(description="the buildings of each seat"), each(HEX_SET)]
    founded: Annotated[list[list[str]], Meta(description="the foundations of each seat"), each(HEX_SET)]
    ready: Annotated[
        list[list[str]], Meta(description="the own buildings with an unused one-off function"), each(HEX_SET)
    ]
    types: Annotated[
        dict[str, list[str]],
        Meta(description="the buildings of each type, also neutral ones"),
        keyed(TYPES, HEX_SET).named("of_type"),
    ]
    styles: Annotated[
        dict[str, list[str]],
        Meta(description="the buildings of each style"),
        keyed(STYLES, HEX_SET).named("of_style"),
    ]
    metro: Annotated[
        list[str], Meta(description="the sides with a metro segment"), SIDE_SET.named("segments")
    ]
    ends: Annotated[list[str], Meta(description="the sides that continue from an open end"), SIDE_SET]
    forks: Annotated[list[str], Meta(description="the sides that branch off"), SIDE_SET]
    branched: Annotated[int, Meta(description="the branches of the metro"), NUMBER]
    bridges: Annotated[list[str], Meta(description="the sides with a bridge"), some(RIVERS)]
    tunnel: Annotated[str | None, Meta(description="the side with the tunnel"), one((None, *RIVERS), 0)]
    points: Annotated[list[int], Meta(description="the points won until now"), each(NUMBER).named("gained")]
    cubes: Annotated[
        list[dict[str, int]],
        Meta(description="the cubes of each seat by their kind"),
        each(keyed(CUBES, NUMBER)),
    ]
    engineers: Annotated[list[int], Meta(description="the free engineers"), each(NUMBER)]
    markers: Annotated[list[int], Meta(description="the markers"), each(NUMBER)]
    dug: Annotated[list[int], Meta(description="the segments built"), each(NUMBER)]
    spanned: Annotated[list[int], Meta(description="the bridges built"), each(NUMBER)]
    perks: Annotated[
        list[list[str]],
        Meta(description="the permanent functions of each seat"),
        each(some(("storage", "thrift"))),
    ]
    held: Annotated[list[int], Meta(description="the number of cards in each hand"), each(NUMBER)]
    laid: Annotated[list[str], Meta(description="the open cards of the stage"), CARD_SET]
    hands: Annotated[
        list[list[str]],
        Meta(description="the cards that are known to be in each hand"),
        each(CARD_SET).named("hand"),
    ]
    norms: Annotated[
        list[list[str | None]],
        Meta(description="the norms dealt; null if they are not known"),
        each(every(NORM)),
    ]
    kept: Annotated[
        list[str | None],
        Meta(description="the norm that each seat has kept; null if it is not known"),
        each(NORM),
    ]
    decks: Annotated[
        list[list[str | None]],
        Meta(
            description="the cards of both stages, the next one last; null if it is not known or there is none"
        ),
        _decks(_cards).named("deck"),
    ]
    task_decks: Annotated[
        list[list[str | None]],
        Meta(
            description="the tasks of both stages, the next one last; null if it is not known or there is none"
        ),
        _decks(_tasks).named("task_deck"),
    ]
