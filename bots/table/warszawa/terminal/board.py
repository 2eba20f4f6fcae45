"""The board of Warszawa in the application: how a person composes a move; and the texts beside the map."""

from collections.abc import Collection, Mapping
from functools import cache
from itertools import product
from textwrap import wrap
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType

from urbanist.bots.table.kit.colour import BLACK, HINT, ILLEGAL, LEGAL, WHITE
from urbanist.bots.table.kit.colour import SEAT_COLOUR as COLOUR
from urbanist.bots.table.kit.colour import SEAT_MARK as MARK
from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.block import Block, in_columns, mark, seat_line, tipped
from urbanist.bots.table.kit.terminal.board import BoardWidget, Guide, arrows, steps
from urbanist.bots.table.kit.terminal.canvas import Canvas, style
from urbanist.bots.table.kit.terminal.hex_grid import Mesh
from urbanist.bots.table.kit.wording import cut, upper
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model import city, signs
from urbanist.bots.table.warszawa.model.partial_move import (
    LegalOptions,
    PartialMove,
    place_of,
    side_between,
    subject_of,
)
from urbanist.bots.table.warszawa.terminal.board_map import (
    SIZES,
    WHOLE,
    HexMarks,
    middle_of,
    paint_map,
    under,
)
from urbanist.bots.table.warszawa.text import facts, moves, phrases
from urbanist.bots.table.warszawa.text.moves import explain, move_name, subject_name
from urbanist.engine import State
from urbanist.engine.event import Move
from urbanist.engine.warszawa.edition import OBJECTS, TYPES, Card, Task
from urbanist.engine.warszawa.geography import hex_text
from urbanist.engine.warszawa.moves import DONE, PASS, WarszawaMove
from urbanist.engine.warszawa.score_rows import norm_row

#: The width of the narrowest panel, and the least width for words instead of signs.
WIDTH, WORDY = 36, 52
NAME, LEGEND = 10, 16
#: The widths of the columns with what a seat has, and where its points end behind its name.
COLUMNS, POINTS = (2, 2, 2, 3, 2, 2), 25
#: The signs of the things that a field gives beside cubes.
SIGN = {"barter": "⇄", "card": "▤", "marker": "⚑", "clear": "✕"}


def chip(kind: str) -> tuple[str, Style]:
    """Return the letter of an object in its colours."""
    ground, ink = signs.TYPE[kind]
    return phrases.letter(kind), style(ink, ground, True)


def cube_letters() -> dict[str, str]:
    """Return the letters of the cubes by their names."""
    return dict(zip(city.CUBES, phrases.thing_signs(), strict=False))


def standing(pov: PlayerView, seat: int, naming: int) -> Text:
    """Return what a seat has, and its points."""
    state, have = pov.state, city.supply_of(pov.state, seat)
    held = Text("⚑" if int(state.array["holder"]) == seat else " ")
    for place, (number, wide) in enumerate(zip(have.counts, COLUMNS, strict=False)):
        full = place < len(city.CUBES) and number == have.store
        held.append(f"{number:>{wide}}", "bold" if full else "")
    secret = not have.norms or city.phase_of(state) == city.CHOOSING
    return seat_line(pov, seat, naming, held, "+?" if secret else "  ", naming + POINTS)


def norm(pov: PlayerView, seat: int) -> Block:
    """Return the known norms of a seat: the objects, how many of each it has, and the points; two have numbers."""
    state = pov.state
    norm = []
    norms = city.supply_of(state, seat).norms
    for number, known in enumerate(norms, 1):
        row = norm_row(state, seat, known.id)
        line = Text.assemble((tr("norm"), "bold"), (f" {number} " if len(norms) > 1 else " ", "bold"))
        for kind, have, wanted in row.objects:
            line.append(*chip(kind)).append(f" {have}/{wanted} ")
        if city.phase_of(state) != city.CHOOSING:
            line.append(f"{row.points:+}", "bold")
        norm.append(tipped(line, facts.norm_tip(pov, seat, known)))
    return norm


#: The least width for cards in full, and the lines that the log keeps at least, of few and of many.
FULL, LOG, TALL, TALL_LOG = 110, 3, 30, 8


def task_line(task: Task) -> Text:
    """Return what fulfils a task, and its points."""
    line = Text.assemble(_kind(task.build), (tr(" by "), "dim"), _kind(task.beside))
    return line.append(f" {task.points:+}", "bold")


def _kind(kind: str) -> Text:
    """Return a type as chip and name, or the name of a style."""
    short = phrases.short_kind(kind)
    return Text.assemble(chip(kind), f" {short}") if kind in TYPES else Text(short, "bold")


