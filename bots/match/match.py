"""Many games of one table: who sits where on which deal.

Everything about a game follows from the match and the game's number, so the records are the same on any
number of workers. Unless the seats are fixed, n games in a row are the same deal for n players, and
everybody moves on by a seat from one to the next: the luck of the deal and of the seat falls on all alike.
"""

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass

from urbanist.bots.match.arena import Played
from urbanist.bots.match.pairing import Pairing, Rules
from urbanist.bots.match.workers import completed
from urbanist.bots.players.bot import Bot
from urbanist.bots.players.spec import bot_text


@dataclass(frozen=True, slots=True)
class Match:
    """What is played: by what rules, the bots, and how many games."""

    rules: Rules
    bots: tuple[Bot, ...]
    games: int
    fixed: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The bots as texts."""
        return tuple(map(bot_text, self.bots))

    def deal_number(self, number: int) -> int:
        """Return which deal a game is played on."""
        return number if self.fixed else number // len(self.bots)

    def seating(self, number: int) -> tuple[int, ...]:
        """Return by seat which of the bots sits there in a game."""
        turn = 0 if self.fixed else number % len(self.bots)
        return tuple((seat + turn) % len(self.bots) for seat in range(len(self.bots)))

    def pairing(self, number: int) -> Pairing:
        """Return a game, ready to be played."""
        entrants = self.seating(number)
        bots, names = self.bots, self.names
        return Pairing(
            str(number),
            self.rules,
            self.deal_number(number),
            entrants,
            tuple(bots[entrant] for entrant in entrants),
            tuple(names[entrant] for entrant in entrants),
            alone=self.fixed,
        )


def played(match: Match, workers: int = 1) -> Generator[Played, None, None]:
    """Yield the games of a match in order as they end; `WorkerDied` for one that no worker survives."""
    early: dict[str, Played] = {}
    following = 0
    with closing(completed(map(match.pairing, range(match.games)), workers)) as games:
        for pairing, game in games:
            early[pairing.id] = game
            while str(following) in early:
                yield early.pop(str(following))
                following += 1
