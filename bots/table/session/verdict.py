"""The end of a game: the winners, and each seat's points row by row."""

from rich import box
from rich.table import Table as Grid

from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.wording import upper
from urbanist.engine.score_row import ScoreRow

PLACES = {1: "1st", 2: "2nd", 3: "3rd"}


def headline(sight: Sight) -> str:
    """Return the winners in a line."""
    ranks = sight.state.ranks()
    winners = [sight.name(seat) for seat, rank in enumerate(ranks) if rank == 1]
    points = sight.state.scores()[ranks.index(1)]
    if len(winners) == 1:
        return upper(f"{winners[0]} wins with {points} points")
    return upper(f"{' and '.join(winners)} share the win with {points} points")


def outcome(sight: Sight, tie_break: str) -> str:
    """Return the winners to the person who looks, and what broke the tie if points alone did not decide."""
    ranks, (points, breaks) = sight.state.ranks(), sight.state.standing()
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    if len(winners) > 1:
        return headline(sight)
    winner = winners[0]
    said = f"You win with {points[winner]} points" if sight.is_person(winner) else headline(sight)
    equal = [
        breaks[seat] for seat in range(sight.state.seats) if seat != winner and points[seat] == points[winner]
    ]
    return f"{said}, by {breaks[winner]} {tie_break} to {max(equal)}" if equal else said


def ending(sight: Sight, tie_break: str, resigned: int | None) -> str:
    """Return how a game ended, as a sentence: who gave up, or who won and by what."""
    if resigned is not None:
        return upper(f"{sight.name(resigned)} resigned.")
    return f"{outcome(sight, tie_break)}."


def scoring(sight: Sight) -> Grid:
    """Return the points as a table: a row for each source of points, a column for each seat."""
    seats = range(sight.state.seats)
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, show_footer=True)
    scores, ranks = sight.state.scores(), sight.state.ranks()
    place = [PLACES.get(rank, f"{rank}th") for rank in ranks]
    grid.add_column("points for", footer="together")
    for seat in seats:
        style = "bold green" if ranks[seat] == 1 else ""
        footer = f"{scores[seat]} {place[seat]}"
        grid.add_column(f"seat {seat} {sight.players[seat]}", footer=footer, justify="right", style=style)
    found = [{row.row or row.what: row for row in sight.state.score_rows(seat)} for seat in seats]
    for name in dict.fromkeys(name for rows in found for name in rows):
        grid.add_row(name, *(_cell(rows.get(name)) for rows in found))
    return grid


def _cell(row: ScoreRow | None) -> str:
    if row is None:
        return ""
    return f"{row.what.partition(' ')[0]} {row.points:>3}" if row.row else str(row.points)


def read_out(sight: Sight) -> str:
    """Return the points as lines, seat by seat in the order of their ranks."""
    scores, ranks = sight.state.scores(), sight.state.ranks()
    lines = []
    for seat in sorted(range(sight.state.seats), key=ranks.__getitem__):
        lines.append(f"Rank {ranks[seat]}: {sight.name(seat)}, {scores[seat]} points.")
        lines += [explain(row) for row in sight.state.score_rows(seat)]
    return "\n".join(lines)


def explain(row: ScoreRow) -> str:
    """Return a row of a score as a line."""
    return f"  {row.what}: {row.points}" + (f" ({row.how})" if row.how else "")
