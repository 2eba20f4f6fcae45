"""Tournaments: the plan from a file, the pairings of each format, the database of results, and the ratings.

A `Tournament` says what to play, a `Run` plays it and saves each game in a `Store`, and `Standings` sums up the games.
"""

from urbanist.bots.tournament.plan import Plan, Tournament, read_plan
from urbanist.bots.tournament.plan_schema import PlanError
from urbanist.bots.tournament.run import Run
from urbanist.bots.tournament.standings import Standing, Standings
from urbanist.bots.tournament.store import Store

__all__ = ["Plan", "PlanError", "Run", "Standing", "Standings", "Store", "Tournament", "read_plan"]