class SidePanel:
    """The lines beside the map: with a partial move and hints, which are marked."""

    def __init__(self, pov: PlayerView, partial: PartialMove, hints: Mapping[str, str], columns: int) -> None:
        self._pov, self._partial, self._hints, self._columns = pov, partial, hints, columns

    def lines(self, most: int, after: State | None) -> Block:
        """Return the fullest lines that leave room for the log; `after` is the position after the partial move."""
        room = most - (TALL_LOG if most >= TALL else LOG)
        over, watched = self._pov.state.over, self._pov.seat is None
        # Most parts are the same in several of the forms.
        seats, board, own, actions = (
            cache(self._seats),
            cache(self._board),
            cache(self._own),
            cache(self._actions),
        )
        texts: Block = []
        for gaps, roomy, full in product((True, False), repeat=3):
            tight = not (gaps or roomy or full)
            parts = [seats(after, full), self._tasks()]
            if over:
                parts += [self._revealed()]
            else:
                parts += [board(roomy), self._revealed() if watched else own(full, tight), actions(tight)]
            texts = [line for part in filter(None, parts) for line in ([Text(), *part] if gaps else part)]
            texts = texts[gaps:]
            if len(texts) <= room:
                break
        for line in texts:
            line.truncate(self._columns)
        return texts

    def essentials(self) -> Block:
        """Return what the viewer has, the tasks, and the cards in hand in a line each; nothing for a bystander."""
        seat = self._pov.seat
        if seat is None or self._pov.state.over:
            return []
        heading, *seats = self._seats(None, roomy=False)
        hand = city.supply_of(self._pov.state, seat).hand
        cards = [
            self._linked(line, f"card {card.id}") for card in hand for line in self._card(card, full=False)
        ]
        texts = [heading, seats[seat], *self._tasks(), *cards]
        for line in texts:
            line.truncate(self._columns)
        return texts

    def _seats(self, after: State | None, roomy: bool) -> Block:
        """Return headings and the seats, the one to move as it would be then too, and functions if there is room."""
        pov, naming = self._pov, min(NAME, NAME - WIDTH + 1 + self._columns)
        signs = "".join(f"{sign:>{wide}}" for sign, wide in zip(phrases.thing_signs(), COLUMNS, strict=False))
        texts = [Text(" " * (naming + 5) + signs + " ", "dim").append(tr("points"))]
        for seat in range(pov.state.seats):
            texts.append(tipped(standing(pov, seat, naming), facts.seat_tip(pov, seat)))
            if after is not None and seat == pov.state.to_move:
                then = standing(PlayerView(pov.view, (after,), pov.players), seat, naming)
                gain = after.scores()[seat] - pov.state.scores()[seat]
                line = Text(f"{f'→ {gain:+}' if gain else '→':>{naming + 3}} ").append_text(
                    then[naming + 4 :]
                )
                line.stylize("bold green" if gain >= 0 else "bold red")
                texts.append(line)
            if roomy and (at_work := phrases.functions(pov.state, seat)):
                texts.append(Text(f"    {', '.join(at_work)}", "dim"))
        return texts

    def _tasks(self) -> Block:
        """Return the open tasks."""
        return [tipped(task_line(task), facts.task_tip(task)) for task in city.open_tasks(self._pov.state)]

    def _board(self, roomy: bool) -> Block:
        """Return the fields with their effects and the engineers there: in lines, or as signs in three columns."""
        pov, blocks = self._pov, []
        there, planning = city.delegates(pov), city.phase_of(pov.state) == city.PLANNING
        wide = self._columns if roomy else self._columns // 3
        signs = cube_letters() | SIGN
        for field in city.fields(pov.state):
            shade = "" if planning and not city.taken(pov.state, field) else "dim"
            gives = "".join(sign * min(3, int(getattr(field.effect, name))) for name, sign in signs.items())
            if roomy:
                effect = phrases.effect(field.effect) if wide >= WORDY else gives
                gives = f"{cut(phrases.short_field(field), 16):<17}{effect}"
            line = Text.assemble((f"{field.id:>2} ", shade or "bold"), (f"{gives} ", shade))
            for seat in there.get(field.id, [])[: max(1, wide - (not roomy) - line.cell_len)]:
                line.append(MARK[seat], style(WHITE, COLOUR[seat], True))
            blocks.append(self._linked(line, f"field {field.id}"))
        return blocks if roomy else in_columns(blocks, 3, wide)

    def _own(self, full: bool, tight: bool) -> Block:
        """Return the norms, the cards in hand, and the price of a building unless lines are few."""
        pov, seat = self._pov, self._pov.seat or 0
        have = city.supply_of(pov.state, seat)
        norms = zip(norm(pov, seat), have.norms, strict=True)
        choosing = city.phase_of(pov.state) == city.CHOOSING
        texts = [self._linked(line, f"norm {norm.id}") if choosing else line for line, norm in norms]
        for card in have.hand:
            texts += [self._linked(line, f"card {card.id}") for line in self._card(card, full=full)]
        letters = cube_letters()
        price = tr(
            "{fund}+{concrete} or {fund}+{rubble} a building: {number} payable",
            **letters | {"rubble": letters["rubble"] * have.rubble_price},
            number=have.affordable,
        )
        return texts if tight else [*texts, Text(price, "dim")]

    def _revealed(self) -> Block:
        """Return the known norms and cards in hand of all seats."""
        texts: Block = []
        for seat in range(self._pov.state.seats):
            held = ", ".join(map(phrases.title_on_hex, city.supply_of(self._pov.state, seat).hand))
            lines = [*norm(self._pov, seat), *([Text(held)] if held else [])]
            texts += [Text.assemble(mark(seat), " ", line) for line in lines]
        return texts

    def _card(self, card: Card, *, full: bool) -> Block:
        """Return a card in a line, or with its function in another one."""
        if self._columns >= FULL:
            return [Text.assemble(chip(card.type), f" {phrases.card_name(card)}")]
        room = self._columns - (9 if full else 18)
        line = Text.assemble(
            chip(card.type),
            (f" {cut(phrases.card_title(card), room - 5):<{room - 5}}", "bold"),
            f"{card.points:>2} ",
        )
        line.append(phrases.short_zone(card))
        if not full:
            return [line.append(f" {phrases.function_name(card.function)}")]
        for kind in (tr(card.type), phrases.short_kind(card.type)):
            about = Text(f"    {kind}, {phrases.advantage(card)}", "dim")
            if about.cell_len <= self._columns:
                break
        return [line, about]

    def _actions(self, tight: bool) -> Block:
        """Return the other things to point at, with the number of places for each; the end only if there is room."""
        blocks = []
        for subject in self._partial.options.subjects if self._partial.options.free else ():
            kind = subject.partition(" ")[0]
            if kind in ("field", "card", "norm") or (tight and subject in ("pass", "done")):
                continue
            places = len(self._partial.of(subject).places)
            said = subject_name(self._pov.state, subject)
            if places:
                said = tr.counted("{action}: {n} place", "{action}: {n} places", places, action=said)
            blocks.append(self._linked(Text(f"· {said}"), subject))
        return blocks

    def _linked(self, line: Text, subject: str) -> Text:
        """Return a line that points at a subject when it is clicked; the chosen one stands out, hints have numbers."""
        tipped(line, facts.subject_tip(self._pov, subject), f"app.point({subject!r})")
        if subject == self._partial.subject:
            line.stylize(style(BLACK, ILLEGAL if self._partial.illegal_reason else LEGAL, True))
        if subject in self._hints:
            line = Text.assemble((self._hints[subject], style(BLACK, HINT, True)), line)
        return line


