"""Whether a program keeps to the bot protocol: one check a question, asked of the real process."""

from urbanist.bots.check.candidate import Candidate, CheckResult, Conditions
from urbanist.bots.check.suite import checks, results

__all__ = ["Candidate", "CheckResult", "Conditions", "checks", "results"]
