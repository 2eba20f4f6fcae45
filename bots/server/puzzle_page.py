"""The page of a puzzle: the position, the move that is tried, and then the answer, with the line that could follow."""

from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import urlencode

from urbanist.bots.markup import Element, element
from urbanist.bots.server.board_page import BoardPage
from urbanist.bots.server.page_frame import PageFrame
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.move_part import ASKED, THING
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.puzzles.answer import PuzzleAnswer, pov_of, rated, told
from urbanist.bots.table.puzzles.exercise import Exercise
from urbanist.bots.table.puzzles.mistakes import Mistakes
from urbanist.bots.table.puzzles.motif import by_motif, motif_name
from urbanist.bots.table.puzzles.store import read_shipped
from urbanist.bots.table.session.logbook import Change

#: What a form can ask for, what the answer is called in an address: the move that was tried, or nothing; and how many
#: mistakes were played better.
SOLUTION, HINT, ANSWER, BETTER = "solution", "hint", "answer", "better"
#: What a motif is called in an address.
MOTIF = "motif"


class PuzzlePage(BoardPage):
    """The page at `path` of the puzzle that is set, before the one at `onward`; links and forms keep a `query`.

    With an answer it shows the line after the best move.
    """

    def __init__(
        self,
        frame: PageFrame,
        exercise: Exercise | Mistakes,
        path: str,
        onward: str,
        query: Mapping[str, object],
        names: Sequence[str] = (),
        at: int | None = None,
        answer: PuzzleAnswer | None = None,
    ) -> None:
        self.exercise, self.onward, self.answer = exercise, f"{frame.base}{onward}", answer
        self._query = query
        puzzle = exercise.puzzle
        view = puzzle.view if answer is None else answer.best.after
        if answer is not None and at is None:
            at = len(puzzle.events) + 1
        super().__init__(frame, pov_of(view), path, choosing=answer is None, names=names, at=at)

    def page(self, wrong: str = "", *, hint: bool = False, change: Change | None = None) -> str:
        """Return the page: with a hint, or with what the answer changed in the rating of the person."""
        beside = [self.choosing(*self._help()) if self.answer is None else self._told(self.answer, change)]
        if hint:
            shown = element("h2", tr("Hint")), element("p", *self._hint())
            beside.append(element("section", *shown, id="hint", class_="hint"))
        return self.written(self._heading(), wrong, beside, *self._below())

    def at(self, *query: tuple[str, object]) -> str:
        """Return the address of the page with a query; that of an answer names the move that was tried."""
        tried = None if self.answer is None else self.answer.chosen
        answer = [] if self.answer is None else [(ANSWER, "" if tried is None else str(tried.move))]
        return super().at(*self._query.items(), *answer, *query)

    def hidden(self) -> Mapping[str, object]:
        """Return what each form tells beside what it does."""
        return self._query

    def standing(self) -> str:
        """Return what is to be found."""
        asked = [self._asked()] if self.choice.chosen else []
        return " ".join((self._task(), *asked))

    def looking_back(self) -> Element:
        """Return where the line after the best move can be seen."""
        return (
            super().looking_back()
            if self.answer is None
            else element("p", tr("The steps below the board show the line."))
        )

    def _heading(self) -> str:
        return self.exercise.heading

    def _below(self) -> Iterator[Element]:
        """Yield links to the puzzles of each motif, and to all."""
        path = f"{self.frame.base}/puzzles/{self.pov.state.game.name}"
        links = [element("a", tr("all puzzles"), href=path, class_="part")]
        for motif, puzzles in by_motif(read_shipped(self.pov.state.game.name)).items():
            said, query = f"{motif_name(puzzles[0])} ({len(puzzles)})", urlencode({MOTIF: motif})
            links.append(element("a", said, href=f"{path}?{query}", class_="part"))
        rows = element("ul", *(element("li", link) for link in links), class_="parts")
        yield element("section", element("h2", tr("Puzzles by motif")), rows, id="motifs")

    def _task(self) -> str:
        return tr("Find the best move.")

    def _help(self) -> Iterator[Element]:
        yield self.button(HINT, tr("Hint"), data_key="h")
        yield self.button(SOLUTION, tr("Solution"))
        yield element("a", self._onward(), href=self.onward, class_="button")
        if isinstance(self.exercise, Exercise):
            yield element("p", tr("With a hint or the solution the puzzle counts as not solved."))

    def _hint(self) -> Iterator[Element | str]:
        """Yield the thing that the best move uses."""
        best = self.exercise.puzzle.moves[0]
        said = next(part.text for part in self.choice.moves[best] if part.kind == THING)
        yield from (element("b", tr(ASKED[THING])), f" {said}")

    def _told(self, answer: PuzzleAnswer, change: Change | None) -> Element:
        """Return the answer: the verdict, the reasons, what could follow, and the change of the rating."""
        first, *lines = told(answer, self.said)
        parts = [element("pre", "\n".join(lines).strip())]
        if change is not None:
            parts.append(element("p", rated(change)))
        parts.append(element("p", element("a", self._onward(), href=self.onward, class_="button main")))
        return element("section", element("h2", first), *parts, id="choice", class_="choice told")

    def _onward(self) -> str:
        return tr("Another puzzle") if self.answer is None else tr("The next puzzle")


class MistakePage(PuzzlePage):
    """The page of a mistake that a person made in a game, and is to play better."""

    exercise: Mistakes

    def _below(self) -> Iterator[Element]:
        yield from ()

    def _heading(self) -> str:
        return tr("My mistakes") if self.answer is None else self.exercise.heading

    def _task(self) -> str:
        return self.exercise.asks(self.said)

    def _hint(self) -> Iterator[Element | str]:
        yield self.exercise.hint(self.said)

    def _onward(self) -> str:
        return upper(tr("go on"))
