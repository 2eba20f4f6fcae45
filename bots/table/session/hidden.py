"""What is hidden: which cards seats may hold, how likely each is, and which moves said so; in lines and as a page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from urbanist.bots.table.kit.language import number_text, tr
from urbanist.bots.table.kit.player import seat_name
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.block import mark
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.engine.history import History, View

#: By how much a move must raise a probability to be named.
TELLING = 0.02
#: The width of a bar for certainty, and the most cards of which one tells.
BAR, CARDS = 16, 4

Parts = list[dict[str, float]]


def hides(history: History, seat: int) -> bool:
    """Return whether a seat hides anything from the others."""
    return bool(history.game.notation.card(history.state.array, seat))


def unknown(history: History, seat: int, players: Sequence[str], table: Table) -> str:
    """Return a bystander's posterior of the seat's cards and of the others', and what no seat knows.

    The beliefs are a bystander's, because the belief of a bot would show which cards the bot itself holds.
    """
    lines = []
    if hides(history, seat):
        lines.append(
            tr(
                "what your moves reveal about your cards: {cards}",
                cards=_inferred(history, None, seat, table),
            )
        )
    for other, player in enumerate(players):
        if other != seat and hides(history, other):
            found = _inferred(history, seat, other, table)
            lines.append(
                tr("what you can infer about {who}: {cards}", who=seat_name(other, player), cards=found)
            )
    hidden_from_all = table.describe_unknown(PlayerView.of(history, seat, players))
    return "\n".join([*lines, *filter(None, [hidden_from_all])]) or tr("nothing is hidden")


def _inferred(history: History, by: int | None, about: int, table: Table) -> str:
    # Imported late, because nothing else at the table needs a search.
    from urbanist.search.belief import belief

    rows = belief(history.seen_by(by), about)
    return ", ".join(
        f"{table.card_name(history.state, card)} {number_text(share, '.0%')}" for card, share in rows[:CARDS]
    ) or tr("nothing")


@dataclass(frozen=True, slots=True)
class Inference:
    """A card that a seat may hide, how likely, and the ply of the move that raised this most, if any did."""

    card: str
    share: float
    ply: int | None = None
    rise: float = 0.0


def inferences(history: History, by: int | None, about: int) -> list[list[Inference]]:
    """Return a viewer's posterior of each card of a seat, the likeliest value first."""
    # Imported late, because nothing else at the table needs a search.
    from urbanist.search.belief import belief

    view = history.seen_by(by)
    now = _parts(dict(belief(view, about)))
    told = list(_told(history, view, about, len(now)))
    return [
        [_inference(part, card, shares[card], told) for card in sorted(shares, key=lambda c: (-shares[c], c))]
        for part, shares in enumerate(now)
    ]


def _inference(part: int, card: str, share: float, told: list[tuple[int, Parts, Parts]]) -> Inference:
    """Return a card with the move that raised its probability most."""
    rises = [(after[part].get(card, 0) - before[part].get(card, 0), -ply) for ply, before, after in told]
    rise, ply = max(rises, default=(0.0, 0))
    return Inference(card, share, -ply, rise) if rise >= TELLING else Inference(card, share)


def _told(history: History, view: View, about: int, parts: int) -> Iterator[tuple[int, Parts, Parts]]:
    """Yield the moves of a seat by their plies, with the marginal probabilities before and after each one."""
    from urbanist.search.belief import belief_for

    belief = belief_for(view.until(0))
    if belief is None:
        return
    for ply, state in enumerate(history.states[:-1]):
        if state.due or state.to_move != about:
            continue
        belief.follow(view.until(ply))
        before = _parts(belief.probabilities(about))
        belief.follow(view.until(ply + 1))
        after = _parts(belief.probabilities(about))
        if len(before) == len(after) == parts:
            yield ply, before, after


def _parts(rows: Mapping[str, float]) -> Parts:
    """Return the marginal probabilities of each card of a seat that hides several, such as `area+kind`."""
    most = max((text.count("+") + 1 for text in rows), default=1)
    found: Parts = [{} for _ in range(most)]
    for text, share in rows.items():
        for part, card in enumerate(text.split("+")):
            found[part][card] = found[part].get(card, 0) + share
    return found


def why(history: History, pov: PlayerView, table: Table) -> RenderableType:
    """Return the page for a viewer, who sees `pov`."""
    return Group(*_why(history, pov, table))


def _why(history: History, pov: PlayerView, table: Table) -> Iterator[RenderableType]:
    hiding = [seat for seat in range(pov.state.seats) if hides(history, seat)]
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
