"""Balance: what seats, cards, tiles and options of a game are worth, from many games of one player at all seats."""

from urbanist.bots.balance.play import BalancePlan, Ruleset, played
from urbanist.bots.balance.report import BalanceReport, report_of

__all__ = ["BalancePlan", "BalanceReport", "Ruleset", "played", "report_of"]
