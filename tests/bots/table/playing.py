"""Games and players for the tests of the table."""

import random
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from rich.console import Console

from tests.pseudo import untranslated
from urbanist.bots.players.player import Player
from urbanist.bots.table.kit.terminal.block import Block, joined
from urbanist.bots.table.warszawa.model.city import edition_of
from urbanist.engine import GAMES
from urbanist.engine.history import History, View
from urbanist.search.limit import Limit
from urbanist.search.result import MoveValue, Result

PLAYERS = ("human", "drawn", "drawn", "drawn")


@cache
def played(plies: int, seed: int = 1, seats: int = 4, variant: str = "expert") -> History:
    """Return a game after `plies` random moves, or fewer if it ends."""
    draw = random.Random(seed)
    history = History.start(GAMES["metropolys"].deal(variant=variant, seats=seats, seed=seed))
    while len(history.events) < plies and not history.state.over:
        legal = history.state.legal()
        raises = [move for move in legal if move != "pass"]
        may_pass = len(raises) < len(legal)
        history = history.play("pass" if may_pass and draw.random() < 0.5 else draw.choice(raises))
    return history


@cache
def city_game(
    plies: int, seed: int = 1, seats: int = 2, options: tuple[str, ...] = (), *, greed: float = 0.5
) -> History:
    """Return a game of Akropolis after `plies` events, or fewer if it ends; `greed` is the share of greedy moves."""
    return somewhat_greedy("akropolis", plies, seed, seats, options, greed)


@cache
def rebuilt(
    plies: int, seed: int = 1, seats: int = 4, options: tuple[str, ...] = (), *, greed: float = 0.7
) -> History:
    """Return a game of Warszawa after `plies` events, or fewer if it ends; `greed` is the share of greedy moves."""
    return somewhat_greedy("warszawa", plies, seed, seats, options, greed)


def somewhat_greedy(
    name: str, plies: int, seed: int, seats: int, options: tuple[str, ...], greed: float
) -> History:
    draw = random.Random(seed)
    history = History.start(GAMES[name].deal(seats=seats, options=options, seed=seed))
    while len(history.events) < plies and not history.state.over:
        state = history.state
        words = state.moves()
        word = int(words[state.priors().argmax()]) if draw.random() < greed else int(draw.choice(words))
        history = history.play(state.game.notation.write_move(word))
    return history.until(min(plies, len(history.events)))


def lines_of(block: Block, columns: int) -> list[str]:
    """Return the lines of a block on a terminal of `columns` columns, without colours."""
    console = Console(width=columns, height=200, color_system=None)
    with console.capture() as capture:
        console.print(joined(block))
    return capture.get().rstrip("\n").split("\n")


def typed_words(history: History) -> set[str]:
    """Return the words of a game's notation: those of its deal and events, and the ids of all cards of Warszawa."""
    cards = [card.id for card in edition_of(history.state).cards] if history.game.name == "warszawa" else []
    return {*untranslated(" ".join((history.deal, *history.texts, *cards)))}


class RandomMover(Player):
    """A bot and player that plays random moves."""

    name = "drawn"

    def sit(self, seed: int) -> "RandomMover":
        """Return itself with its random numbers started again."""
        self._draw = random.Random(seed)
        return self

    def choose(self, view: View, limit: Limit | None = None) -> Result:
        """Return a random move."""
        state = view.bare_state()
        legal = state.legal()
        points = (7.5,) * state.seats
        values = tuple(MoveValue(move, 10, 0.5, points) for move in legal[:: -(-len(legal) // 3)])
        return Result(self._draw.choice(legal), values, points, points, (), 30, 0.0)


class Idle(RandomMover):
    """A bot and player that ends its part of a round as soon as it may, and else plays random moves."""

    def choose(self, view: View, limit: Limit | None = None) -> Result:
        """Return `pass` or `done` if that is legal, else a random move."""
        chosen = super().choose(view, limit)
        ends = [move for move in view.bare_state().legal() if str(move) in ("pass", "done")]
        return replace(chosen, move=ends[0]) if ends else chosen


class Typist:
    """Types one line after the other, then ends the input; an exception among the lines is raised."""

    def __init__(self, lines: Iterable[str | BaseException]) -> None:
        self._lines = iter(lines)
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        """Return the next line."""
        self.prompts.append(prompt)
        line = next(self._lines, EOFError())
        if isinstance(line, BaseException):
            raise line
        return line
