"""A match: many games between the same bots, with the seats and deals of each game.

A game depends only on the match and on its own number, so the records are the same on any number of workers. Unless
the seats are fixed, n players play each deal n times in a row, and each bot moves on by one seat from game to game.
So the luck of the deal and of the seat is the same for all bots.
"""

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass, replace

from urbanist.bots.match.arena import Played
from urbanist.bots.match.notes import Noting
from urbanist.bots.match.pairing import Pairing, Rules
from urbanist.bots.players.player import Bot
from urbanist.bots.players.spec import bot_text
from urbanist.search.limit import Limit


@dataclass(frozen=True, slots=True)
class Match:
    """The rules, the bots and the number of games of a match; `restart` and `noting` as in `Pairing`.

    All bots have the time control, if there is one.
    """

    rules: Rules
    bots: tuple[Bot, ...]
    games: int
    fixed: bool = False
    restart: bool | None = None
    noting: Noting | None = None
    control: Limit | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The bots as seat texts."""
        return tuple(map(bot_text, self.bots))

    def deal_number(self, number: int) -> int:
        """Return the number of the deal of a game."""
        return number if self.fixed else number // len(self.bots)

    def seating(self, number: int) -> tuple[int, ...]:
        """Return for each seat the index of its bot in a game."""
        turn = 0 if self.fixed else number % len(self.bots)
        return tuple((seat + turn) % len(self.bots) for seat in range(len(self.bots)))

    def pairing(self, number: int) -> Pairing:
        """Return the pairing of a game."""
        entrants = self.seating(number)
        bots, names = self.bots, self.names
        return Pairing(
            str(number),
            self.rules,
            self.deal_number(number),
            entrants,
            tuple(bots[entrant] for entrant in entrants),
            tuple(names[entrant] for entrant in entrants),
            None if self.control is None else (self.control,) * len(bots),
            reveal=self.fixed,
            restart=self.restart,
            title=str(number + 1),
            noting=self.noting,
        )


def played(match: Match, workers: int = 1, first: int = 0) -> Generator[Played, None, None]:
    """Yield the games of a match in order, from number `first` on, counted from 0.

    Their records name the seed of the match. Raise `WorkerDied` if a game ends every worker that plays it.
    """
    from urbanist.bots.match.workers import completed  # late: a bot that is served starts no workers

    early: dict[str, Played] = {}
    following = first
    with closing(completed(map(match.pairing, range(first, match.games)), workers)) as games:
        for pairing, game in games:
            early[pairing.id] = seeded(game, match.rules.seed)
            while str(following) in early:
                yield early.pop(str(following))
                following += 1


def seeded(game: Played, seed: int) -> Played:
    """Return a game whose record names the seed of its match."""
    return replace(game, record=replace(game.record, meta={"seed": seed, **game.record.meta}))
