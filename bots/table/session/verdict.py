"""The end of a game: the winners, and each seat's points row by row."""

from collections.abc import Callable, Iterable, Mapping
from string import ascii_lowercase
from types import MappingProxyType

from rich import box
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text

from urbanist.bots.table.kit.language import marked, tr
from urbanist.bots.table.kit.player import player_name, seat_name
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.score import ScoreFact
from urbanist.bots.table.kit.terminal.block import tipped
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.kit.wording import cut, points_text, upper
from urbanist.bots.table.session.notebook import Notebook
from urbanist.engine.record import behind
from urbanist.engine.score_row import Counted, ScoreRow


def labels(parts: Iterable[Counted]) -> dict[str, str]:
    """Return a label for each place: `+2` for points, `×3` for a factor, `a+4` for all places of a group together."""
    labels: dict[str, str] = {}
    letters = iter(ascii_lowercase)
    for part in parts:
        worth = f"×{part.worth}" if part.factor else f"{part.worth:+}"
        group = next(letters) if len(part.places) > 1 else ""
        labels.update(dict.fromkeys(part.places, f"{group}{worth}"))
    return labels


def listed(parts: Iterable[Counted]) -> str:
    """Return what counts as text, such as `N3 +2; N4 and N5 +4`."""
    said = []
    for part in parts:
        worth = f"×{part.worth}" if part.factor else f"{part.worth:+}"
        places = tr(" and ").join(part.places)
        said.append(f"{places} {worth}")
    return "; ".join(said)


#: Seats that cannot win, each with the event at which it lost.
Lost = Mapping[int, int]
NOBODY: Lost = MappingProxyType({})
#: With so many seats columns stand close to each other. The most of a player's name.
MANY, NAME = 4, 12
PLACES = {1: marked("1st"), 2: marked("2nd"), 3: marked("3rd")}


def headline(pov: PlayerView, lost: Lost = NOBODY) -> str:
    """Return the winners in a line; seats of `lost` cannot win."""
    ranks = behind(pov.state.ranks(), lost)
    winners = [pov.name(seat) for seat, rank in enumerate(ranks) if rank == 1]
    points, who = points_text(pov.state.scores()[ranks.index(1)]), tr(" and ").join(winners)
    if len(winners) == 1:
        return upper(tr("{who} wins with {points}", who=who, points=points))
    return upper(tr("{who} share the win with {points}", who=who, points=points))


def leading(pov: PlayerView) -> str:
    """Return who leads with how many points, and what the viewer has, as far as the viewer can know."""
    scores = pov.state.scores()
    most = max(scores)
    first = [seat for seat, points in enumerate(scores) if points == most]
    own = None if pov.seat is None else scores[pov.seat]
    if len(first) == len(scores):
        return tr("All have {points}.", points=points_text(most))
    if pov.seat in first and len(first) == 1:
        return tr("You lead with {points}.", points=points_text(most))
    who = upper(tr(" and ").join(pov.name(seat) for seat in first))
    if own is None:
        return tr("{who}: {points}, the most.", who=who, points=points_text(most))
    return tr("{who}: {points}, the most; you have {own}.", who=who, points=points_text(most), own=own)


def outcome(pov: PlayerView, tie_break: Callable[[int, int], str], lost: Lost = NOBODY) -> str:
    """Return the winners to the person who looks, and what broke the tie if points alone did not decide."""
    ranks, (points, breaks) = behind(pov.state.ranks(), lost), pov.state.standing()
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    if len(winners) > 1:
        return headline(pov, lost)
    winner = winners[0]
    said = headline(pov, lost)
    if pov.is_person(winner):
        said = tr("You win with {points}", points=points_text(points[winner]))
    others = {*range(pov.state.seats)} - {winner, *lost}
    equal = [breaks[seat] for seat in others if points[seat] == points[winner]]
    return f"{said}, {tie_break(breaks[winner], max(equal))}" if equal else said


