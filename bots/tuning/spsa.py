"""Simultaneous perturbation stochastic approximation (SPSA): all options are tuned by two variants at a time.

Each iteration moves all options by a little, each up or down at random, and plays this variant against its opposite.
All options go a step towards the winner. The steps and distances shrink as in Spall 1998, *An overview of the
simultaneous perturbation method for efficient optimization*: with the exponents 0.602 and 0.101.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import floor, isfinite
from random import Random
from typing import Annotated

from msgspec import Meta, Struct

from urbanist.bots.match.pairing import derived
from urbanist.bots.players.builtin import BOTS
from urbanist.bots.players.player import Bot
from urbanist.bots.players.spec import bot_text, options_by_name, with_option
from urbanist.bots.protocol.command import program_of
from urbanist.bots.protocol.handshake import Declaration
from urbanist.bots.tournament.plan_schema import PlanError
from urbanist.engine.suggestion import suggestion

#: The distance of a variant from the middle, as a share of the range.
STEP = 0.05
Positive = Annotated[float, Meta(gt=0)]


class ParameterSection(Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """The keys of a parameter in a file; missing ones come from the option's declaration."""

    start: float | None = None
    min: float | None = None
    max: float | None = None
    step: Positive | None = None


class Parameter(Struct, frozen=True):
    """An option with its start, its bounds, and its perturbation in the last iteration; `whole` for integers."""

    name: str
    start: float
    low: float
    high: float
    step: float
    whole: bool

    def within(self, value: float) -> float:
        """Return the value, or the nearest bound."""
        return min(max(value, self.low), self.high)

    def text(self, value: float, chance: float = 0.5) -> str:
        """Return a value as text; an integer is rounded stochastically: up with its fraction as probability."""
        if not self.whole:
            return f"{self.within(value):.6g}"
        return str(int(self.within(floor(value + chance))))


def parameter(name: str, given: ParameterSection, bot: Bot, declared: Declaration | None) -> Parameter:
    """Return the parameter of an option; raise `PlanError` if it cannot be tuned so."""
    least, most, usual, whole = _declared(name, bot, declared)
    found = {
        "min": least if given.min is None else given.min,
        "max": most if given.max is None else given.max,
        "start": usual if given.start is None else given.start,
    }
    lacking = next((key for key, value in found.items() if value is None), None)
    if lacking is not None:
        raise PlanError(f"tune.{name}: {lacking} is missing, and the bot declares none")
    low, high, start = (float(found[key] or 0.0) for key in ("min", "max", "start"))
    if not all(map(isfinite, (low, high, start))) or not low < high:
        raise PlanError(f"tune.{name}: min = {low:g}, max = {high:g}: expected numbers, min below max")
    if not low <= start <= high:
        raise PlanError(f"tune.{name}: start = {start:g}: expected a number from {low:g} to {high:g}")
    step = STEP * (high - low) if given.step is None else given.step
    if step > (high - low) / 2:
        raise PlanError(
            f"tune.{name}: step = {step:g}: expected at most half of the range, {(high - low) / 2:g}"
        )
    made = Parameter(name, start, low, high, max(step, 0.5) if whole else step, whole)
    for end in (low, high):
        _require_allowed(made, end, bot, declared)
    return made


def _declared(
    name: str, bot: Bot, declared: Declaration | None
) -> tuple[float | None, float | None, float | None, bool]:
    """Return the bounds and the value of an option as the bot has it, and whether it is a whole number."""
    program = program_of(bot)
    if program is not None:
        if declared is None:
            raise PlanError(f"tune.{name}: the program declares no such option")
        if declared.kind not in ("spin", "string"):
            raise PlanError(f"tune.{name}: the option is a {declared.kind}, which has no order")
        usual = number(dict(program.options).get(name, declared.default))
        return declared.least, declared.most, usual, declared.kind == "spin"
    if bot.name not in BOTS:
        raise PlanError("a class of a file has no options; expected a built-in bot or a program")
    known = options_by_name(bot.name)
    if name not in known:
        raise PlanError(f"tune.{name}: no such option of {bot.name}; {suggestion(name, sorted(known))}")
    option = known[name]
    if option.kind not in (int, float):
        raise PlanError(f"tune.{name}: the option is no number")
    value = getattr(bot, name)
    return option.least, option.most, None if value is None else float(value), option.kind is int


def number(text: str) -> float | None:
    """Return the number that a text is; None for other texts."""
    try:
        return float(text)
    except ValueError:
        return None


def _require_allowed(made: Parameter, value: float, bot: Bot, declared: Declaration | None) -> None:
    text = made.text(value)
    if declared is not None and not declared.allows(text):
        raise PlanError(f"tune.{made.name}: {text}: the program expects {declared.allowed}")
    if declared is None:
        try:
            with_option(bot, made.name, text)
        except ValueError as error:
            raise PlanError(f"tune.{made.name}: {error}") from None


def with_values(bot: Bot, texts: dict[str, str]) -> Bot:
    """Return a bot with these values of its options."""
    program = program_of(bot)
    if program is not None:
        kept = tuple((name, value) for name, value in program.options if name not in texts)
        return replace(program, options=(*kept, *texts.items()))
    for name, text in texts.items():
        bot = with_option(bot, name, text)
    return bot


def described(bot: Bot) -> str:
    """Return a bot with its options as a user writes it."""
    program = program_of(bot)
    if program is not None:
        return f"{program.command} with {', '.join(f'{name}={value}' for name, value in program.options)}"
    return bot_text(bot)


#: How fast steps and distances shrink, and the share of the iterations in which steps hardly do.
ALPHA, GAMMA, STABLE = 0.602, 0.101, 0.1

Values = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Variants:
    """The two variants of an iteration: values as texts, by option; `turns` has the signs of the perturbation."""

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
        """Return the size of the perturbation (Spall's c_k): in the last iteration the `step` of the parameter."""
        return each.step * float((self.iterations / (number + 1)) ** GAMMA)

    def stride(self, each: Parameter, number: int) -> float:
        """Return the step after a clear win (a_k / c_k): in the last iteration `rate` times `step`."""
        stable = STABLE * self.iterations
        gain = ((stable + self.iterations) / (stable + number + 1)) ** ALPHA
        return self.rate * each.step**2 * float(gain) / self.distance(each, number)
