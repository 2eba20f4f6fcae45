"""How a person settles on a move: by typing it, or by its number in a list; where moves are many, it is shown first."""

from collections.abc import Callable, Iterable
from itertools import islice

from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.terminal.table import Ranking, Table
from urbanist.bots.table.session.screen import Screen
from urbanist.engine import NotationError

PAGE = 9
#: How a move that is shown is agreed to, and refused.
CONSENT, REFUSAL = ("", "y", "yes"), ("n", "no")
USUAL = "your move (help, hint, quit)"


class Offer:
    """Some moves, best first; a line each, numbered from 1 on as they are shown."""

    def __init__(self, moves: Iterable[str], describe: Callable[[str], str]) -> None:
        self._rest = iter(moves)
        self._describe = describe
        self._shown: list[str] = []

    def page(self) -> str:
        """Return the next moves as lines; `NotationError` where there are no more."""
        fresh = list(islice(self._rest, PAGE))
        if not fresh:
            raise NotationError("there are no more such moves" if self._shown else "there is no such move")
        first = len(self._shown) + 1
        self._shown += fresh
        return "\n".join(f"{number:>2}  {self._describe(move)}" for number, move in enumerate(fresh, first))

    def chosen(self, text: str) -> str | None:
        """Return the move of a number; None if the text is none, `NotationError` if it stands for no move."""
        if not text.isdecimal():
            return None
        if not self._shown:
            raise NotationError(f"{text[:9]} is the number of no move: type list or hint first")
        number = int(text[:9])
        if not 1 <= number <= len(self._shown):
            raise NotationError(f"{text[:9]} is no number of the list: it has 1 to {len(self._shown)}")
        return self._shown[number - 1]


class Choice:
    """One decision of a person: the list before them, and the move that is shown and not yet agreed to."""

    def __init__(self, table: Table, screen: Screen) -> None:
        self._table, self._screen = table, screen
        self._offer = Offer((), str)
        self._shown: str | None = None

    @property
    def asked(self) -> str:
        """What the person is asked."""
        return f"play {self._shown}? (yes or Enter, no)" if self._shown else USUAL

    def answered(self, text: str) -> tuple[str | None, bool]:
        """Return the move shown if the text agrees to it, and whether it was an answer at all; it is shown no more."""
        shown, self._shown = self._shown, None
        answer = text.strip().lower()
        if shown and answer in REFUSAL:
            self._screen.say(f"{shown} is not played")
            return None, True
        agreed = shown if answer in CONSENT else None
        return agreed, agreed is not None

    def propose(self, text: str, sight: Sight) -> str | None:
        """Return the move that a text means; None where it is to be agreed to first, now that it is shown."""
        table, ranking = self._table, self._table.ranking
        if ranking is None:
            return table.read_move(text, sight.state)
        move = self._offer.chosen(text.strip()) or table.read_move(text, sight.state)
        if not ranking.needs_consent(sight.state, move):
            return move
        self._shown = move
        self._screen.preview(table, ranking, sight, move)
        return None

    def rank(self, ranking: Ranking, sight: Sight, text: str) -> str:
        """Return the first page of the moves that a filter lets through."""
        moves = ranking.rank_moves(sight.state, text)
        self._offer = Offer(moves, lambda move: f"{move}: {self._table.explain(sight.state, move)}")
        return self._offer.page()

    def advise(self, lines: dict[str, str]) -> str:
        """Return advice on moves as lines; where moves are many, they may be chosen by number."""
        if self._table.ranking is None:
            return "\n".join(lines.values())
        self._offer = Offer(lines, lines.__getitem__)
        return self._offer.page()

    def more(self) -> str:
        """Return the next page of the list."""
        return self._offer.page()
