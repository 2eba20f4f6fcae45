"""The analysis of a recorded game: for each decision the best move, the loss, and what an observer could infer."""

from urbanist.bots.analysis.decisions import Account, Decision, account, choices, decisive, judge

__all__ = ["Account", "Decision", "account", "choices", "decisive", "judge"]
