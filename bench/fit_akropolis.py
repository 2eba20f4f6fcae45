"""Which numbers in `engine/akropolis/evaluation.pyx` predict the end of a game best?

`python -m bench.fit_akropolis --players 3 akropolis-net` reads the games of a folder of `urbanist train akropolis` and
prints a row for each table of that file. The new numbers change how the bot plays, so compile them, train and fit again
until they are stable. Test them in games against other bots, because a fit cannot find a mistake that all seats of its
games make.
"""

import argparse
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from urbanist.bots.training import Folder, TrainingError
from urbanist.bots.training.folder import settings_of
from urbanist.engine import GAMES, State
from urbanist.engine.akropolis.accumulator import score_terms
from urbanist.search.training import RecordedGame
from urbanist.search.training.selfplay import states

GAME = GAMES["akropolis"]
KINDS = 5
NUMBERS = 3 * KINDS + 4
#: The expected size of each number: the ridge regression pulls it to 0 on this scale.
SCALE = np.array([0.4] * KINDS + [0.3] * KINDS + [0.5] * KINDS + [3.0, 0.4, 3.0, 0.4])
WITNESSES = 4  # the effective sample size of the positions of a game, because neighbours are similar
STEPS = 6  # of the Gauss-Newton method


class Positions(NamedTuple):
    """Positions of one game after each move; seats are in turn order and begin with the seat that moved."""

    value: Any  # positions x seats x kinds
    stars: Any
    idle: Any
    stones: Any  # positions x seats
    quarries: Any
    turns: Any  # turns left of each seat
    points: Any  # at the end of the game, or expected by the search one move later


def recorded(folder: Folder, players: int) -> Iterator[RecordedGame]:
    """Yield the games of `players` players without options, with which other things count."""
    with folder.locked():
        for generation in count():
            games = dict(folder.games(generation))
            if not games:
                return
            for game in games.values():
                if game.table.seats == players and not game.table.options:
                    yield game


def positions(game: RecordedGame, known: float) -> Positions:
    """Return the positions of a game after each move.

    The target is `known` times the final points plus the rest times the points that the search expected one move later.
    """
    seats = game.table.seats
    worths: list[list[dict[str, Any]]] = []
    turns, movers = [], []
    for state, decision in zip(states(GAME, game), game.decisions, strict=True):
        after = state.play(decision.move)
        order = [(state.to_move + step) % seats for step in range(seats)]
        movers.append(order)
        worths.append([dict(score_terms(after, other)) for other in order])
        turns.append(turns_left(after))
    expected = [decision.points for decision in game.decisions]
    return gathered(worths, turns, movers, np.array([*expected[1:], game.points]), known)


def turns_left(state: State) -> list[int]:
    """Return the turns left of each seat after a move, beginning with the seat that moved."""
    seats = state.seats
    plies = int(state.array["market_size"]) - 1 + int(state.array["stacks"]) * (seats + 1)
    return [plies // seats, *((plies - step) // seats + 1 for step in range(1, seats))]


def gathered(worths: Any, turns: Any, movers: Any, expected: Any, known: float) -> Positions:
    """Return the positions of a game as arrays; the last row of `expected` has the final points."""

    def column(name: str) -> Any:
        return np.array([[worth[name] for worth in row] for row in worths], float)

    target = known * expected[-1] + (1 - known) * expected
    points = np.take_along_axis(target, np.array(movers), axis=1)
    value = column("value")
    idle = np.maximum(column("built") - value, 0)
    return Positions(
        value, column("stars"), idle, column("stones"), column("quarries"), np.array(turns, float), points
    )


def hopes(numbers: Any, positions: Positions) -> tuple[Any, Any]:
    """Return the predicted points of each city, and their derivatives by the numbers."""
    value, stars, idle = np.split(numbers[: 3 * KINDS], 3)
    turns = positions.turns[..., None]
    ahead = positions.turns > 0
    waiting = positions.idle * ahead[..., None]
    height = positions.value + value * turns + idle * waiting
    plazas = positions.stars + stars * turns
    slope = np.concatenate(
        [
            turns * plazas,
            turns * height,
            waiting * plazas,
            np.stack(
                [
                    positions.stones,
                    positions.stones * positions.turns,
                    positions.quarries,
                    positions.quarries * positions.turns,
                ],
                -1,
            )
            * ahead[..., None],
        ],
        axis=-1,
    )
    return (height * plazas).sum(-1) + slope[..., 3 * KINDS :] @ numbers[
        3 * KINDS :
    ] + positions.stones * ~ahead, slope


def against_others(column: Any) -> Any:
    """Return the differences between the seat that moved and each other seat."""
    return column[:, :1] - column[:, 1:]


def fitted(games: list[Positions]) -> tuple[Any, Any]:
    """Return the fitted numbers and their standard errors."""
    whole = Positions(*(np.concatenate(part) for part in zip(*games, strict=True)))
    # A city without turns left is worth its points, so its positions say nothing about the numbers.
    positions = Positions(*(part[whole.turns[:, 0] > 0] for part in whole))
    share = WITNESSES * len(games) / len(positions.turns)
    numbers = np.zeros(NUMBERS)
    for _ in range(STEPS):
        level, slope = hopes(numbers, positions)
        rest = against_others(positions.points) - against_others(level)
        weight = share * weights(rest, positions.turns[:, 0])
        lines = against_others(slope).reshape(-1, NUMBERS)
        hessian = lines.T @ (weight.reshape(-1, 1) * lines) + np.diag(SCALE**-2)
        numbers = numbers + np.linalg.solve(hessian, lines.T @ (weight * rest).ravel() - numbers / SCALE**2)
    return numbers, np.sqrt(np.diag(np.linalg.inv(hessian)))


def weights(rest: Any, turns: Any) -> Any:
    """Return 1 / variance of the residuals, by the number of turns left, divided among the pairs of seats."""
    variance = np.ones(int(turns.max()) + 1)
    for left in range(len(variance)):
        if (turns == left).any():
            variance[left] = np.mean(rest[turns == left] ** 2)
    return np.broadcast_to((1 / variance[turns.astype(int)] / rest.shape[1])[:, None], rest.shape)


def rows(numbers: Any) -> Iterator[str]:
    """Yield the numbers in the order of `evaluation.pyx`."""
    for name, row in zip(
        ("VALUE_TURN", "STARS_TURN", "IDLE"), np.split(numbers[: 3 * KINDS], 3), strict=True
    ):
        yield f"{name:<12}[{', '.join(f'{number:.2f}' for number in row)}]"
    for name, number in zip(
        ("STONE", "STONE_TURN", "QUARRY", "QUARRY_TURN"), numbers[3 * KINDS :], strict=True
    ):
        yield f"{name:<12}{number:.2f}"


def main() -> None:
    """Read the games, fit the numbers and print them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="folder of a training of akropolis")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument(
        "--known", type=float, default=0.3, help="share of the final points in the target of the fit"
    )
    given = parser.parse_args()
    try:
        settings = settings_of(given.folder)
        if settings.game != GAME.name:
            parser.error(f"{given.folder}: a training of {settings.game}, expected one of {GAME.name}")
        recordings = recorded(Folder(given.folder, settings), given.players)
        games = [positions(game, given.known) for game in recordings]
    except TrainingError as error:
        parser.error(str(error))
    if not games:
        parser.error(f"{given.folder}: no game of {given.players} players without options")
    numbers, errors = fitted(games)
    print(f"{len(games)} games of {given.players}")
    print(*rows(numbers), "standard errors:", *rows(errors), sep="\n")


if __name__ == "__main__":
    main()
