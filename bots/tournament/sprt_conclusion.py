"""What a sequential test came to: its verdict, and estimates from the same groups."""

from collections.abc import Sequence
from math import log10

from urbanist.bots.match.intervals import chance_above_half, share_estimate
from urbanist.bots.tournament.conclusion import Conclusion
from urbanist.bots.tournament.sprt import Judgement, Sprt, Verdict

#: Decimal places of the values.
PLACES = 6


def concluded(test: Sprt, found: Judgement, scores: Sequence[float], one: str, other: str) -> Conclusion:
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
    likely = chance_above_half(groups)
    superior = "?" if likely is None else f"{100 * likely:.1f} %"
    shown = [_shown(end) for end in ends]
    estimated = f"{shown[0]} [{shown[1]}, {shown[2]}]"
    bounds = f"({test.lower:.2f}, {test.upper:.2f})"
    return Conclusion(
        f"sprt: {verdicts[found.verdict]}; log-likelihood ratio {found.llr:.2f} of {bounds} for {test.elo1:g} against "
        f"{test.elo0:g} after {found.groups} groups; Elo {estimated}, likelihood of superiority {superior}",
        (
            ("verdict", verdicts[found.verdict]),
            ("log-likelihood ratio", f"{found.llr:.2f} of {bounds}"),
            ("hypotheses", f"{test.elo0:g} and {test.elo1:g} Elo, {test.model}"),
            ("groups", f"{found.groups:,}"),
            ("Elo", estimated),
            ("likelihood of superiority", superior),
        ),
        {
            "verdict": str(found.verdict),
            "elo0": test.elo0,
            "elo1": test.elo1,
            "model": test.model,
            "llr": _rounded(found.llr),
            "lower": _rounded(test.lower),
            "upper": _rounded(test.upper),
            "groups": found.groups,
            "elo": {"mean": _rounded(value), "low": _rounded(low), "high": _rounded(high)},
            "los": _rounded(likely),
        },
    )


def elo(share: float | None) -> float | None:
    """Return the Elo difference at which a share of the points is expected; None for none, and for 0 and 1."""
    return None if share is None or not 0 < share < 1 else 400 * log10(share / (1 - share))


def _shown(share: float | None) -> str:
    """Return the Elo difference of a share as text."""
    difference = elo(share)
    if share is None or difference is not None:
        return "?" if difference is None else f"{difference:.0f}"
    return "∞" if share == 1 else "-∞"


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, PLACES)