def ending(pov: PlayerView, tie_break: Callable[[int, int], str], notes: Notebook) -> str:
    """Return how a game ended, in sentences: who gave up or had no more time, and who won by what."""
    if notes.resigned is not None:
        if pov.is_person(notes.resigned):
            return tr("You resigned.")
        return upper(tr("{who} resigned.", who=pov.name(notes.resigned)))
    late = [
        tr("You lost on time.")
        if pov.is_person(lost.seat)
        else upper(tr("{who} lost on time.", who=pov.name(lost.seat)))
        for lost in notes.lost
    ]
    seats = {lost.seat: lost.event for lost in notes.lost}
    won = [f"{outcome(pov, tie_break, seats)}."] if pov.state.over and len(seats) < pov.state.seats else []
    return " ".join([*late, *won])


def scoring(pov: PlayerView, fact: Callable[[ScoreRow], ScoreFact], lost: Lost = NOBODY) -> Grid:
    """Return the points as a table: a row for each source of points, a column for each seat.

    It is narrow: a seat and its player, points and their label, the sum and the rank stand one below the other.
    """
    seats = range(pov.state.seats)
    gap = (0, 1 if len(seats) < MANY else 0, 0, 0)
    grid = Grid(box=box.SIMPLE_HEAD, padding=gap, pad_edge=False, show_footer=True)
    scores, ranks = pov.state.scores(), behind(pov.state.ranks(), lost)
    place = [tr(PLACES[rank]) if rank in PLACES else tr("{rank}th", rank=rank) for rank in ranks]
    grid.add_column(tr("points for"), footer=tr("together"))
    for seat in seats:
        style = "bold green" if ranks[seat] == 1 else ""
        footer = f"{scores[seat]}\n{place[seat]}"
        player = tr("you") if pov.is_person(seat) else player_name(pov.players[seat]).partition(":")[0]
        who = f"{seat_name(seat)}\n{cut(player, NAME)}"
        grid.add_column(who, footer=footer, justify="right", style=style, overflow="fold")
    columns = [{row.kind: fact(row) for row in pov.state.score_rows(seat)} for seat in seats]
    for kind in dict.fromkeys(kind for facts in columns for kind in facts):
        label = next(facts[kind].common or facts[kind].label for facts in columns if kind in facts)
        grid.add_row(label, *(_cell(seat, kind, facts.get(kind)) for seat, facts in enumerate(columns)))
    return grid


def _cell(seat: int, kind: str, fact: ScoreFact | None) -> Text:
    """Return the points of a row; a click marks on the board what counts for it."""
    if fact is None:
        return Text()
    said = f"{fact.points}\n{fact.own}" if fact.common else str(fact.points)
    return tipped(Text(said, Style(meta={"@click": f"screen.count_row({seat}, {str(kind)!r})"})), fact.tip)


def read_out(pov: PlayerView, fact: Callable[[ScoreRow], ScoreFact], lost: Lost = NOBODY) -> str:
    """Return the points as lines, seat by seat in the order of their ranks."""
    scores, ranks = pov.state.scores(), behind(pov.state.ranks(), lost)
    lines = []
    for seat in sorted(range(pov.state.seats), key=ranks.__getitem__):
        points = points_text(scores[seat])
        lines.append(tr("Rank {rank}: {who}, {points}.", rank=ranks[seat], who=pov.name(seat), points=points))
        lines += [f"  {fact(row)}" for row in pov.state.score_rows(seat)]
    return "\n".join(lines)


def worth(pov: PlayerView, table: Table) -> str:
    """Return the score of the seat to move as lines, with what counts on the board for each row."""
    seat = pov.state.to_move
    rows, breakdown, lines = pov.state.score_rows(seat), table.score_breakdown(pov, seat), []
    for row in rows:
        lines.append(f"  {table.fact(row)}")
        if parts := breakdown.get(row.kind):
            lines.append(tr("    counts: {parts}", parts=listed(parts)))
    return "\n".join([*lines, tr("  together: {points}", points=sum(row.points for row in rows))])
