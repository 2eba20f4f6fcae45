"""How often does a search not even look at the best move?

`python -m bench.missing_moves akropolis --records FILE --nodes 200,1000,10000 --reference 1000000 --positions 60` takes
positions from records, such as those of `bench.strangers`, and searches each for its seat to move, as the default does.
A move is missing if no visit has gone to it: it is no child of the root, or one that waits. The best move is that of
another search, with the visits of `--reference`. For each number of visits a row says how often the best move is
missing, how much win share is lost where the best child takes its place, by the values of the reference, and how many
moves were visited. `--left 6` takes only positions with at most six plies left. The intervals are over deals.
"""

import argparse
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from urbanist.bots.match.arena import Arena
from urbanist.bots.match.intervals import Estimate, mean_estimate, share_estimate, share_text
from urbanist.bots.match.pairing import derived
from urbanist.bots.match.workers import completed
from urbanist.engine import GAMES, NotationError, State
from urbanist.engine.event import Move
from urbanist.engine.history import History, View
from urbanist.engine.record import Record, read_lines
from urbanist.search import Limit, Result, SearchOptions, TreeSearch
from urbanist.search.belief import belief_for


@dataclass(frozen=True, slots=True)
class Look:
    """The root of a search after some visits: moves visited, whether the best was missing, and the loss."""

    nodes: int
    visited: int
    missing: bool
    loss: float


@dataclass(frozen=True, slots=True)
class Found:
    """A position that was searched: the deal it is from, its legal moves, and what was looked at."""

    deal: str
    moves: int
    looks: tuple[Look, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a record, before one of its events, and the searches that it gets."""

    id: str
    record: Record
    event: int
    nodes: tuple[int, ...]
    reference: int
    seed: int

    def play(self, arena: Arena) -> Found:
        """Return the looks of all searches."""
        history = self.record.replay(GAMES).until(self.event)
        state, view = history.state, history.seen_by(history.state.to_move)
        _, think = searching(view, derived(self.seed, "reference", self.id))
        best = think(self.reference)
        tree, think = searching(view, derived(self.seed, "search", self.id))
        looks, done = [], 0
        for nodes in self.nodes:
            think(nodes - done)
            done = nodes
            looks.append(looked(state, best, nodes, visited(tree, view)))
        return Found(self.record.deal, len(state.moves()), tuple(looks))


def searching(view: View, seed: int) -> tuple[TreeSearch, Callable[[int], Result]]:
    """Return a new tree, and a function that searches the view in it with more visits."""
    options = SearchOptions(seed=seed, endings=False)
    tree, belief = TreeSearch(view.game, options), belief_for(view, options)
    return tree, lambda nodes: tree.think(
        view.state(seed), Limit(nodes=nodes), observer=view.seat, belief=belief
    )


def visited(tree: TreeSearch, view: View) -> list[Move]:
    """Return the moves that a visit has gone to from the root."""
    rows = tree.nodes()
    moves = rows["move"][(rows["depth"] == 1) & (rows["visits"] > 0)]
    return [view.game.notation.move(move) for move in moves.tolist()]


def looked(state: State, best: Result, nodes: int, moves: Sequence[Move]) -> Look:
    """Return the look of a search that visited these moves; a move that leads to the same position is the same."""
    wanted = state.play(best.move)
    if best.move in moves or any(state.play(move) == wanted for move in moves):
        return Look(nodes, len(moves), missing=False, loss=0.0)
    worth = {value.move: value.value for value in best.values}
    known = [worth[move] for move in moves if move in worth]
    loss = max(0.0, worth[best.move] - max(known, default=0.0))
    return Look(nodes, len(moves), missing=True, loss=loss)


def positions_of(history: History, left: int | None) -> list[int]:
    """Return the events of a game before which a seat has a choice, with at most `left` plies left."""
    plies = history.state.ply
    return [
        event
        for event, state in enumerate(history.states[:-1])
        if not state.due and (left is None or plies - state.ply <= left) and len(state.moves()) > 1
    ]


def sampled(
    records: Sequence[Record], count: int, left: int | None, seed: int
) -> list[tuple[str, Record, int]]:
    """Return `count` positions of records, or all if there are fewer, each with an id: record and event."""
    every = [
        (f"{number}-{event}", record, event)
        for number, record in enumerate(records)
        for event in positions_of(record.replay(GAMES), left)
    ]
    return random.Random(seed).sample(every, min(count, len(every)))


def by_deal(results: Iterable[Found], value: Callable[[Found], float]) -> list[list[float]]:
    """Return a value of each position in groups, one for each deal."""
    groups: dict[str, list[float]] = defaultdict(list)
    for position in results:
        groups[position.deal].append(value(position))
    return list(groups.values())


def row(results: Sequence[Found], at: int) -> str:
    """Return the row of a number of visits, the one at this place."""
    missing = share_estimate(by_deal(results, lambda position: float(position.looks[at].missing)))
    loss: Estimate = mean_estimate(by_deal(results, lambda position: position.looks[at].loss))
    low, high = ("?" if end is None else f"{100 * max(0, end):.1f}" for end in (loss.low, loss.high))
    looks = fmean(position.looks[at].visited for position in results)
    return (
        f"| {results[0].looks[at].nodes:,} | {share_text(missing, ' %')} | "
        f"{100 * loss.mean:.1f} % [{low}, {high}] | {looks:.1f} |"
    )


def numbers(text: str) -> tuple[int, ...]:
    """Return ascending numbers from 1, as from `200,1000`; raise `ValueError` for any other text."""
    parsed = tuple(map(int, text.split(",")))
    if parsed[0] < 1 or list(parsed) != sorted(set(parsed)):
        raise ValueError(text)
    return parsed


def records_of(path: Path, game: str) -> list[Record]:
    """Return the records of a game in a file; raise `NotationError` with the line that is wrong."""
    records = []
    for number, line in read_lines(path):
        try:
            record = Record.from_json(line)
            if record.replay(GAMES).game.name == game:
                records.append(record)
        except NotationError as error:
            raise error.at(f"{path}:{number}") from None
    return records


def main() -> None:
    """Search the positions and print a row for each number of visits."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--records", type=Path, required=True, help="a file of played games")
    parser.add_argument("--nodes", type=numbers, default=(200, 1000, 10_000), help="visits, ascending")
    parser.add_argument("--reference", type=int, default=1_000_000, help="visits that find the best move")
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--left", type=int, help="only positions with so many plies left at most")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    try:
        records = records_of(given.records, given.game)
    except (OSError, NotationError) as error:
        parser.error(str(error))
    chosen = sampled(records, given.positions, given.left, given.seed)
    if not chosen:
        parser.error(f"{given.records} has no such position of {given.game}")
    jobs = (Position(*position, given.nodes, given.reference, given.seed) for position in chosen)
    results = [result for _, result in sorted(completed(jobs, given.workers), key=lambda done: done[0].id)]
    print(f"{len(results)} positions, {fmean(position.moves for position in results):.1f} legal moves, mean")
    print("| visits | best move missing | win share lost | moves visited |\n|---|---|---|---|")
    for at in range(len(given.nodes)):
        print(row(results, at))


if __name__ == "__main__":
    main()
