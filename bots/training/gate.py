"""The test of new weights: games against the best so far, on the same deals, at each number of seats.

Half of the seats, rounded up, play with the new weights; then the sides are exchanged on the same deal.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from urbanist.bots.match.arena import Arena
from urbanist.bots.match.pairing import Pairing, Rules, derived
from urbanist.bots.players.bot import Bot
from urbanist.bots.players.spec import parse_builtin
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
        """The id of the deal: its number of seats and its number."""
        return f"{self.seats}.{self.number}"

    @property
    def seats(self) -> int:
        """The number of seats: all of the game in turn."""
        counts = GAMES[self.settings.game].notation.seat_counts
        return counts[self.number % len(counts)]

    def play(self, arena: Arena) -> float:
        """Return the share of comparisons, a new seat with an old one, that the new seats won."""
        variants = GAMES[self.settings.game].notation.variants
        rules = Rules(
            self.settings.game,
            self.seats,
            derived(self.settings.seed, "test", self.generation),
            variants[-1 - self.number // len(GAMES[self.settings.game].notation.seat_counts) % len(variants)],
        )
        new, best = (self.bot(weights) for weights in (self.new, self.best))
        scores = []
        for side in range(2):
            sides = [(seat + side) % 2 == 0 for seat in range(self.seats)]
            bots = tuple(new if side else best for side in sides)
            played = Pairing(
                f"{self.id}.{side}", rules, self.number, sides_of(sides), bots, ("",) * self.seats
            ).play(arena)
            assert played.record.ranks is not None
            scores += compared(sides, played.record.ranks)
        return sum(scores) / len(scores)

    def bot(self, weights: str | None) -> Bot:
        """Return the bot that plays with weights; without them it plays games to their end."""
        text = f"ismcts:nodes={self.settings.gate_nodes}:memory=32"
        return parse_builtin(f"{text}:eval=net:weights={weights}" if weights else f"{text}:eval=playout")


def sides_of(sides: list[bool]) -> tuple[int, ...]:
    """Return the number of the bot at each seat: 0 for the new weights."""
    return tuple(int(not new) for new in sides)


def compared(sides: list[bool], ranks: tuple[int, ...]) -> list[float]:
    """Return the result of each new seat against each old one: 1 ahead, 0.5 tied, 0 behind."""
    return [
        0.5 * ((ranks[new] < ranks[old]) + (ranks[new] <= ranks[old]))
        for new in range(len(sides))
        for old in range(len(sides))
        if sides[new] and not sides[old]
    ]


def duels(settings: Settings, generation: int, new: str, best: str | None, there: set[str]) -> Iterator[Duel]:
    """Yield the deals of a test that were not played."""
    for number in range(settings.gate_deals * len(GAMES[settings.game].notation.seat_counts)):
        duel = Duel(settings, generation, number, new, best)
        if duel.id not in there:
            yield duel


def counted(scores: dict[str, float], settings: Settings) -> list[float]:
    """Return the scores that count: those before the first deal that is not finished, whatever ended when."""
    found = []
    for duel in duels(settings, 0, "", None, set()):
        if duel.id not in scores:
            break
        found.append(scores[duel.id])
    return found


def verdict(scores: list[float]) -> Verdict:
    """Return the first verdict, looked for after each batch of deals."""
    for count in range(BATCH, len(scores) + 1, BATCH):
        found = TEST.judge(scores[:count]).verdict
        if found is not Verdict.CONTINUE:
            return found
    return Verdict.CONTINUE


def passed(scores: list[float]) -> bool:
    """Return whether new weights with these scores replace the best so far: better in the test, or ahead at its end."""
    found = verdict(scores)
    return found is Verdict.H1 or (found is Verdict.CONTINUE and sum(scores) > len(scores) / 2)
