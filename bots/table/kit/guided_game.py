"""A guided game: a first game or a lesson, in small steps from a fixed position, each with an aim."""

from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from types import MappingProxyType

from msgspec import Struct, toml

from urbanist.bots.table.kit.language import marked, translated
from urbanist.bots.table.kit.score import score_changes
from urbanist.bots.table.kit.wording import read_page
from urbanist.engine import State
from urbanist.engine.event import Move


class Step(Struct, frozen=True):
    """A step: `text` says one thing, and explains the words that stand between asterisks.

    With a `move` the person plays, and aims at what the move does: any other one counts as well that the patterns of
    `aim` match and that changes these rows of the score so much, if any are named. `hint` says why one should. Then
    `events` are played: what the others do, and what is drawn. `places` are marked on the board.
    """

    text: str
    move: str = ""
    aim: tuple[str, ...] = ()
    gains: Mapping[str, int] = MappingProxyType({})
    hint: str = ""
    events: tuple[str, ...] = ()
    places: tuple[str, ...] = ()

    @property
    def played(self) -> tuple[str, ...]:
        """The events of the step: the move of the person, if there is one, and what follows."""
        return (self.move, *self.events) if self.move else self.events

    def reached(self, before: State, move: Move) -> bool:
        """Return whether a legal move reaches the aim of the step."""
        text = str(move)
        if text == self.move:
            return True
        if not any(fnmatchcase(text, pattern) for pattern in self.aim):
            return False
        changes = {str(row.kind): by for row, by in score_changes(before, before.play(move), before.to_move)}
        return all(changes.get(kind, 0) >= points for kind, points in self.gains.items())


class GuidedGame(Struct, frozen=True):
    """A title, a deal line, the events `before` the steps, the steps, and what is said when the game goes on freely.

    The person sits at seat 0. `name` is that of the file.
    """

    title: str
    deal: str
    onward: str
    steps: tuple[Step, ...]
    before: str = ""
    name: str = ""

    @property
    def said(self) -> str:
        """The title in the language."""
        return self.say(self.title)

    def say(self, text: str) -> str:
        """Return one of its texts in the language."""
        return translated(marked(text))

    def played(self, steps: int) -> tuple[str, ...]:
        """Return the events from the deal to the end of so many steps."""
        return (*self.before.split(), *(event for step in self.steps[:steps] for event in step.played))


@cache
def read_guided_game(package: str, name: str) -> GuidedGame:
    """Return a guided game of a package, from the file `guided/NAME.toml`."""
    text = read_page(package, f"guided/{name}.toml")
    return toml.decode(f'name = "{name}"\n{text}', type=GuidedGame)