class WarszawaBoard(BoardWidget):
    """The map, and the move that a person composes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *arrows("change('moved', {}, {})"),
        *steps("change('next_subject', {})", "tab", "shift+tab", priority=True),
        Binding("c", "change('next_subject', 1, 'card ')", show=False),
        Binding("v", "change('varied', 1)", marked("Way")),
        *steps("promising({})", "n", "N", marked("Next")),
        Binding("enter", "play", marked("Play")),
        Binding("p", "stop", marked("Pass")),
    ]
    LEAST = (80, 24)
    KEYS = (
        (
            marked("1 to 15"),
            marked("a field of the action board, or a norm; or click it. 10 and more are two digits"),
        ),
        ("c", marked("the next card of your hand; or click it")),
        ("Tab, Shift+Tab", marked("the next thing that you can do, or the one before; or click it")),
        (marked("arrows"), marked("to the next possible hex or side in this direction; or click it")),
        ("v", marked("another payment, barter or tunnel")),
        ("n, N", marked("the next promising move, or the one before")),
        ("Enter", marked("play the move; or click its place again")),
        ("p", marked("end your planning, or your building")),
        ("Esc", marked("forget the move")),
    )

    choice: PartialMove | None

    def show(self, pov: PlayerView, *, free: bool) -> None:
        """Show a new position; the partial move is forgotten."""
        self._options = LegalOptions(pov.state, free=free)
        super().show(pov, free=free)

    def begun(self) -> PartialMove:
        """Return a partial move in which only that is chosen for which there is no choice."""
        subjects = self._options.subjects
        return PartialMove(self._options, subjects[0] if subjects == ("clear",) else "")

    @property
    def _partial(self) -> PartialMove:
        return self.choice or self.begun()

    @property
    def ready(self) -> Move | None:
        """The partial move if it is complete."""
        return self._partial.move

    def propose(self, move: Move) -> None:
        """Choose a move."""
        self.hold(PartialMove.read(self._options, move))

    def called(self, move: Move) -> str:
        """Return a move in words."""
        return move_name(self.pov.state, move)

    @property
    def numbers(self) -> Collection[int]:
        """The numbers of the fields that can be chosen."""
        words = (subject.split() for subject in self._options.subjects)
        return [int(name) for kind, *names in words if kind == "field" for name in names]

    def take_number(self, number: int) -> None:
        """Choose a field by its number, or a norm by its place."""
        phase, subjects = city.phase_of(self.pov.state), self._options.subjects
        if phase == city.CHOOSING and number <= len(subjects):
            self.hold(PartialMove(self._options, subjects[number - 1]))
        elif phase == city.PLANNING and subjects != ("clear",):
            self.hold(PartialMove(self._options, f"field {number}"))

    def point(self, what: str) -> None:
        """Choose a field, a card, a norm or an action; a second time it is played if it needs no place."""
        if not self.free:
            return
        if what == self._partial.subject and self.ready and not place_of(self.ready):
            self.action_play()
        else:
            keep = what.partition(" ")[0] in ("card", "clear", "build", "metro", "bridge")
            self.hold(self._partial.of(what) if keep else PartialMove(self._options, what))

    @property
    def _stopping(self) -> Move | None:
        """The move that ends planning or building; None if there is none."""
        return next((move for move in self._options.legal if WarszawaMove(move).kind in (PASS, DONE)), None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something now."""
        if action == "stop":
            return self.free and self._stopping is not None
        if "varied" in parameters:
            return self.free and bool(self.ready) and len(self._partial.moves) > 1
        return self.free

    def action_stop(self) -> None:
        """End planning or building."""
        if self._stopping is not None:
            self.choose(self._stopping)

    def on_click(self, event: events.Click) -> None:
        """Choose a hex or a side, or play the move there."""
        at = event.get_content_offset(self)
        place = self._place_at(*at) if at is not None and self.free else None
        if place is None:
            return
        partial = self._partial.at(place)
        if place == self._partial.place and self.ready:
            self.action_play()
        elif partial.moves or city.phase_of(self.pov.state) == city.PLANNING:
            self.hold(partial)
        else:
            # In another place, what was chosen for the last one is not meant any more, except a card to lay out.
            self.hold(PartialMove(self._options, "", place))

    def _place_at(self, column: int, line: int) -> str | None:
        """Return the hex under a character, or a possible side near it."""
        mesh, left, top = self._plan(*self.size)
        x, y = column - left, line - top
        sides = [place for place in self._partial.at("").places if "/" in place]
        signs = {side: middle_of(mesh, side) for side in sides}
        if marked := [side for side, at in signs.items() if at[1] == y and abs(at[0] - x) <= 1]:
            return min(marked, key=lambda side: abs(signs[side][0] - x))
        cell = under(mesh, x, y)
        if cell is None:
            return None
        side = side_between(*cell)
        return side if side in sides else hex_text(cell[0])

    def about(self, column: int, line: int) -> str:
        """Return what is on a side or a hex."""
        mesh, left, top = self._plan(*self.size)
        place = under(mesh, column - left, line - top)
        if place is None:
            return ""
        side = side_between(*place)
        return (facts.side_tip(self.pov, side) if side else "") or facts.hex_tip(self.pov, place[0])

    def here(self) -> str:
        """Return what the chosen subject and the chosen place are."""
        place, subject = self._partial.place, self._partial.subject
        said = [facts.subject_tip(self.pov, subject)] if subject else []
        if "/" in place:
            said.append(facts.side_tip(self.pov, place) or moves.side_text(place))
        elif place:
            said.append(facts.hex_tip(self.pov, city.cell_of(place)))
        return "\n".join(said)

    def widest(self, columns: int, lines: int) -> int:
        """Return the columns of the largest map that fits."""
        return WHOLE.columns(_mesh(columns, lines))

    def _plan(self, columns: int, lines: int) -> tuple[Mesh, int, int]:
        """Return the size of the map, and its corner in the middle of the board."""
        mesh = _mesh(columns, lines)
        return mesh, max(0, (columns - WHOLE.columns(mesh)) // 2), max(0, (lines - WHOLE.rows(mesh)) // 2)

    def paint(self, columns: int, lines: int) -> Canvas:
        """Return the map, after the move if it is complete."""
        canvas = Canvas.empty(columns, lines)
        mesh, left, top = self._plan(columns, lines)
        pov, move = self.pov, self.ready
        if move and self.after and place_of(move):
            pov = PlayerView(pov.view.after(move), (*pov.states, self.after), pov.players)
        canvas.lay(paint_map(pov, mesh, self._marks()), left, top)
        return canvas

    def _marks(self) -> HexMarks:
        partial, phase = self._partial, city.phase_of(self.pov.state)
        chosen = place_of(partial.move) if partial.move else partial.place
        wrong = partial.place if partial.illegal_reason else None
        shown = bool(partial.subject) or phase not in (city.CHOOSING, city.PLANNING)
        return HexMarks(
            fresh=chosen if chosen and not wrong else None,
            places=[place for place in partial.at("").places if place != chosen] if shown else (),
            wrong=wrong,
            hints=self.hints(place_of),
            counted=self.counted,
        )

    def title(self) -> Text:
        """Return the stage, round and phase."""
        said = tr("the game is over") if self.pov.state.over else upper(facts.moment(self.pov))
        return Text(tr("Warszawa") + f"  {said}", "bold")

    def side(self, columns: int, lines: int) -> Block:
        """Return the seats, tasks, fields and cards, and what the move would change."""
        return SidePanel(self.pov, self._partial, self.hints(subject_of), columns).lines(lines, self.after)

    def essentials(self, columns: int) -> Block:
        """Return what the viewer has, the tasks, and the cards in hand; nothing for a bystander."""
        return SidePanel(self.pov, self._partial, self.hints(subject_of), columns).essentials()

    def legend(self, columns: int) -> Block:
        """Return the meaning of letters and signs, in lines."""
        chips = [Text.assemble(chip(kind), f" {tr(kind):<{LEGEND}}") for kind in OBJECTS]
        across = max(1, columns // (LEGEND + 2))
        _, _, _, engineer, marker, *_ = phrases.thing_signs()
        signs = tr(
            "({letter}●0) foundation with an engineer, ! a function left to use, s socrealism, m modernism, "
            "4 store of 4, t thrift; ★ historic site, ▒ rubble; = bridge, ∩ tunnel, a side in a seat's colour metro; "
            "{fund} fund, {concrete} concrete, {rubble} rubble, {engineer} engineers, {marker} markers, ▤ cards; "
            "⚑ first player, ✕ clear, ⇄ barter",
            letter=phrases.letter("residential"),
            **cube_letters(),
            engineer=engineer,
            marker=marker,
        )
        rows = [Text().join(chips[place : place + across]) for place in range(0, len(chips), across)]
        return [*rows, *(Text(part, "dim") for part in wrap(signs, columns))]

    def guide(self) -> Guide:
        """Return how to compose a move, and what the composed one would bring."""
        pov, partial = self.pov, self._partial
        if not self.free:
            return Guide("")
        if partial.move:
            now = tr("{move}: Enter plays it.", move=moves.said(pov, partial))
            if len(partial.moves) > 1:
                now += " " + tr("v: another way ({ways}).", ways=len(partial.moves))
            return Guide(now, f"{explain(pov.state, partial.move)}.", legal=True)
        if partial.illegal_reason:
            return Guide(
                tr("{move}: choose something else.", move=moves.said(pov, partial)),
                tr("Not so: {reason}.", reason=phrases.reason_text(pov.state, partial.illegal_reason)),
                legal=False,
            )
        if partial.subject:
            now = tr("{move}: choose a place by arrows or a click.", move=moves.said(pov, partial))
            return Guide(now, self.here().partition("\n")[0])
        if partial.place:
            now = (
                tr("Choose what to do here: c takes a card, Tab all else.")
                if partial.moves
                else tr("Nothing to do here.")
            )
            return Guide(now, self.here().partition("\n")[0])
        return Guide(moves.opening(pov))


def _mesh(columns: int, lines: int) -> Mesh:
    """Return the largest mesh that fits."""
    return next((mesh for mesh in SIZES if WHOLE.fits(mesh, columns, lines)), SIZES[-1])


BOARD = WarszawaBoard
