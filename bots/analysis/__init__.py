"""What the decisions of a recorded game were worth: what was best, what was lost, what a bystander could know."""

from urbanist.bots.analysis.decisions import Account, Decision, account, choices, decisive, judge

__all__ = ["Account", "Decision", "account", "choices", "decisive", "judge"]
