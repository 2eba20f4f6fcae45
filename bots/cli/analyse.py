"""Analyse a recorded game: the best move, the loss of each move, and what was known of hidden cards.

FILE:GAME is a record file and the number of a game in it, counted from 1.

Each move is judged by what its seat could know. One search finds the best move from the view of the seat. Then the
position after the best move and the position after the played move get a search of the same size each. With --nodes
the same seed gives the same analysis.
"""

import json
from dataclasses import asdict
from typing import Any

import click

from urbanist.bots.analysis.decisions import GRADES, Decision, account, choices, decisive, judge
from urbanist.bots.cli.asking import SEED, recorded
from urbanist.bots.cli.cards import read_with
from urbanist.bots.cli.terminal import progress, screen
from urbanist.bots.table import table_of
from urbanist.bots.table.session.review import Review, show
from urbanist.engine.details import Detail, details
from urbanist.search.options import SearchOptions

#: Iterations of each search by default.
USUAL_NODES = 5000


@click.command(help=__doc__)
@click.argument("record", metavar="FILE[:GAME]")
@read_with
@click.option("--time", "seconds", type=click.FloatRange(0, min_open=True), help="Seconds for each search.")
@click.option("--nodes", type=click.IntRange(1), help=f"Iterations of each search (default {USUAL_NODES}).")
@click.option("--seed", type=SEED, default=0, help="Seed of all random draws (default 0).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def analyse(record: str, seconds: float | None, nodes: int | None, seed: int, as_json: bool) -> None:
    """Print the review of the game."""
    review = _reviewed(record, _options(seconds, nodes, seed))
    if as_json:
        click.echo(json.dumps(_object(review)))
    else:
        show(screen(), review, table_of(review.history.game.name))


def _options(seconds: float | None, nodes: int | None, seed: int) -> SearchOptions:
    if seconds is not None and nodes is not None:
        raise click.UsageError("--time and --nodes exclude each other: give only one")
    return SearchOptions(nodes=nodes or (USUAL_NODES if seconds is None else None), time=seconds, seed=seed)


def _reviewed(place: str, options: SearchOptions) -> Review:
    found, history = recorded(place)
    plies = choices(history)
    decisions = []
    with progress("moves", len(plies)) as advance:
        for ply in plies:
            decisions.append(judge(history, ply, options))
            advance()
    accounts = [account(history, decisions, seat, options.seed) for seat in range(history.state.seats)]
    return Review(found, history, decisions, accounts, options)


def _object(review: Review) -> dict[str, Any]:
    """Return the review as an object for JSON."""
    record, told = review.record, details(review.record)
    return {
        "game": review.history.game.name,
        "deal": record.deal,
        "players": record.seats,
        "ended": record.ended,
        "scores": record.scores,
        "ranks": record.ranks,
        "limits": {
            "nodes": review.options.nodes,
            "seconds": review.options.time,
            "seed": review.options.seed,
        },
        "grades": GRADES,
        "decisions": [_decision(decision, told[decision.event - 1]) for decision in review.decisions],
        "accounts": [asdict(found) for found in review.accounts],
        "decisive": [decision.event for decision in decisive(review.decisions)],
    }


def _decision(decision: Decision, told: Detail) -> dict[str, Any]:
    worked_out = {
        "lost": decision.lost,
        "points_lost": decision.points_lost,
        "grade": decision.grade,
        "told": asdict(told),
    }
    return {**asdict(decision), **worked_out}
