"""How a game ends in the application: the page about the end, looking back, and giving up."""

from collections.abc import Callable

from urbanist.bots.table.application.pages import Pages
from urbanist.bots.table.application.sheet import Question, Sheet
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.session import verdict


class Ending(Pages):
    """The pages of a table that follow the end of its game."""

    def proceed(self) -> None:
        """Show the position, and let the next seat move."""
        raise NotImplementedError

    def redraw(self, *, story: bool = True) -> None:
        """Show everything beside the board."""
        raise NotImplementedError

    def change(self, change: Callable[[], object]) -> None:
        """Change the session, which saves it; if that fails, say so once and play on."""
        saved = not self.session.unsaved
        change()
        if saved and self.session.unsaved:
            self.notify(f"The game is not saved: {self.session.unsaved}", severity="error", timeout=10)

    def show_end(self) -> None:
        """Show who won, and the points row by row."""
        sight = self.board.sight
        said = verdict.ending(sight, self.session.table.tie_break, self.session.notes)
        self.note = said
        if self.session.uncounted:
            self.notify(f"The result is not counted: {self.session.uncounted}", severity="error", timeout=10)
        self.show_guide()
        self.push_screen(Sheet(said, verdict.scoring(sight, self.session.lost)))

    def action_step(self, step: int) -> None:
        """Look at the position one event earlier or later."""
        history, sight = self.session.history, self.board.sight
        ply = min(max(len(sight.view.events) + step, 0), len(history.events))
        earlier = Sight.of(history.until(ply), sight.seat, sight.players, revealed=True)
        self.board.show(earlier, free=False)
        self.note = f"After event {ply} of {len(history.events)}."
        self.redraw()

    def action_resign(self) -> None:
        """Give up the game, after a question."""

        def answered(agreed: bool | None) -> None:
            if agreed:
                self.change(self.session.resign)
                self.proceed()

        if self.session.person is not None:
            self.push_screen(Question("Give up this game?", "Resign", "Play on"), answered)
