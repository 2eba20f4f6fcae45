"""What is hidden: which cards seats may hold, how likely each is, and which moves said so; in lines and as a page."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from urbanist.bots.table.kit.language import number_text, tr
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.block import mark
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.kit.wording import upper
from urbanist.engine.history import History, View

#: By how much a move must raise a probability to be named, and by how much one differs from the others once learnt.
TELLING, LEARNT = 0.02, 0.005
#: The width of a bar for certainty, and the most cards of which one tells.
BAR, CARDS = 16, 4

Parts = list[dict[str, float]]


def hides(history: History, seat: int) -> bool:
    """Return whether a seat hides anything from the others."""
    return bool(history.game.notation.card(history.state.array, seat))


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

    def inference(part: int, card: str) -> Inference:
        """Return a card with the move that raised its probability most."""
        rises = [(after[part].get(card, 0) - before[part].get(card, 0), -ply) for ply, before, after in told]
        rise, ply = max(rises, default=(0.0, 0))
        most = (-ply, rise) if rise >= TELLING else ()
        return Inference(card, now[part][card], *most)

    return [
        [inference(part, card) for card in sorted(shares, key=lambda card: (-shares[card], card))]
        for part, shares in enumerate(now)
    ]


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
    parts: Parts = [{} for _ in range(most)]
    for text, share in rows.items():
        for part, card in enumerate(text.split("+")):
            parts[part][card] = parts[part].get(card, 0) + share
    return parts


def _posteriors(history: History, pov: PlayerView) -> Iterator[tuple[int, list[list[Inference]]]]:
    """Yield each seat that hides cards, with what the viewer can infer about them; of its own, what a bystander can.

    The belief of a bot is never shown: it would tell which cards the bot itself holds.
    """
    for seat in range(pov.state.seats):
        if hides(history, seat):
            yield seat, inferences(history, None if seat == pov.seat else pov.seat, seat)


def is_even(shares: Iterable[float]) -> bool:
    """Return whether all cards of a part are as likely: nothing was learnt of it."""
    known = [*shares]
    return all(abs(share - 1 / len(known)) < LEARNT for share in known)


def unknown(history: History, pov: PlayerView, table: Table) -> str:
    """Return as lines what a viewer, who sees `pov`, can infer, once anything was learnt, and what no seat knows."""
    lines = []
    for seat, grids in _posteriors(history, pov):
        if all(is_even(each.share for each in part) for part in grids):
            continue
        cards = "; ".join(
            ", ".join(
                f"{table.card_name(history.state, each.card)} {number_text(each.share, '.0%')}"
                for each in part[:CARDS]
            )
            for part in grids
        )
        if seat == pov.seat:
            lines.append(tr("what your moves reveal about your cards: {cards}", cards=cards))
        else:
            lines.append(tr("what you can infer about {who}: {cards}", who=pov.name(seat), cards=cards))
    return "\n".join(filter(None, [*lines, table.describe_unknown(pov)])) or tr("nothing is hidden")


def why(history: History, pov: PlayerView, table: Table) -> RenderableType:
    """Return the same as a page, with the moves that told most."""
    parts: list[RenderableType] = []
    for seat, grids in _posteriors(history, pov):
        said = tr("{who} may hide", who=pov.player(seat))
        if seat == pov.seat:
            said = tr("what your moves tell the others about you")
        parts += [Text.assemble(mark(seat), " ", (said, "bold")), _grid(history, grids, table)]
    rest = table.describe_unknown(pov) or ("" if parts else upper(tr("nothing is hidden")) + ".")
    return Group(*parts, *([Text(rest)] if rest else []))


def _grid(history: History, grids: list[list[Inference]], table: Table) -> Grid:
    """Return a row for each card; cards that a seat hides together are apart."""
    grid = Grid.grid(padding=(0, 1))
    for column in range(4):
        grid.add_column(justify="right" if column == 2 else "left")
    for cards in grids:
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
