"""The texts beside the map: seats, tasks, action board, the viewer's cards and norm, legend."""

from collections.abc import Collection, Iterable, Sequence
from textwrap import wrap

from rich.style import Style
from rich.text import Text

from urbanist.bots.table.kit.colour import WHITE
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.seat import COLOUR, MARK
from urbanist.bots.table.kit.terminal.block import Block, mark, name, tipped
from urbanist.bots.table.kit.terminal.canvas import style
from urbanist.bots.table.kit.wording import cut
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model import signs
from urbanist.bots.table.warszawa.model.stage import (
    CHOOSING,
    PLANNING,
    delegates,
    fields,
    open_tasks,
    phase_of,
    round_of,
    rounds,
    taken,
)
from urbanist.bots.table.warszawa.model.supply import Supply, supply_of
from urbanist.bots.table.warszawa.text import tips
from urbanist.bots.table.warszawa.text.names import (
    function_name,
    kind_name,
    letter,
    short_field,
    short_kind,
    short_zone,
    zone_width,
)
from urbanist.bots.table.warszawa.text.narration import narrate
from urbanist.bots.table.warszawa.text.phrases import PHASES, STAGES, advantage, effect, functions
from urbanist.engine.warszawa.edition import OBJECTS, TYPES, Card, Effect, Field, Task
from urbanist.engine.warszawa.score_rows import norm_row

#: The width of the narrowest panel, and the least width for words instead of signs.
WIDTH, WORDY = 36, 52
NAME, CARD, LEGEND = 10, 12, 16
#: The signs of the things that a field gives.
SIGN = {"fund": "f", "concrete": "c", "rubble": "r", "barter": "⇄", "card": "▤", "marker": "⚑", "clear": "✕"}


def chip(kind: str) -> tuple[str, Style]:
    """Return the letter of an object in its colours."""
    ground, ink = signs.TYPE[kind]
    return letter(kind), style(ink, ground, True)


def title(pov: PlayerView) -> Block:
    """Return the stage, round and phase of the game."""
    state = pov.state
    if state.over:
        return [Text(tr("Warszawa: the game is over"), "bold")]
    stage, number = round_of(state)
    moment = tr(
        "Stage {stage}, round {number}/{rounds}, {phase}",
        stage=STAGES[stage],
        number=number + 1,
        rounds=rounds(state),
        phase=tr(PHASES[phase_of(state)]),
    )
    return [Text(moment, "bold")]


def seats(pov: PlayerView, *, roomy: bool, naming: int = NAME) -> Block:
    """Return a line of headings and a line for each seat, and a second one with its functions if there is room."""
    points = tr("points")
    found = [Text(f"{'':{naming + 5}} f c r  e m ▤ {points}", "dim")]
    for seat in range(pov.state.seats):
        found.append(tipped(seat_line(pov, seat, naming), tips.seat_tip(pov, seat)))
        if roomy and (at_work := functions(pov.state, seat)):
            found.append(Text(f"    {', '.join(at_work)}", "dim"))
    return found


def seat_line(pov: PlayerView, seat: int, naming: int) -> Text:
    """Return what a seat has, and its points."""
    state, have = pov.state, supply_of(pov.state, seat)
    line = name(pov, seat, naming)
    line.pad_right(naming + 4 - line.cell_len)
    line.append("⚑" if int(state.array["holder"]) == seat else " ")
    for number in have.cubes:
        line.append(f"{number:>2}", "bold" if number == have.store else "")
    line.append(f"{have.engineers:>3}{have.markers:>2}{have.held:>2}")
    known = have.norms and phase_of(state) != CHOOSING
    return line.append(f"{state.scores()[seat]:>5}{'' if known else '+?'}", "bold")


def tasks(pov: PlayerView, *, named: bool = True) -> Block:
    """Return the open tasks, with their ids if wanted."""
    return [tipped(task_line(task, named=named), tips.task_tip(task)) for task in open_tasks(pov.state)]


def task_line(task: Task, *, named: bool) -> Text:
    """Return what fulfils a task, and its points."""
    line = Text.assemble(
        (f"{task.id} " if named else "", "dim"), _kind(task.build), (tr(" by "), "dim"), _kind(task.beside)
    )
    return line.append(f" {task.points:+}", "bold")


def _kind(kind: str) -> Text:
    """Return a type as chip and name, or the name of a style."""
    if kind not in TYPES:
        return Text(short_kind(kind), "bold")
    return Text.assemble(chip(kind), f" {short_kind(kind)}")


def board(pov: PlayerView, width: int, *, roomy: bool) -> Block:
    """Return the fields of the action board with their engineers: one in a line, or three."""
    there = delegates(pov)
    found = [field_line(pov, each, there.get(each.id, ()), width, roomy=roomy) for each in fields(pov.state)]
    return found if roomy else in_thirds(found, width)


