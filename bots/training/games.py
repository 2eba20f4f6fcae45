"""The games of a generation: self-play, and the test of the new weights; each is a job for workers.

All of self-play is drawn from the training's seed and the number of the game. The test plays against the best so far
on the same deals, at each number of seats: half of the seats, rounded up, play with the new weights; then the sides are
exchanged on the same deal.
"""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from urbanist.bots.contest.results import meetings
from urbanist.bots.contest.sprt import Sprt, Verdict
from urbanist.bots.match.arena import Arena
from urbanist.bots.match.pairing import Pairing, Rules, derived
from urbanist.bots.players.builtin import IsmctsBot
from urbanist.bots.players.player import Bot
from urbanist.bots.training.folder import TrainingSettings
from urbanist.engine import GAMES
from urbanist.search import SearchOptions
from urbanist.search.training import Exploration, RecordedGame, play

#: A visit that plays a game to its end takes about as long as so many that ask a network.
PLAYING_ON = 4


class SeatSearches(NamedTuple):
    """The best search of a game of self-play, and the search of each seat."""

    best: SearchOptions
    searches: tuple[SearchOptions, ...]


def drawn_searches(
    settings: TrainingSettings, seats: int, weights: tuple[str, ...], rng: Random
) -> SeatSearches:
    """Return the search of each seat: most are the best so far, others want points, think less, or are older.

    `weights` has the files of the accepted networks, the oldest first; without one the seats play games to their end.
    That takes longer than to ask a network, so such a search has fewer visits.
    """
    asking = max(int(settings.nodes * rng.choice((0.5, 1, 1, 2))), 1)
    playing_on = max(asking // PLAYING_ON, 1)
    nodes = asking if weights else playing_on
    best = SearchOptions(
        nodes=nodes,
        memory=32,
        noise=settings.noise,
        seed=rng.getrandbits(32),
        eval="net" if weights else "playout",
        weights=weights[-1] if weights else None,
    )
    others = [best]
    if rng.random() < 0.5:
        # Seats that share weights share their errors.
        others += [
            replace(best, utility="points"),
            replace(best, utility="margin", spread=30.0),
            replace(best, nodes=max(nodes // 4, 1)),
            replace(best, eval="playout", nodes=playing_on),
        ]
        others += [replace(best, weights=older) for older in weights[-4:-1]]
    return SeatSearches(best, tuple(best if rng.random() < 0.5 else rng.choice(others) for _ in range(seats)))


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """One game of self-play; `weights` has the files of the accepted networks."""

    settings: TrainingSettings
    generation: int
    number: int
    weights: tuple[str, ...]

    @property
    def id(self) -> str:
        """The id of the game, which no other job of the training has."""
        return f"self-play-{self.generation}-{self.number}"

    def play(self, arena: Arena) -> RecordedGame:
        """Return the game; it needs no bots of the arena."""
        seed = derived(self.settings.seed, "self-play", self.generation, self.number)
        rng = Random(seed)
        game = GAMES[self.settings.game]
        table = self.settings.setups().draw(game, rng)
        best, searches = drawn_searches(self.settings, table.seats, self.weights, rng)
        # A little or a lot, from the start or later.
        opening, share = rng.choice((0, 4, 10)), rng.choice((0.03, 0.1, 0.2))
        exploration = Exploration(opening, share, full=self.settings.full)
        return play(game, table, searches, best, exploration, seed)


def missing_games(
    settings: TrainingSettings, generation: int, weights: tuple[str, ...], there: set[int]
) -> Iterator[SelfPlay]:
    """Yield the games of a generation that are not there."""
    for number in range(settings.games):
        if number not in there:
            yield SelfPlay(settings, generation, number, weights)


#: The hypotheses of the test in Elo: new weights are not better (H0), or better by this (H1).
TEST = Sprt(elo0=0, elo1=30)
#: Deals between two looks at the test.
BATCH = 12


@dataclass(frozen=True, slots=True)
class GamePair:
    """A game pair: the games on one deal, with the sides exchanged."""

    settings: TrainingSettings
    generation: int
    number: int
    new: str
    best: str | None

    @property
    def id(self) -> str:
        """The id of the deal, which no other job of the training has."""
        return f"test-{self.generation}-{self.number}"

    def play(self, arena: Arena) -> float:
        """Return the score of the new seats: their share of all comparisons with an old one.

        The deals have all numbers of seats in turn, then all variants.
        """
        variants, counts, options, _ = self.settings.setups()
        seats, turn = counts[self.number % len(counts)], self.number // len(counts)
        rules = Rules(
            self.settings.game,
            seats,
            derived(self.settings.seed, "test", self.generation),
            variants[-1 - turn % len(variants)],
            options or (),
            self.settings.cards,
        )
        new, best = (self.bot(weights) for weights in (self.new, self.best))
        scores = []
        for side in range(2):
            sides = [(seat + side) % 2 == 0 for seat in range(seats)]
            bots = tuple(new if side else best for side in sides)
            numbers = tuple(int(not new) for new in sides)
            name = f"{seats}.{self.number}.{side}"
            played = arena.play(Pairing(name, rules, self.number, numbers, bots, ("",) * seats))
            assert played.record.ranks is not None
            scores += compared(sides, played.record.ranks)
        return sum(scores) / len(scores)

    def bot(self, weights: str | None) -> Bot:
        """Return the bot that plays with weights; without them it plays games to their end, in about the same time."""
        nodes = self.settings.gate_nodes
        if weights is None:
            return IsmctsBot(nodes=max(nodes // PLAYING_ON, 1), memory=32, eval="playout")
        return IsmctsBot(nodes=nodes, memory=32, eval="net", weights=weights)


def compared(sides: list[bool], ranks: tuple[int, ...]) -> list[float]:
    """Return the result of each new seat against each old one: 1 ahead, 0.5 tied, 0 behind."""
    return [result if new else 1 - result for new, _, result in meetings(sides, ranks)]


def game_pairs(
    settings: TrainingSettings, generation: int, new: str, best: str | None, there: Container[int]
) -> Iterator[GamePair]:
    """Yield the deals of a test that were not played."""
    for number in range(settings.gate_deals * len(settings.setups().seat_counts)):
        if number not in there:
            yield GamePair(settings, generation, number, new, best)


class Scores:
    """The scores that count: in the order of the deals, up to the verdict, whatever ended when.

    The verdict is looked for after each batch of deals.
    """

    def __init__(self, by_deal: Mapping[int, float]) -> None:
        self.counted: list[float] = []
        self.verdict = Verdict.CONTINUE
        self._waiting: dict[int, float] = {}
        for number, score in by_deal.items():
            self.add(number, score)

    def add(self, number: int, score: float) -> None:
        """Add the score of a deal; it waits until all deals before it have theirs."""
        self._waiting[number] = score
        while self.verdict is Verdict.CONTINUE and len(self.counted) in self._waiting:
            self.counted.append(self._waiting.pop(len(self.counted)))
            if len(self.counted) % BATCH == 0:
                self.verdict = TEST.judge(self.counted).verdict

    @property
    def passed(self) -> bool:
        """Whether the new weights replace the best so far: they are better in the test, or ahead at its end."""
        if self.verdict is Verdict.CONTINUE:
            return sum(self.counted) > len(self.counted) / 2
        return self.verdict is Verdict.H1
