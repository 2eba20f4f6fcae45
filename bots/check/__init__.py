"""Whether a program keeps to the bot protocol: one check a question, asked of the real process."""

from urbanist.bots.check.suite import checks, verdicts
from urbanist.bots.check.verdict import Verdict

__all__ = ["Verdict", "checks", "verdicts"]
