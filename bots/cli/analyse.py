"""Analyse a recorded game.

The review tells the best moves, the loss of each move, and what could be inferred about hidden cards.

FILE:GAME is a record file and the number of a game in it, counted from 1.

Each move is evaluated by what its seat could know. One search finds the best move from the view of the seat. Then the
position after the best move and the position after the played move get a search of the same size each. Where the end of
the game is solved, both moves have exact values. With --nodes the same seed gives the same analysis.

--weights makes the searches ask another network: a file of weights, of ONNX or of TorchScript.

--html writes a page in one file, which needs no network: it steps through the game.
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from urbanist.bots.analysis.decisions import GRADES, Decision, decisive
from urbanist.bots.cli.completers import files
from urbanist.bots.cli.language_option import speaks
from urbanist.bots.cli.shared_options import (
    FILE,
    SEED,
    Real,
    json_option,
    only_one,
    read_with,
    record_file,
    recorded,
)
from urbanist.bots.cli.target import check_targets
from urbanist.bots.cli.terminal import page_through, progress, screen
from urbanist.bots.files import write
from urbanist.bots.players.builtin import IsmctsBot
from urbanist.bots.players.spec import check_for
from urbanist.bots.table.kit.language import speaking, tr
from urbanist.bots.table.page import page
from urbanist.bots.table.page.story import story_of
from urbanist.bots.table.session.review import Review, own_choices, reviewed
from urbanist.bots.table.session.review_terminal import drawn
from urbanist.bots.table.session.review_text import show
from urbanist.engine.event import Move
from urbanist.engine.move_stats import MoveStats, move_stats
from urbanist.search.options import SearchOptions

#: Visits of each search by default.
USUAL_NODES = 5000


@click.command(help=__doc__)
@click.argument("record", metavar="FILE[:GAME]", shell_complete=files)
@read_with
@click.option("--time", "seconds", type=Real(0, min_open=True), help="Seconds for each search.")
@click.option("--nodes", type=click.IntRange(1), show_default=f"{USUAL_NODES}", help="Visits of each search.")
@click.option("--weights", type=FILE, metavar="FILE", help="The network of the searches.")
@click.option("--seed", type=SEED, default=0, help="Seed of all random draws.")
@json_option
@click.option(
    "--html",
    "html_file",
    type=FILE,
    metavar="FILE",
    help="Write a page of the game; nothing is printed without --json.",
)
@speaks
def analyse(
    record: str,
    seconds: float | None,
    nodes: int | None,
    weights: Path | None,
    seed: int,
    as_json: bool,
    html_file: Path | None,
) -> None:
    """Print the review of the game, or write its page."""
    check_targets({"--html": html_file}, [record_file(record)])
    only_one("--time", seconds, "--nodes", nodes)
    visits = nodes or (USUAL_NODES if seconds is None else None)
    network = None if weights is None else str(weights)
    review = _reviewed(record, SearchOptions(nodes=visits, time=seconds, seed=seed, weights=network))
    if html_file is not None:
        write(html_file, _page(review))
    if as_json:
        click.echo(json.dumps(_object(review)))
    elif html_file is None:
        _show(review)


def _show(review: Review) -> None:
    """Show the review: in colour on a terminal, else as lines."""
    shown = screen()
    if shown.plots:
        page_through(shown, drawn(review, shown.console.width))
    else:
        show(shown, review)


def _reviewed(place: str, options: SearchOptions) -> Review:
    record, history = recorded(place)
    if options.weights is not None:
        check_for(IsmctsBot(weights=options.weights), history.game)
    with progress(tr("moves"), len(own_choices(record, history))) as advance:
        review = reviewed(record, history, options, advance.next)
        advance.finish()
    return review


def _page(review: Review) -> str:
    """Return the page of a game; the progress of its better lines and of its drawings is shown."""
    with progress(tr("lines"), len(decisive(review.decisions))) as advance:
        story = story_of(review, advance.next)
        advance.finish()
    with progress(tr("pictures"), story.positions) as advance:
        return page(story, advance)


def _object(review: Review) -> dict[str, Any]:
    """Return the review as an object for JSON."""
    record, told = review.record, move_stats(review.record)
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
            "weights": review.options.weights,
        },
        "grades": GRADES,
        "decisions": [_decision(decision, told[decision.event - 1]) for decision in review.decisions],
        "accounts": [asdict(summary) for summary in review.summaries],
        "decisive": [decision.event for decision in decisive(review.decisions)],
        "reasons": list(filter(None, (_reason(review, decision) for decision in decisive(review.decisions)))),
    }


def _decision(decision: Decision, told: MoveStats) -> dict[str, Any]:
    worked_out = {
        "lost": decision.lost,
        "points_lost": decision.points_lost,
        "grade": decision.grade,
        "solved": decision.solved,
        "told": asdict(told),
    }
    return {**asdict(decision, dict_factory=_plain), **worked_out}


def _reason(review: Review, decision: Decision) -> dict[str, Any] | None:
    """Return why a move cost much, in English as all that programs read; None if there is no certain cause."""
    reasons, moves = review.reasons(decision), (decision.best.move, decision.played.move)
    cause = reasons.cause(*moves, decision.stake)
    if cause is None:
        return None
    with speaking("en"):
        return {
            "event": decision.event,
            "cause": str(cause.kind),
            "text": reasons.why(*moves, decision.stake),
        }


def _plain(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the fields of an object for JSON: moves are texts."""
    return {name: str(value) if isinstance(value, Move) else value for name, value in fields}