def field_line(pov: PlayerView, field: Field, there: Collection[int], width: int, *, roomy: bool) -> Text:
    """Return a field with its effect and the engineers there."""
    planning = phase_of(pov.state) == PLANNING and not pov.state.over
    shade = "" if planning and not taken(pov.state, field) else "dim"
    line = Text.assemble((f"{field.id:>2} ", shade or "bold"))
    gives = effect(field.effect) if width >= WORDY else _short(field.effect)
    line.append(f"{cut(short_field(field), 16):<17}{gives} " if roomy else f"{_short(field.effect)} ", shade)
    return line.append_text(_engineers(there, (width if roomy else width // 3 - 1) - line.cell_len))


def in_thirds(found: Sequence[Text], width: int) -> Block:
    """Return texts in three columns."""
    down = -(-len(found) // 3)
    return [_row(found[row::down], width // 3) for row in range(down)]


def _row(cells: Iterable[Text], width: int) -> Text:
    line = Text()
    for cell in cells:
        cell.pad_right(width - cell.cell_len)
        line.append_text(cell)
    return line


def _short(gives: Effect) -> str:
    """Return the effect of a field in signs."""
    return "".join(sign * min(3, int(getattr(gives, name))) for name, sign in SIGN.items())


def _engineers(there: Iterable[int], room: int) -> Text:
    line = Text()
    for seat in list(there)[: max(1, room)]:
        line.append(MARK[seat], style(WHITE, COLOUR[seat], True))
    return line


def norm(pov: PlayerView, seat: int, *, brief: bool = False) -> Block:
    """Return the known norms of a seat: the objects, how many of each it has, and the points."""
    state = pov.state
    found = []
    for known in supply_of(state, seat).norms:
        row = norm_row(state, seat, known.id)
        line = Text.assemble(((known.id if brief else tr("norm {norm}", norm=known.id)) + " ", "bold"))
        for kind, have, wanted in row.objects:
            line.append(*chip(kind)).append(f" {have}/{wanted} ")
        if phase_of(state) != CHOOSING:
            line.append(f"{row.points:+}", "bold")
        found.append(tipped(line, tips.norm_tip(pov, seat, known)))
    return found


def hand(pov: PlayerView, seat: int, width: int) -> Block:
    """Return the known cards of a seat, a line each, and the price of a building."""
    have = supply_of(pov.state, seat)
    return [*(_card(card, width) for card in have.hand), price(have)]


def price(have: Supply) -> Text:
    """Return the price of a building, and how many a seat can pay."""
    rubble = "r" * have.rubble_price
    if not have.affordable:
        return Text(tr("f+c or f+{rubble} a building: none payable", rubble=rubble), "dim")
    return Text(
        tr("f+c or f+{rubble} a building: {number} payable", rubble=rubble, number=have.affordable), "dim"
    )


def revealed(pov: PlayerView) -> Block:
    """Return the known norms and cards in hand of all seats."""
    found: Block = []
    for seat in range(pov.state.seats):
        held = ", ".join(card.id for card in supply_of(pov.state, seat).hand)
        lines = [*norm(pov, seat, brief=True), *([Text(held)] if held else [])]
        found += [Text.assemble(mark(seat), " ", line) for line in lines]
    return found


def _card(card: Card, width: int) -> Text:
    line = Text(f"{cut(card.id, CARD):<{CARD}} ", "bold").append(*chip(card.type))
    line.append(f" {card.points} {short_zone(card):<{zone_width()}} ")
    return line.append(advantage(card) if width >= WORDY else function_name(card.function))


def legend(width: int) -> Block:
    """Return the meaning of letters and signs, in lines of a width."""
    chips = [Text.assemble(chip(kind), f" {kind_name(kind):<{LEGEND}}") for kind in OBJECTS]
    across = max(1, width // (LEGEND + 2))
    signs = tr(
        "({letter}●0) foundation with an engineer, ! a function left to use, s socrealism, m modernism, 4 store of 4, "
        "t thrift; ★ historic site, ▒ rubble; = bridge, ∩ tunnel, a side in a seat's colour metro; f fund, c concrete, "
        "r rubble, e engineers, m markers, ▤ cards; ⚑ first player, ✕ clear, ⇄ barter",
        letter=letter("residential"),
    )
    rows = [Text().join(chips[place : place + across]) for place in range(0, len(chips), across)]
    return [*rows, *(Text(part, "dim") for part in wrap(signs, width))]


def log(pov: PlayerView, width: int, lines: int) -> Block:
    """Return the last events in at most `lines` lines, the newest last."""
    found: Block = []
    for ply in range(len(pov.view.events) - 1, -1, -1):
        parts = [Text(part) for part in wrap(narrate(pov, ply), width, subsequent_indent="  ")]
        if len(found) + len(parts) > lines:
            break
        found = parts + found
    return found
