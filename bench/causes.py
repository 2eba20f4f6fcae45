"""How often is a reason the cause: how much of the difference of two moves goes if it is taken away?

    python -m bench.causes GAME [SEATS] [MISTAKES] [--nodes N] [--seed N] [--panels FILE] [--again FILE]

The mistakes are those of games of short searches; each search that judges them has N visits. The reason of each is told
as in a review. Then both moves are played on again, in other worlds and with twice the visits, and the reason is taken
away: the points of its kind of row do not count. The reason is a cause if these make half or more of the difference of
win share that the search found.

`--panels` adds what a person sees of each mistake to a file, a line of JSON each, with its reason and which part of the
difference it explained. `--again` takes the mistakes from such a file: no search looks for them once more.
"""

import json
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from time import process_time
from typing import Any

from urbanist.bots.analysis.cause import EXPLAINS, Cause, MoveComparison, Stake
from urbanist.bots.analysis.decisions import choices, judge
from urbanist.bots.analysis.rollout import GAMES, LOOKS, rollouts
from urbanist.bots.table import table_of
from urbanist.bots.table.session.reasons import Reasons
from urbanist.engine import GAMES as ALL_GAMES
from urbanist.engine.event import Move
from urbanist.engine.history import History, View
from urbanist.search import SearchOptions, ismcts

#: The visits of the searches that make the mistakes, and what a mistake loses at least.
SHORT, LEAST = 12, 0.05


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake: what its seat saw, the better move, the one that was played, and how much is at stake."""

    view: View
    better: Move
    played: Move
    stake: Stake

    @classmethod
    def read(cls, line: str) -> "Mistake":
        """Return the mistake of a line of panels."""
        told = json.loads(line)
        game = ALL_GAMES[told["game"]]
        better, played = (game.notation.move(told[name]) for name in ("best", "played"))
        view = View.read(game, told["seat"], told["deal"], told["events"])
        return cls(view, better, played, Stake(told["share"], told["points"]))

    def reasons(self) -> Reasons:
        """Return the reasons at its position, told to its seat."""
        own = self.view.seat
        return Reasons(self.view, lambda seat: "" if seat == own else f"seat {seat}")

    def panel(self) -> dict[str, Any]:
        """Return it for a line of panels, with both moves in words."""
        view = self.view
        state, table = view.bare_state(), table_of(view.game.name)
        return {
            "game": view.game.name,
            "seat": view.seat,
            "deal": view.deal,
            "events": [str(event) for event in view.events],
            "best": str(self.better),
            "played": str(self.played),
            "share": self.stake.share,
            "points": self.stake.points,
            "better move": table.move_name(state, self.better),
            "move played": table.move_name(state, self.played),
        }


def mistakes(game: str, seats: int | None, nodes: int, seed: int) -> Iterator[Mistake]:
    """Yield the mistakes of one game after the other."""
    counts = ALL_GAMES[game].notation.seat_counts
    while True:
        history = History.start(ALL_GAMES[game].deal(seats=seats or counts[0], seed=seed))
        while not history.state.over:
            view = history.seen_by(history.state.to_move)
            history = history.play(ismcts(view, options=SearchOptions(nodes=SHORT, seed=seed)).move)
        for ply in choices(history):
            decision = judge(history, ply, SearchOptions(nodes=nodes, seed=seed))
            if decision.lost >= LEAST:
                view = history.until(ply).seen_by(decision.seat)
                yield Mistake(view, decision.best.move, decision.played.move, decision.stake)
        seed += 1


def shrunk(cause: Cause, mistake: Mistake) -> float:
    """Return the share of the difference that a search found, and that a cause makes in other games."""
    seat, table = mistake.view.bare_state().to_move, table_of(mistake.view.game.name)
    times = tuple(2 * each for each in table.careful)
    better, other = (
        rollouts(mistake.view, each, first=LOOKS[-1], games=2 * GAMES, times=times)
        for each in (mistake.better, mistake.played)
    )
    comparison = MoveComparison(seat, better, other)
    gone = sum(
        comparison.weights[seat] * points.mean()
        for (seat, kind), (_, points) in comparison.rows.items()
        if kind == cause.kind
    )
    return float(gone * comparison.share_of_a_point / mistake.stake.share)


def main() -> None:
    """Print how many mistakes have a reason, how often it is the cause, and what a reason takes."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=tuple(ALL_GAMES))
    parser.add_argument("seats", type=int, nargs="?")
    parser.add_argument("mistakes", type=int, nargs="?", default=200)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--panels", type=Path)
    parser.add_argument("--again", type=Path)
    asked = parser.parse_args()
    told, causes, spent = 0, 0, 0.0
    if asked.again is None:
        all_mistakes = mistakes(asked.game, asked.seats, asked.nodes, asked.seed)
    else:
        all_mistakes = map(Mistake.read, asked.again.read_text(encoding="utf-8").splitlines())
    for number, mistake in enumerate(islice(all_mistakes, asked.mistakes), 1):
        reasons, began = mistake.reasons(), process_time()
        cause = reasons.cause(mistake.better, mistake.played, mistake.stake)
        spent += process_time() - began
        explained = None if cause is None else shrunk(cause, mistake)
        if explained is not None:
            told += 1
            causes += explained >= EXPLAINS
        if asked.panels is not None:
            why = reasons.why(mistake.better, mistake.played, mistake.stake)
            panel = mistake.panel() | {"reason": why, "explained": explained}
            with asked.panels.open("a", encoding="utf-8") as file:
                file.write(json.dumps(panel, ensure_ascii=False) + "\n")
        said = f"{told} with a reason, of which {causes} are causes; {spent / number:.2f} s of processor each"
        print(f"{number} mistakes, {said}", flush=True)


if __name__ == "__main__":
    main()
