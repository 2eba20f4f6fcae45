"""The sequential test as a format: two bots play until it is decided which hypothesis holds."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal

from msgspec import Struct

from urbanist.bots.contest.format import REFUTED, UNDECIDED, Format, FormatSettings, Plan, of_two, register
from urbanist.bots.contest.plan_schema import Count, PlanError
from urbanist.bots.contest.results import GameResult, forfeited, told_forfeits
from urbanist.bots.contest.sprt import Sprt, TestState, Verdict, concluded, group_scores
from urbanist.bots.contest.standings import Conclusion
from urbanist.bots.match.pairing import Pairing, Rules
from urbanist.engine import GAMES


class SprtSection(Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """The keys of the section of the test."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    model: Literal["logistic", "normalized"] = "logistic"
    batch: Count = 10


class SprtSettings(FormatSettings, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The settings of a sequential test: its section."""

    sprt: SprtSection = SprtSection()


@register
class Sequential(Format):
    """A sequential test: batches of deals until the test is decided."""

    name = "sprt"
    grows = ("deals",)
    usual_deals = 10_000  # at most
    settings = SprtSettings
    position = 5

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.test, self._batch = test_of(self._own.sprt, plan.rules), self._own.sprt.batch
        self._size = sum(1 for _ in of_two(plan, 1, 0))

    @classmethod
    def usual_seats(cls, game: str, entrants: int) -> int:  # noqa: ARG003  # two bots fill any table
        """Return the smallest number of seats that the game allows."""
        return min(GAMES[game].notation.seat_counts)

    @classmethod
    def check_entrants(cls, entrants: int, seats: int) -> None:  # noqa: ARG003
        """Raise `PlanError` if there are not two bots; they fill tables of any size."""
        if entrants != 2:
            raise PlanError(f"format = 'sprt' needs two bots, not {entrants}")

    @classmethod
    def check(cls, plan: Plan) -> None:
        """Raise `ValueError` if the section of the test is invalid."""
        test_of(plan.own.sprt, plan.rules)

    def round(self, number: int, before: Sequence[GameResult]) -> Iterator[Pairing]:
        """Yield the games of a batch; nothing if the earlier games have decided the test."""
        first = (number - 1) * self._batch
        if self.test_state(before).verdict is Verdict.CONTINUE:
            for deal in range(first, min(first + self._batch, self._plan.deals)):
                yield from of_two(self._plan, number, deal)

    def games(self) -> int:
        """Return the number of games, if the test is never decided."""
        return self._plan.deals * self._size

    def conclusion(self, games: Sequence[GameResult]) -> Conclusion:
        """Return the verdict of the test with its log-likelihood ratio, an estimate of Elo, and its likelihood."""
        scores = self._scores(games)
        conclusion = concluded(self.test, self.test.judge(scores), scores, *self._plan.names)
        lost = told_forfeits(forfeited(games), len(games))
        return replace(conclusion, line=f"{conclusion.line}{lost and f'; {lost}'}")

    def status(self, games: Sequence[GameResult]) -> int:
        """Return 0 if H1 was accepted, `REFUTED` if H0 was, and `UNDECIDED` if the test goes on."""
        return {Verdict.H1: 0, Verdict.H0: REFUTED}.get(self.test_state(games).verdict, UNDECIDED)

    def test_state(self, games: Iterable[GameResult]) -> TestState:
        """Return the state of the test after these games."""
        return self.test.judge(self._scores(games))

    def _scores(self, games: Iterable[GameResult]) -> list[float]:
        return list(group_scores(games, 0, 1, self._size).values())


def test_of(asked: SprtSection, rules: Rules) -> Sprt:
    """Return the test of a section of a file; raise `ValueError` if a setting is invalid."""
    games = rules.seats if rules.seats == 2 else 2 * rules.seats
    return Sprt(asked.elo0, asked.elo1, asked.alpha, asked.beta, model=asked.model, games=games)
