"""The list of a game that is looked at: its moves with their marks, mistakes explained, comments, and branches."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from urbanist.bots.analysis.decisions import Decision
from urbanist.bots.table.kit.language import number_text
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.block import mark
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.kit.wording import cut
from urbanist.bots.table.session import review as words
from urbanist.bots.table.session.notebook import Branch, Notes
from urbanist.bots.table.session.review import MARKS, MISTAKES, Review
from urbanist.engine.history import History

#: The spaces around a move, and the least columns for its name.
AROUND, LEAST_NAME = 3, 4


@dataclass(frozen=True, slots=True)
class Seen:
    """What a person sees of a game: a position of it, or of a branch, and a mistake that is looked at.

    `ply` is the number of events before the position, and `left` that after which a branch leaves the game.
    """

    line: History
    ply: int
    left: int | None = None
    recalled: Decision | None = None
    reason: str = ""
    better: History | None = None


class MoveRows:
    """Makes the rows of the list; those that stay as they were are made once."""

    def __init__(self, game: History, players: Sequence[str], table: Table, notes: Notes) -> None:
        self._game, self._players, self._table, self._notes = game, players, table, notes
        self._names: dict[int, str] = {}
        self._rows: dict[tuple[int, bool, int, int], Text] = {}
        #: The histories of branches: a long game takes milliseconds to replay.
        self._lines: dict[Branch, History] = {}

    def rows(self, seen: Seen, review: Review, columns: int) -> tuple[list[Text], int]:
        """Return the accounts of the seats, all events with their marks and branches, and the row to look at."""
        rows = list(_accounts(review))
        decisions = {each.event: each for each in review.decisions}
        at, here = 0, seen.ply if seen.left is None else seen.left
        branches: dict[int, list[int]] = {}
        for number, branch in enumerate(self._notes.branches):
            branches.setdefault(branch.after, []).append(number)
        for event in range(len(self._game.events) + 1):
            if event:
                at = len(rows) if event == here else at
                is_here = seen.left is None and event == seen.ply
                rows.append(self._row(event, decisions.get(event), columns, here=is_here))
            if seen.recalled is not None and seen.recalled.event == event:
                at = len(rows) - 1
                rows += self._recalled(seen.recalled, seen)
            if said := self._notes.comments.get(event):
                rows.append(Text(f"     {said}", "italic"))
            for number in branches.get(event, ()):
                rows.append(self._branch(number, self._notes.branches[number], seen))
        return rows, at

    def _recalled(self, decision: Decision, seen: Seen) -> Iterator[Text]:
        """Yield what would have been better and why, and the better line, once they are known."""
        yield Text(seen.reason or "…", "italic")
        if seen.better is not None:
            yield _clickable(self._line(seen.better, decision.event - 1, seen), "app.type('f')")

    def _row(self, event: int, decision: Decision | None, columns: int, *, here: bool) -> Text:
        key = event, here, id(decision), columns
        if key not in self._rows:
            self._rows[key] = self._made(event, decision, columns, here=here)
        return self._rows[key]

    def _made(self, event: int, decision: Decision | None, columns: int, *, here: bool) -> Text:
        """Return an event with its mark, and what it lost."""
        state = self._game.states[event - 1]
        sign, style, lost = "", "", ""
        if decision is not None:
            sign, style = words.mark_of(decision), words.style_of(decision)
            lost = f" −{number_text(decision.lost, '.0%')}" if decision.grade in MISTAKES else ""
        row = Text(no_wrap=True)
        row.append(f"{event:>4} ", "bold reverse" if here else "dim")
        row.append_text(Text("• ") if state.due else mark(state.to_move))
        room = columns - row.cell_len - len(f"{sign}{lost}") - AROUND
        row.append(f" {cut(self._name(event), max(room, LEAST_NAME))} ", style)
        row.append(f"{sign}{lost}", f"bold {style}")
        return _clickable(row, f"app.go({event})")

    def _name(self, event: int) -> str:
        """Return what a move is called, or what was drawn."""
        if event not in self._names:
            state = self._game.states[event - 1]
            if state.due:
                pov = PlayerView.of(self._game.until(event), None, self._players, revealed=True)
                self._names[event] = self._table.narrate(pov, event - 1)
            else:
                self._names[event] = self._table.move_name(state, self._game.move(event - 1))
        return self._names[event]

    def _branch(self, number: int, branch: Branch, seen: Seen) -> Text:
        return _clickable(self._line(self.line(branch), branch.after, seen), f"app.enter({number})")

    def line(self, branch: Branch) -> History:
        """Return the game until a branch leaves it, and then the branch."""
        if branch not in self._lines:
            self._lines[branch] = branch.history(self._game)
        return self._lines[branch]

    def _line(self, line: History, after: int, seen: Seen) -> Text:
        """Return the moves of a line that leaves the game after so many events; the last one shown is marked."""
        row = Text("     ↳")
        for ply in range(after, len(line.events)):
            state = line.states[ply]
            if state.due:
                continue
            here = seen.left is not None and seen.line.events == line.events and seen.ply == ply + 1
            name = self._table.move_name(state, line.move(ply))
            row.append(" ").append_text(mark(state.to_move))
            row.append(" ").append(name, "bold reverse" if here else "italic")
        return row


def _accounts(review: Review) -> Iterator[Text]:
    """Yield how well each seat has played, once all moves are judged."""
    for account in review.accounts:
        marks = " ".join(f"{sign} {account.grades[grade]}" for grade, sign in MARKS.items())
        found = sum(each.tempting is not None for each in review.decisions if each.seat == account.seat)
        marks = f"{words.FOUND} {found} {marks}" if found else marks
        fine = account.grades["best"] + account.grades["good"]
        share = number_text(fine / account.decisions, ".0%") if account.decisions else "–"
        row = Text.assemble(mark(account.seat), " ", (share, "bold"), "  ", marks)
        row.no_wrap = True
        yield row


def _clickable(row: Text, action: str) -> Text:
    row.stylize(Style(meta={"@click": action}))
    return row
