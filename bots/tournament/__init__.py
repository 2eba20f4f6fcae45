"""Many tables: a plan from a file, who meets whom, one database of results, and the ratings that follow from them.

A `Plan` says what to play, a `Run` plays it into a `Store`, and `Standings` is what the games came to.
"""

from urbanist.bots.tournament.form import PlanError
from urbanist.bots.tournament.plan import Plan, read_plan
from urbanist.bots.tournament.run import Run
from urbanist.bots.tournament.standings import Standing, Standings
from urbanist.bots.tournament.store import Store

__all__ = ["Plan", "PlanError", "Run", "Standing", "Standings", "Store", "read_plan"]
