"""The test of new weights: games against the best so far, on the same deals, at each number of seats.

Half of the seats, rounded up, play with the new weights; then the sides are exchanged on the same deal.
"""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass

from urbanist.bots.match.arena import Arena
from urbanist.bots.match.pairing import Pairing, Rules, derived
from urbanist.bots.players.builtin import IsmctsBot
from urbanist.bots.players.player import Bot
from urbanist.bots.tournament.results import meetings
from urbanist.bots.tournament.sprt import Sprt, Verdict
from urbanist.bots.training.settings import Settings
from urbanist.engine import GAMES

#: The test accepts new weights that are better, and refuses those that are not, by so many points of Elo.
TEST = Sprt(elo0=0, elo1=30)
#: Deals between two looks at the test.
BATCH = 12


@dataclass(frozen=True, slots=True)
class Duel:
    """The games on one deal, with the sides exchanged."""

    settings: Settings
    generation: int
    number: int
    new: str
    best: str | None

    @property
    def id(self) -> str:
        """The id of the deal, which no other job of the training has."""
        return f"test-{self.generation}-{self.number}"

    @property
    def seats(self) -> int:
        """The number of seats: all of the game in turn."""
        counts = GAMES[self.settings.game].notation.seat_counts
        return counts[self.number % len(counts)]

    def play(self, arena: Arena) -> float:
        """Return the share of comparisons, a new seat with an old one, that the new seats won."""
        notation = GAMES[self.settings.game].notation
        rules = Rules(
            self.settings.game,
            self.seats,
            derived(self.settings.seed, "test", self.generation),
            notation.variants[-1 - self.number // len(notation.seat_counts) % len(notation.variants)],
        )
        new, best = (self.bot(weights) for weights in (self.new, self.best))
        scores = []
        for side in range(2):
            sides = [(seat + side) % 2 == 0 for seat in range(self.seats)]
            bots = tuple(new if side else best for side in sides)
            name = f"{self.seats}.{self.number}.{side}"
            played = Pairing(name, rules, self.number, sides_of(sides), bots, ("",) * self.seats).play(arena)
            assert played.record.ranks is not None
            scores += compared(sides, played.record.ranks)
        return sum(scores) / len(scores)

    def bot(self, weights: str | None) -> Bot:
        """Return the bot that plays with weights; without them it plays games to their end."""
        return IsmctsBot(
            nodes=self.settings.gate_nodes, memory=32, eval="net" if weights else "playout", weights=weights
        )


def sides_of(sides: list[bool]) -> tuple[int, ...]:
    """Return the number of the bot at each seat: 0 for the new weights."""
    return tuple(int(not new) for new in sides)


def compared(sides: list[bool], ranks: tuple[int, ...]) -> list[float]:
    """Return the result of each new seat against each old one: 1 ahead, 0.5 tied, 0 behind."""
    return [result if new else 1 - result for new, _, result in meetings(sides, ranks)]


def duels(
    settings: Settings, generation: int, new: str, best: str | None, there: Container[int]
) -> Iterator[Duel]:
    """Yield the deals of a test that were not played."""
    for number in range(settings.gate_deals * len(GAMES[settings.game].notation.seat_counts)):
        if number not in there:
            yield Duel(settings, generation, number, new, best)


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
