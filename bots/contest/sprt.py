"""A generalised sequential probability ratio test (GSPRT) of whether A is better than B, on groups of games.

The test uses the score of a group: the mean result of A over all comparisons with B on one deal. With two seats and two
games a deal it is 0, 1/4, 1/2, 3/4 or 1: the pentanomial model of chess engine testing, in which the luck of the deal
cancels out. The test assumes no form of the distribution. Its log-likelihood ratio (LLR) compares the
maximum-likelihood distribution in which A is `elo1` better with that in which A is `elo0` better (Van den Bergh,
Comments on Normalized Elo; fishtest and fastchess use the same test). The test ends when the ratio leaves Wald's
bounds.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import log, log10, sqrt

from urbanist.bots.contest.results import GameResult, comparisons
from urbanist.bots.contest.standings import Conclusion
from urbanist.bots.match.intervals import likelihood_of_superiority, rounded, share_estimate
from urbanist.engine.message import UserError

MODELS = ("logistic", "normalized")
#: The count of a possible score that did not occur; a count of 0 would make it impossible.
UNSEEN = 1e-3
#: The largest allowed Elo difference, in both directions.
FARTHEST = 1000
#: Normalised Elo points for one standard deviation of a game.
DEVIATION = 800 / log(10)

#: Steps of the bisection, enough for 64 bits; the largest number of steps of a normalised estimate (at most 166 were
#: seen), and the difference of two steps at which it ends.
HALVINGS, STEPS, NEAR = 100, 2_000, 1e-9


class Verdict(StrEnum):
    """The verdict of a test: the lower Elo is accepted, the higher one is, or more games are needed."""

    H0 = "H0"
    H1 = "H1"
    CONTINUE = "continue"


@dataclass(frozen=True, slots=True)
class TestState:
    """The state of a test after a number of groups."""

    groups: int
    llr: float
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of `elo0` against `elo1`; alpha and beta bound the errors of the first and the second kind.

    In the model `logistic` Elo has the same unit as ratings. In `normalized` the unit is the standard deviation of a
    game, and a group has `games` games. `support` lists further possible scores, in addition to 0, 1 and those that
    occurred. An invalid setting raises `ValueError`.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "logistic"
    games: int = 2
    support: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if self.model not in MODELS:
            raise UserError(f"model = '{self.model}': expected {' or '.join(MODELS)}")
        for name, elo in (("elo0", self.elo0), ("elo1", self.elo1)):
            if not -FARTHEST <= elo <= FARTHEST:
                raise UserError(f"{name} = {elo}: expected a number from {-FARTHEST} to {FARTHEST}")
        if self.elo0 >= self.elo1:
            raise UserError(f"elo0 = {self.elo0}, elo1 = {self.elo1}: expected elo0 below elo1")
        for name, chance in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < chance < 0.5:
                raise UserError(f"{name} = {chance}: expected a number between 0 and 0.5")
        if self.games < 1:
            raise UserError(f"games = {self.games}: expected at least 1 a group")

    @property
    def lower(self) -> float:
        """Wald's lower bound: the LLR at which H0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Wald's upper bound: the LLR at which H1 is accepted."""
        return log((1 - self.beta) / self.alpha)

    def judge(self, scores: Iterable[float]) -> TestState:
        """Return the state of the test after groups with these scores, each from 0 to 1, in any order."""
        seen = Counter(scores)
        llr = self._llr(seen)
        verdict = Verdict.H1 if llr >= self.upper else Verdict.H0 if llr <= self.lower else Verdict.CONTINUE
        return TestState(seen.total(), llr, verdict)

    def _llr(self, seen: Counter[float]) -> float:
        """Return the log-likelihood ratio (LLR) of H1 to H0."""
        if not seen:
            return 0.0
        support = sorted({0.0, 1.0, *self.support, *seen})
        counts = [seen[score] or UNSEEN for score in support]
        total = sum(counts)
        shares = [count / total for count in counts]
        estimate = _expecting if self.model == "logistic" else _deviating
        one, other = (estimate(support, shares, self._effect(elo)) for elo in (self.elo1, self.elo0))
        return sum(count * log(p / q) for count, p, q in zip(counts, one, other, strict=True))

    def _effect(self, elo: float) -> float:
        """Return the expected score of a group at an Elo; in the normalized model, in standard deviations above 1/2."""
        if self.model == "logistic":
            return 1 / (1 + 10 ** (-elo / 400))
        return sqrt(self.games) * elo / DEVIATION


def group_scores(games: Iterable[GameResult], one: int, other: int, size: int) -> dict[int, float]:
    """Return the score of one bot against another by rising deal: its mean result of their comparisons, 0 to 1.

    A deal counts when all its `size` games are finished; an incomplete group would measure the luck of the seats.
    """
    groups: dict[int, list[Fraction]] = {}
    for game in games:
        met = [(bot, share) for bot, foe, share in comparisons(game) if {bot, foe} == {one, other}]
        got = [share if bot == one else 1 - share for bot, share in met]
        if got:
            groups.setdefault(game.deal, []).append(Fraction(sum(got)) / len(got))
    # Sums of fractions are exact, so the order of the games does not change the score.
    return {deal: float(sum(groups[deal]) / size) for deal in sorted(groups) if len(groups[deal]) == size}


def _expecting(support: Sequence[float], shares: Sequence[float], expectation: float) -> list[float]:
    """Return the maximum-likelihood distribution with this expectation, given the observed shares of the scores."""
    return _balanced(shares, [score - expectation for score in support])


def _deviating(support: Sequence[float], shares: Sequence[float], deviations: float) -> list[float]:
    """Return the maximum-likelihood distribution with a mean of `deviations` of its standard deviations above 1/2.

    Van den Bergh, section 4.1: each step linearises the condition at the last estimate to find the next estimate.
    """
    # The first estimate has only the scores 0 and 1 and meets the condition. Other programs begin with an even
    # distribution; from there a condition more than one deviation away cannot be met.
    top = 0.5 + 0.5 * deviations / sqrt(1 + deviations**2)
    pull_shares = [1 - top, *[0.0] * (len(support) - 2), top]
    for _ in range(STEPS):
        mean = sum(score * share for score, share in zip(support, pull_shares, strict=True))
        variance = sum((score - mean) ** 2 * share for score, share in zip(support, pull_shares, strict=True))
        half = 0.5 * deviations * sqrt(variance)
        pulls = [score - 0.5 - half * (1 + (score - mean) ** 2 / variance) for score in support]
        before, pull_shares = pull_shares, _balanced(shares, pulls)
        if max(abs(new - old) for new, old in zip(pull_shares, before, strict=True)) < NEAR:
            break
    return pull_shares


def _balanced(shares: Sequence[float], pulls: Sequence[float]) -> list[float]:
    """Return the maximum-likelihood distribution, given the observed shares, under which the mean of `pulls` is 0.

    By a Lagrange multiplier: the weights are share / (1 + multiplier * pull). The mean pull falls when the multiplier
    rises, so a bisection finds it.
    """
    low, high = -1 / max(pulls), -1 / min(pulls)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if sum(share * pull / (1 + middle * pull) for share, pull in zip(shares, pulls, strict=True)) > 0:
            low = middle
        else:
            high = middle
    return [share / (1 + low * pull) for share, pull in zip(shares, pulls, strict=True)]


def concluded(test: Sprt, state: TestState, scores: Sequence[float], one: str, other: str) -> Conclusion:
    """Return the conclusion of a test of two bots after groups with these scores."""
    verdicts = {
        Verdict.H0: f"{one} is not {test.elo1:g} Elo better than {other} (H0)",
        Verdict.H1: f"{one} is {test.elo1:g} Elo better than {other} (H1)",
        Verdict.CONTINUE: "not decided",
    }
    groups = [[score] for score in scores]
    share = share_estimate(groups) if groups else None
    ends = (None,) * 3 if share is None else (share.mean, share.low, share.high)
    value, low, high = map(elo, ends)
    likely = likelihood_of_superiority(groups)
    superior = "?" if likely is None else f"{100 * likely:.1f} %"
    shown = [_shown(end) for end in ends]
    estimated = f"{shown[0]} [{shown[1]}, {shown[2]}]"
    bounds = f"({test.lower:.2f}, {test.upper:.2f})"
    return Conclusion(
        f"sprt: {verdicts[state.verdict]}; log-likelihood ratio {state.llr:.2f} of {bounds} for {test.elo1:g} against "
        f"{test.elo0:g} after {state.groups} groups; Elo {estimated}, likelihood of superiority {superior}",
        (
            ("verdict", verdicts[state.verdict]),
            ("log-likelihood ratio", f"{state.llr:.2f} of {bounds}"),
            ("hypotheses", f"{test.elo0:g} and {test.elo1:g} Elo, {test.model}"),
            ("groups", f"{state.groups:,}"),
            ("Elo", estimated),
            ("likelihood of superiority", superior),
        ),
        {
            "verdict": str(state.verdict),
            "elo0": test.elo0,
            "elo1": test.elo1,
            "model": test.model,
            "llr": rounded(state.llr),
            "lower": rounded(test.lower),
            "upper": rounded(test.upper),
            "groups": state.groups,
            "elo": {"mean": rounded(value), "low": rounded(low), "high": rounded(high)},
            "los": rounded(likely),
        },
    )


def elo(share: float | None) -> float | None:
    """Return the Elo difference of an expected score; None for none, and for 0 and 1."""
    return None if share is None or not 0 < share < 1 else 400 * log10(share / (1 - share))


def _shown(share: float | None) -> str:
    """Return the Elo difference of a share as text."""
    difference = elo(share)
    if share is None or difference is not None:
        return "?" if difference is None else f"{difference:.0f}"
    return "∞" if share == 1 else "-∞"
