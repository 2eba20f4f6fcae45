"""Whether a program keeps to the bot protocol: one check a question, asked of the real process."""

from urbanist.bots.check.dialogue import Verdict
from urbanist.bots.check.suite import checks, verdicts

__all__ = ["Verdict", "checks", "verdicts"]
