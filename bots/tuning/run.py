"""The run of a tuning: the games of each iteration, and the step that follows from them."""

from collections.abc import Generator, Iterator

from urbanist.bots.match.pairing import Pairing
from urbanist.bots.match.workers import standing
from urbanist.bots.tournament.format import orders_of_two
from urbanist.bots.tournament.results import GameResult
from urbanist.bots.tournament.sprt import group_scores
from urbanist.bots.tuning.journal import Journal, Step
from urbanist.bots.tuning.parameter import with_values
from urbanist.bots.tuning.spsa import Variants
from urbanist.bots.tuning.tuning import Tuning

#: The numbers of the two variants among the bots of a game.
PLUS, MINUS = 0, 1


class Run:
    """The run of a tuning with its journal, which knows the seed."""

    def __init__(self, tuning: Tuning, journal: Journal) -> None:
        self.tuning, self.journal = tuning.seeded(journal.seed), journal
        self._orders = orders_of_two(tuning.rules.seats)

    @property
    def values(self) -> dict[str, float]:
        """The values of the options so far."""
        steps = self.journal.steps
        return dict(steps[-1].values) if steps else self.tuning.spsa.start()

    def play(self) -> Generator[Step, None, None]:
        """Play the missing iterations, and yield each after it is saved; the games do not depend on the workers."""
        spsa = self.tuning.spsa
        with standing(self.tuning.keys.workers) as play:
            for number in range(len(self.journal.steps), spsa.iterations):
                values = self.values
                variants = spsa.variants(number, values)
                played = [
                    GameResult.of(pairing, game) for pairing, game in play(self._pairings(number, variants))
                ]
                scores = group_scores(played, PLUS, MINUS, len(self._orders))
                score = sum(scores.values()) / len(scores)
                step = Step(
                    number,
                    variants.plus,
                    variants.minus,
                    score,
                    len(played),
                    sum(len(game.forfeits) for game in played),
                    spsa.after(number, values, variants.turns, score),
                )
                self.journal.add(step)
                yield step

    def _pairings(self, number: int, variants: Variants) -> Iterator[Pairing]:
        """Yield the games of an iteration: each deal in all seatings of the two variants."""
        tuning = self.tuning
        bots = tuple(with_values(tuning.bot, texts) for texts in (variants.plus, variants.minus))
        names = ("plus", "minus")
        deals = tuning.keys.deals
        for deal in range(number * deals, (number + 1) * deals):
            for game, order in enumerate(self._orders, 1):
                yield Pairing(
                    f"{number + 1}.{deal + 1}.{game}",
                    tuning.rules,
                    deal,
                    order,
                    tuple(bots[side] for side in order),
                    tuple(names[side] for side in order),
                    None if tuning.control is None else (tuning.control,) * len(order),
                    restart=True,  # a process of other options would wait for nothing
                    noting="none",
                )
