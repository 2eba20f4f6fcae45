"""What stands beside the map in the application: seats, tasks, fields, norms and cards; most can be clicked."""

from collections.abc import Callable, Collection, Mapping
from itertools import product

from rich.style import Style
from rich.text import Text

from urbanist.bots.table.kit.colour import BLACK, HINT, ILLEGAL, LEGAL
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.block import Block, tipped
from urbanist.bots.table.kit.terminal.canvas import style
from urbanist.bots.table.kit.wording import cut
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.partial_move import PartialMove, subject_of
from urbanist.bots.table.warszawa.model.stage import CHOOSING, delegates, fields, phase_of
from urbanist.bots.table.warszawa.model.supply import supply_of
from urbanist.bots.table.warszawa.terminal import panel
from urbanist.bots.table.warszawa.text import tips
from urbanist.bots.table.warszawa.text.composing import called
from urbanist.bots.table.warszawa.text.names import (
    card_title,
    function_name,
    kind_name,
    short_kind,
    short_zone,
)
from urbanist.bots.table.warszawa.text.phrases import advantage, card_name
from urbanist.engine import State
from urbanist.engine.warszawa.edition import Card

#: The least width for cards in full, and the lines that the log keeps at least, of few and of many.
FULL, LOG, TALL, TALL_LOG = 110, 3, 30, 8


class Desk:
    """The lines beside the map: with a partial move and hints, which are marked."""

    def __init__(self, pov: PlayerView, partial: PartialMove, hinted: Collection[str], columns: int) -> None:
        self._pov, self._partial, self._columns = pov, partial, columns
        self._hints: Mapping[str, str] = {}
        for number, move in enumerate(hinted, 1):
            self._hints = {subject_of(move): str(number), **self._hints}
        self._made: dict[tuple[object, ...], Block] = {}

    def lines(self, most: int, after: State | None) -> Block:
        """Return the fullest lines that leave room for the log; `after` is the position after the partial move."""
        room = most - (TALL_LOG if most >= TALL else LOG)
        found: Block = []
        for gaps, roomy, full in product((True, False), repeat=3):
            found = self._lines(after, gaps=gaps, roomy=roomy, full=full)
            if len(found) <= room:
                break
        for line in found:
            line.truncate(self._columns)
        return found

    def _lines(self, after: State | None, *, gaps: bool, roomy: bool, full: bool) -> Block:
        pov, over, tight = self._pov, self._pov.state.over, not (gaps or roomy or full)
        parts = [
            self._once(self._seats, after, full),
            self._once(self._tasks),
            [] if over else self._once(self._board, roomy),
            panel.revealed(pov) if over or pov.seat is None else self._once(self._own, pov.seat, full, tight),
            [] if over else self._once(self._deeds, tight),
        ]
        found: Block = []
        for part in filter(None, parts):
            found += [*([Text()] if gaps and found else []), *part]
        return found

    def _once(self, make: Callable[..., Block], *given: object) -> Block:
        """Return a part of the lines; it is made once, because most are the same in several of the forms."""
        key = (make.__name__, *given)
        if key not in self._made:
            self._made[key] = make(*given)
        return self._made[key]

    def _tasks(self) -> Block:
        return panel.tasks(self._pov, named=self._columns >= panel.WIDTH)

    def _seats(self, after: State | None, roomy: bool) -> Block:
        """Return the seats; below the one to move, what it would have then."""
        naming = min(panel.NAME, panel.NAME - panel.WIDTH + 1 + self._columns)
        found = panel.seats(self._pov, roomy=roomy, naming=naming)
        if after is None:
            return found
        seat = self._pov.state.to_move
        then = panel.seat_line(PlayerView(self._pov.view, (after,), self._pov.players), seat, naming)
        gain = after.scores()[seat] - self._pov.state.scores()[seat]
        line = Text(f"{f'→ {gain:+}' if gain else '→':>{naming + 3}} ").append_text(then[naming + 4 :])
        line.stylize("bold green" if gain >= 0 else "bold red")
        rows = [number for number, each in enumerate(found) if each.plain.lstrip().startswith("▸")]
        return [*found[: rows[0] + 1], line, *found[rows[0] + 1 :]] if rows else [*found, line]

    def _board(self, roomy: bool) -> Block:
        pov, there = self._pov, delegates(self._pov)
        found = [
            self._linked(
                panel.field_line(pov, each, there.get(each.id, ()), self._columns, roomy=roomy),
                f"field {each.id}",
            )
            for each in fields(pov.state)
        ]
        return found if roomy else panel.in_thirds(found, self._columns)

    def _own(self, seat: int, full: bool, tight: bool) -> Block:
        """Return the norms, the cards in hand, and the price of a building unless lines are few."""
        pov, have = self._pov, supply_of(self._pov.state, seat)
        norms = zip(panel.norm(pov, seat), have.norms, strict=True)
        choosing = phase_of(pov.state) == CHOOSING
        found = [self._linked(line, f"norm {norm.id}") if choosing else line for line, norm in norms]
        for card in have.hand:
            lines = self._card(card, full=full)
            found += [self._linked(line, f"card {card.id}") for line in lines]
        return found if tight else [*found, panel.price(have)]

    def _card(self, card: Card, *, full: bool) -> Block:
        """Return a card in a line, or with its function and its id in another one."""
        if self._columns >= FULL:
            return [Text.assemble(panel.chip(card.type), f" {card_name(card)}")]
        room = self._columns - (9 if full else 18)
        line = Text.assemble(
            panel.chip(card.type),
            (f" {cut(card_title(card), room - 5):<{room - 5}}", "bold"),
            f"{card.points:>2} ",
        )
        line.append(short_zone(card))
        if not full:
            return [line.append(f" {function_name(card.function)}")]
        for kind in (kind_name(card.type), short_kind(card.type)):
            about = Text(f"    {card.id}: {kind}, {advantage(card)}", "dim")
            if about.cell_len <= self._columns:
                break
        return [line, about]

    def _deeds(self, tight: bool) -> Block:
        """Return the other things to point at, with the number of places for each; the end only if there is room."""
        found = []
        for subject in self._partial.options.subjects if self._partial.options.free else ():
            kind = subject.partition(" ")[0]
            if kind in ("field", "card", "norm") or (tight and subject in ("pass", "done")):
                continue
            places = len(self._partial.of(subject).places)
            said = called(subject, self._pov.state)
            if places:
                said = tr.counted("{deed}: {n} place", "{deed}: {n} places", places, deed=said)
            found.append(self._linked(Text(f"· {said}"), subject))
        return found

    def _linked(self, line: Text, subject: str) -> Text:
        """Return a line that points at a subject when it is clicked; the chosen one stands out, hints have numbers."""
        tipped(line, tips.subject_tip(self._pov, subject))
        line.stylize(Style(meta={"@click": f"app.point({subject!r})"}))
        if subject == self._partial.subject:
            line.stylize(style(BLACK, ILLEGAL if self._partial.illegal_reason else LEGAL, True))
        if subject in self._hints:
            line = Text.assemble((self._hints[subject], style(BLACK, HINT, True)), line)
        return line
