"""The page about what is hidden: for each seat what it may hide, how likely, and which move said so."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from urbanist.bots.table.kit.language import number_text, tr
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.block import mark
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.session import advice
from urbanist.bots.table.session.inference import Inference, inferences
from urbanist.engine.history import History

#: The width of a bar for certainty, and the most cards of which one tells.
BAR, CARDS = 16, 4


def why(history: History, pov: PlayerView, table: Table) -> RenderableType:
    """Return the page for a viewer, who sees `pov`."""
    return Group(*_parts(history, pov, table))


def _parts(history: History, pov: PlayerView, table: Table) -> Iterator[RenderableType]:
    hiding = [seat for seat in range(pov.state.seats) if advice.hides(history, seat)]
    for seat in hiding:
        if seat != pov.seat:
            yield Text.assemble(mark(seat), " ", (tr("{who} may hide", who=pov.player(seat)), "bold"))
            yield _grid(history, inferences(history, pov.seat, seat), table)
    if pov.seat in hiding:
        yield Text.assemble(mark(pov.seat), " ", (tr("what your moves tell the others about you"), "bold"))
        yield _grid(history, inferences(history, None, pov.seat), table)
    unknown = table.describe_unknown(pov)
    if unknown:
        yield Text(unknown)
    elif not hiding:
        yield Text(tr("Nothing is hidden."))


def _grid(history: History, found: list[list[Inference]], table: Table) -> Grid:
    """Return a row for each card; cards that a seat hides together are apart."""
    grid = Grid.grid(padding=(0, 1))
    for column in range(4):
        grid.add_column(justify="right" if column == 2 else "left")
    for cards in found:
        if not any(each.ply is not None for each in cards):
            for name in sorted(table.card_name(history.state, each.card) for each in cards):
                grid.add_row(f"   {name}")
            said = tr("any of these: no move told anything about it")
            grid.add_row(Text(f"   {said}", "dim"))
            grid.add_row("")
            continue
        for each in cards[:CARDS]:
            grid.add_row(
                f"   {table.card_name(history.state, each.card)}",
                Text("█" * round(BAR * each.share), "green"),
                number_text(each.share, ".0%"),
                Text(_said(history, each, table), "dim"),
            )
        grid.add_row("")
    return grid


def _said(history: History, each: Inference, table: Table) -> str:
    """Return the move that told most of a card."""
    if each.ply is None:
        return ""
    return tr(
        "told by {move}, event {event}: +{rise}",
        move=table.move_name(history.states[each.ply], history.move(each.ply)),
        event=each.ply + 1,
        rise=f"{100 * each.rise:.0f}",
    )
