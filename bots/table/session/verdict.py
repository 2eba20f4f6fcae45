"""The end of a game: the winners, and each seat's points row by row."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet

from rich import box
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text

from urbanist.bots.table.kit.counting import listed
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.terminal.block import tipped
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.session.notebook import Notebook
from urbanist.engine.ranks import behind
from urbanist.engine.score_row import ScoreRow

Seats = AbstractSet[int]
NOBODY: Seats = frozenset()
PLACES = {1: "1st", 2: "2nd", 3: "3rd"}


def headline(sight: Sight, lost: Seats = NOBODY) -> str:
    """Return the winners in a line; seats of `lost` cannot win."""
    ranks = behind(sight.state.ranks(), lost)
    winners = [sight.name(seat) for seat, rank in enumerate(ranks) if rank == 1]
    points = sight.state.scores()[ranks.index(1)]
    if len(winners) == 1:
        return upper(f"{winners[0]} wins with {points} points")
    return upper(f"{' and '.join(winners)} share the win with {points} points")


def outcome(sight: Sight, tie_break: str, lost: Seats = NOBODY) -> str:
    """Return the winners to the person who looks, and what broke the tie if points alone did not decide."""
    ranks, (points, breaks) = behind(sight.state.ranks(), lost), sight.state.standing()
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    if len(winners) > 1:
        return headline(sight, lost)
    winner = winners[0]
    said = f"You win with {points[winner]} points" if sight.is_person(winner) else headline(sight, lost)
    others = {*range(sight.state.seats)} - lost - {winner}
    equal = [breaks[seat] for seat in others if points[seat] == points[winner]]
    return f"{said}, by {breaks[winner]} {tie_break} to {max(equal)}" if equal else said


def ending(sight: Sight, tie_break: str, notes: Notebook) -> str:
    """Return how a game ended, in sentences: who gave up or had no more time, and who won by what."""
    if notes.resigned is not None:
        return upper(f"{sight.name(notes.resigned)} resigned.")
    late = [upper(f"{sight.name(lost.seat)} lost on time.") for lost in notes.lost]
    seats = {lost.seat for lost in notes.lost}
    won = (
        [f"{outcome(sight, tie_break, seats)}."]
        if sight.state.over and len(seats) < sight.state.seats
        else []
    )
    return " ".join([*late, *won])


def scoring(sight: Sight, lost: Seats = NOBODY, tip: Callable[[ScoreRow], str] = lambda _: "") -> Grid:
    """Return the points as a table: a row for each source of points, a column for each seat; `tip` explains a row."""
    seats = range(sight.state.seats)
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, show_footer=True)
    scores, ranks = sight.state.scores(), behind(sight.state.ranks(), lost)
    place = [PLACES.get(rank, f"{rank}th") for rank in ranks]
    grid.add_column("points for", footer="together")
    for seat in seats:
        style = "bold green" if ranks[seat] == 1 else ""
        footer = f"{scores[seat]} {place[seat]}"
        grid.add_column(f"seat {seat} {sight.players[seat]}", footer=footer, justify="right", style=style)
    found = [{row.row or row.what: row for row in sight.state.score_rows(seat)} for seat in seats]
    for name in dict.fromkeys(name for rows in found for name in rows):
        grid.add_row(name, *(_cell(seat, rows.get(name), tip) for seat, rows in enumerate(found)))
    return grid


def _cell(seat: int, row: ScoreRow | None, tip: Callable[[ScoreRow], str]) -> Text:
    """Return the points of a row; a click marks on the board what counts for it."""
    if row is None:
        return Text()
    said = f"{row.what.partition(' ')[0]} {row.points:>3}" if row.row else str(row.points)
    return tipped(Text(said, Style(meta={"@click": f"screen.count_row({seat}, {row.what!r})"})), tip(row))


def read_out(sight: Sight, lost: Seats = NOBODY) -> str:
    """Return the points as lines, seat by seat in the order of their ranks."""
    scores, ranks = sight.state.scores(), behind(sight.state.ranks(), lost)
    lines = []
    for seat in sorted(range(sight.state.seats), key=ranks.__getitem__):
        lines.append(f"Rank {ranks[seat]}: {sight.name(seat)}, {scores[seat]} points.")
        lines += [explain(row) for row in sight.state.score_rows(seat)]
    return "\n".join(lines)


def worth(sight: Sight, table: Table) -> str:
    """Return the score of the seat to move as lines, with what counts on the board for each row."""
    seat = sight.state.to_move
    rows, counting, lines = sight.state.score_rows(seat), table.counting(sight, seat), []
    for row in rows:
        lines.append(explain(row))
        if parts := counting.get(row.what):
            lines.append(f"    counts: {listed(parts)}")
    return "\n".join([*lines, f"  together: {sum(row.points for row in rows)}"])


def explain(row: ScoreRow) -> str:
    """Return a row of a score as a line."""
    return f"  {row.what}: {row.points}" + (f" ({row.how})" if row.how else "")
