"""The analysis of a recorded game: for each decision the best move, the loss, and what an observer could infer.

Public: `decisions.summary_of`, `decisions.judge`, `cause.MoveComparison`, `rollout.rollouts`.
"""
