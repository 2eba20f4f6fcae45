"""How a person chooses a move: by typing it or by its number in a list; some games show it before it is played."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice

from urbanist.bots.table.kit.language import marked, tr
from urbanist.bots.table.kit.player_view import PlayerView, best_first
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.kit.wording import plain, quoted
from urbanist.bots.table.session.advice import Hint
from urbanist.bots.table.session.screen import Screen
from urbanist.engine import NotationError, State
from urbanist.engine.event import Move
from urbanist.engine.history import View
from urbanist.search.result import Result

PAGE = 9
#: The answers that confirm or refuse the move that is shown.
CONSENT, REFUSAL = ("", "y", "yes"), ("n", "no")
USUAL = marked("your move (help, hint, quit)")
NO_LIST = marked("nothing is listed: type list or hint first")

#: A condition for moves: a place or a number, or a word with the number behind it, such as `level 2`.
CONDITION = re.compile(r"[^\W\d]\w*(?: \d+(?![\d,]))?|\S+")


def ranked(table: Table, state: State, text: str) -> Iterator[Move]:
    """Yield the legal moves that meet all conditions of a text, best first.

    A number, or a word with which a move begins, is one of the parts of the move itself; a place or any other word, or
    its beginning, may also stand in the name of the move and in what it does. Accents do not matter.
    """
    conditions = CONDITION.findall(plain(text).replace(", ", ","))
    moves = [(move, re.split("[@:]", plain(str(move)))) for move in best_first(state)]
    verbs = {parts[0] for _, parts in moves}
    own = {each for each in conditions if each in verbs or each.isdecimal()}
    others = [_pattern(each) for each in conditions if each not in own]
    for move, parts in moves:
        if own.issubset(parts):
            names: list[str] = []
            if others:
                names = [*table.places(state, move), table.move_name(state, move), table.explain(state, move)]
            told = plain(" ".join([*parts, *names]))
            if all(each.search(told) for each in others):
                yield move


def _pattern(condition: str) -> re.Pattern[str]:
    """Return what finds a condition where it begins a word and no more digits follow; +17 points are no tile 17."""
    # A sign stands before a whole number; a place such as -1,2 is typed as a whole too.
    after = r"[\w,]" if condition[0] in "+-" else r"(?<=\d)\d"
    return re.compile(rf"(?<![\w+,/-]){re.escape(condition)}(?!{after})")


class NumberedMoves:
    """Some moves, best first; each is shown in a line with a number, from 1 on. `empty` is said if there are none."""

    def __init__(self, moves: Iterable[Move], describe: Callable[[Move], str], empty: str) -> None:
        self._rest = iter(moves)
        self._describe, self._empty = describe, empty
        self._shown: list[Move] = []

    def page(self) -> str:
        """Return the next moves as lines; raise `NotationError` if there are no more."""
        fresh = list(islice(self._rest, PAGE))
        if not fresh:
            raise NotationError(tr("there are no more such moves") if self._shown else tr(self._empty))
        first = len(self._shown) + 1
        self._shown += fresh
        return "\n".join(f"{number:>2}  {self._describe(move)}" for number, move in enumerate(fresh, first))

    def chosen(self, text: str) -> Move | None:
        """Return the move of a number; None if the text is no number, `NotationError` if no move has this number."""
        if not text.isdecimal():
            return None
        if not self._shown:
            raise NotationError(
                tr("{number} is a number without a list: type list or hint first", number=text[:9])
            )
        number = int(text[:9])
        if not 1 <= number <= len(self._shown):
            last = len(self._shown)
            raise NotationError(
                tr("{number} is not in the list: choose 1 to {last}", number=text[:9], last=last)
            )
        return self._shown[number - 1]


class Choice:
    """One decision of a person: the list that was shown, and the move that waits for confirmation."""

    def __init__(self, table: Table, screen: Screen, usual: str = USUAL) -> None:
        self._table, self._screen, self._usual = table, screen, usual
        self._listed = NumberedMoves((), str, NO_LIST)
        #: The move that waits for consent, and its name.
        self._shown: Move | None = None
        self._named = ""

    @property
    def asked(self) -> str:
        """The question to the person."""
        return tr("play {move}? (yes or Enter, no)", move=self._named) if self._shown else tr(self._usual)

    def answered(self, text: str) -> tuple[Move | None, bool]:
        """Return the shown move if the text confirms it, and whether the text was an answer; forget the move."""
        shown, self._shown = self._shown, None
        answer = text.strip().lower()
        if shown and answer in REFUSAL:
            self._screen.say(tr("{move} is not played", move=self._named))
            return None, True
        agreed = shown if answer in CONSENT else None
        return agreed, agreed is not None

    def propose(self, text: str, pov: PlayerView) -> Move | None:
        """Return the move that a text means, or None if it is shown now and must be confirmed first."""
        table, ranking = self._table, self._table.ranking
        if ranking is None:
            return table.read_move(text, pov.state)
        move = self._listed.chosen(text.strip()) or table.read_move(text, pov.state)
        if not ranking.needs_consent(pov.state, move):
            return move
        self._shown, self._named = move, self._called(pov.state, move)
        self._screen.say(ranking.describe_preview(pov, move))
        return None

    def rank(self, pov: PlayerView, text: str) -> str:
        """Return the first page of the moves that pass a filter."""
        table, state = self._table, pov.state
        self._listed = NumberedMoves(
            ranked(table, state, text),
            lambda move: f"{self._called(state, move)}: {table.explain(state, move)}",
            tr("no move fits {words}: leave out a word, or type list alone", words=quoted(text)),
        )
        return self._listed.page()

    def _called(self, state: State, move: Move) -> str:
        """Return a move as people read it in lists."""
        return str(move) if self._table.ranking is None else self._table.ranking.called(state, move)

    def advise(self, result: Result, view: View) -> str:
        """Return hints as lines; in games with very many moves, each has a number to choose it by."""
        hint = Hint.of(result, view, self._table, partial(self._called, view.bare_state()))
        if self._table.ranking is None:
            moves = "\n".join(hint.moves.values())
        else:
            self._listed = NumberedMoves(hint.moves, hint.moves.__getitem__, NO_LIST)
            moves = self._listed.page()
        return "\n".join(filter(None, [hint.before, moves, hint.after]))

    def more(self) -> str:
        """Return the next page of the list."""
        return self._listed.page()
