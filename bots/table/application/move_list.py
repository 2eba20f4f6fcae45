"""The list of a game that is looked at: its moves with their marks, mistakes explained, comments, and branches."""

from collections.abc import Iterator

from rich.style import Style
from rich.text import Text

from urbanist.bots.analysis.decisions import Decision
from urbanist.bots.table.application.analyst import Analyst
from urbanist.bots.table.kit.language import number_text
from urbanist.bots.table.kit.terminal.block import mark
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.kit.wording import cut
from urbanist.bots.table.session.notebook import AnalysisNotes
from urbanist.bots.table.session.review import Review
from urbanist.bots.table.session.review_terminal import style_of
from urbanist.bots.table.session.review_text import FOUND, MARKS, mark_of
from urbanist.engine.event import Events
from urbanist.engine.history import History

#: The spaces around a move, and the least columns for its name.
AROUND, LEAST_NAME = 3, 4


class MoveRows:
    """Makes the rows of the list; those that stay as they were are made once."""

    def __init__(self, analyst: Analyst, game: History, table: Table, notes: AnalysisNotes) -> None:
        self._analyst, self._game, self._table, self._notes = analyst, game, table, notes
        self._rows: dict[tuple[int, bool, int, int], Text] = {}

    def rows(
        self, line: History, ply: int, left: int | None, recalled: Decision | None, columns: int
    ) -> tuple[list[Text], int]:
        """Return the summaries of the seats, all events with their marks and branches, and the row to look at.

        A person sees a line after `ply` events, and perhaps a mistake that is `recalled`; a branch has `left` the game
        after so many events.
        """
        review = self._analyst.so_far
        rows = list(_summaries(review))
        at, here = 0, ply if left is None else left
        place = None if left is None else (line.events, ply)
        for event in range(len(self._game.events) + 1):
            if event:
                at = len(rows) if event == here else at
                is_here = left is None and event == ply
                rows.append(self._row(event, review.by_event.get(event), columns, here=is_here))
            if recalled is not None and recalled.event == event:
                at = len(rows) - 1
                rows.append(Text(self._analyst.reason(recalled) or "…", "italic"))
                if (better := self._analyst.better(recalled)) is not None:
                    rows.append(self._line(better, event - 1, "app.simulate_key('f')", place))
            if said := self._notes.comments.get(event):
                rows.append(Text(f"     {said}", "italic"))
            for number, branch in enumerate(self._notes.branches):
                if branch.after == event:
                    rows.append(self._line(branch.line, event, f"app.enter({number})", place))
        return rows, at

    def _row(self, event: int, decision: Decision | None, columns: int, *, here: bool) -> Text:
        """Return an event with its mark, and what it lost."""
        key = event, here, id(decision), columns
        if key in self._rows:
            return self._rows[key]
        state = self._game.states[event - 1]
        if state.due:
            name = self._table.narrate(self._analyst.so_far.pov, event - 1)
        else:
            name = self._table.move_name(state, self._game.move(event - 1))
        sign, style, lost = "", "", ""
        if decision is not None:
            sign, style = mark_of(decision), style_of(decision)
            lost = f" −{number_text(decision.lost, '.0%')}" if decision.grade in MARKS else ""
        row = Text(no_wrap=True)
        row.append(f"{event:>4} ", "bold reverse" if here else "dim")
        row.append_text(Text("• ") if state.due else mark(state.to_move))
        room = columns - row.cell_len - len(f"{sign}{lost}") - AROUND
        row.append(f" {cut(name, max(room, LEAST_NAME))} ", style)
        row.append(f"{sign}{lost}", f"bold {style}")
        row.stylize(Style(meta={"@click": f"app.go({event})"}))
        self._rows[key] = row
        return row

    def _line(self, line: History, after: int, action: str, place: tuple[Events, int] | None) -> Text:
        """Return the moves of a line that leaves the game after so many events; the last one shown is marked."""
        row = Text("     ↳")
        for ply in range(after, len(line.events)):
            state = line.states[ply]
            if not state.due:
                name = self._table.move_name(state, line.move(ply))
                row.append(" ").append_text(mark(state.to_move))
                row.append(" ").append(name, "bold reverse" if place == (line.events, ply + 1) else "italic")
        row.stylize(Style(meta={"@click": action}))
        return row


def _summaries(review: Review) -> Iterator[Text]:
    """Yield how well each seat has played, once all moves are judged."""
    for summary in review.summaries:
        marks = " ".join(f"{sign} {summary.grades[grade]}" for grade, sign in MARKS.items())
        finds = sum(each.tempting is not None for each in review.decisions if each.seat == summary.seat)
        marks = f"{FOUND} {finds} {marks}" if finds else marks
        fine = summary.grades["best"] + summary.grades["good"]
        share = number_text(fine / summary.decisions, ".0%") if summary.decisions else "–"
        row = Text.assemble(mark(summary.seat), " ", (share, "bold"), "  ", marks)
        row.no_wrap = True
        yield row
