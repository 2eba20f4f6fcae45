"""Balance: what seats, cards, tiles and options of a game are worth, from many games of one player at all seats."""

from urbanist.bots.balance.play import Plan, played
from urbanist.bots.balance.report import Report, report_of

__all__ = ["Plan", "Report", "played", "report_of"]
