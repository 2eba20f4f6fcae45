"""Simultaneous perturbation stochastic approximation (SPSA): all options are tuned by two variants at a time.

Each iteration moves all options by a little, each up or down at random, and plays this variant against its opposite.
All options go a step towards the winner. The steps and distances shrink as in Spall 1998, *An overview of the
simultaneous perturbation method for efficient optimization*: with the exponents 0.602 and 0.101.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from urbanist.bots.match.pairing import derived
from urbanist.bots.tuning.parameter import Parameter

#: How fast steps and distances shrink, and the share of the iterations in which steps hardly do.
ALPHA, GAMMA, STABLE = 0.602, 0.101, 0.1

Values = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Variants:
    """The two variants of an iteration: values as texts, by option; `turns` says which options are up in `plus`."""

    plus: dict[str, str]
    minus: dict[str, str]
    turns: dict[str, int]


@dataclass(frozen=True, slots=True)
class Spsa:
    """The plan of all iterations; `rate` is how far a clear win moves an option in the end, in its own `step`s."""

    parameters: tuple[Parameter, ...]
    iterations: int
    rate: float
    seed: int

    def start(self) -> dict[str, float]:
        """Return the values before the first iteration."""
        return {each.name: each.start for each in self.parameters}

    def variants(self, number: int, values: Values) -> Variants:
        """Return the variants of an iteration, counted from 0."""
        rng = Random(derived(self.seed, "tune", number))
        turns = {each.name: rng.choice((-1, 1)) for each in self.parameters}
        chances = {each.name: rng.random() for each in self.parameters}
        plus, minus = (
            {
                each.name: each.text(
                    each.within(values[each.name] + side * turns[each.name] * self.distance(each, number)),
                    chances[each.name],
                )
                for each in self.parameters
            }
            for side in (1, -1)
        )
        return Variants(plus, minus, turns)

    def after(self, number: int, values: Values, turns: Mapping[str, int], score: float) -> dict[str, float]:
        """Return the values after an iteration in which the variant `plus` got this score, 0 to 1."""
        result = 2 * score - 1
        return {
            each.name: each.within(values[each.name] + self.stride(each, number) * turns[each.name] * result)
            for each in self.parameters
        }

    def distance(self, each: Parameter, number: int) -> float:
        """Return how far the variants lie from the middle: in the last iteration the `step` of the parameter."""
        return each.step * float((self.iterations / (number + 1)) ** GAMMA)

    def stride(self, each: Parameter, number: int) -> float:
        """Return how far an option moves after a clear win: in the last iteration `rate` steps."""
        stable = STABLE * self.iterations
        gain = ((stable + self.iterations) / (stable + number + 1)) ** ALPHA
        return self.rate * each.step**2 * float(gain) / self.distance(each, number)
