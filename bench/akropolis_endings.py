"""How often is an ending of Akropolis solved within a budget of processor time, by the number of plies left?

    python -m bench.akropolis_endings [GAMES] [SEATS] [VISITS] [--opponent BOT] [--plies N] [--nodes N | --time S]
        [--bot BOT]

The positions are from games of searches with VISITS visits, or, without visits, of the move with the highest prior.
With a limit, a bot, by default `ismcts`, plays a move in each game instead, and the solver judges it: the first one
with at most N plies left (by default the last round). With an opponent of `bench.strangers`, such as
`flat:playouts=1000`, the games are against one of them, and only the moves of the other seat count.
"""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from time import process_time
from typing import TYPE_CHECKING

from bench.strangers import parse_opponent
from bench.strangers.players import Opponent
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.players.player import Bot
from urbanist.bots.players.spec import SpecError
from urbanist.engine import GAMES, State
from urbanist.engine.history import History, View
from urbanist.search import Limit, SearchOptions, TreeSearch
from urbanist.search.ending import solve

if TYPE_CHECKING:
    from urbanist.engine.event import Event

#: A move throws a win away if its exact value is so much below that of the best.
THROWN = 0.5
WITHIN = (10, 50, 100, 300, 1000, 3000, 10_000)


def left(state: State) -> int:
    """Return the number of moves left."""
    record = state.array
    return int(record["market_size"]) - 1 + int(record["stacks"]) * (state.seats + 1)


def endings(
    seats: int, seed: int, plies: int, visits: int = 0, opponent: Opponent | None = None
) -> list[State]:
    """Return the positions of a game from `plies` before its end on, played by searches of `visits`, or 0 for none.

    An opponent has all seats but one, and only the positions of that one are returned.
    """
    history = History.start(GAMES["akropolis"].deal(seats=seats, seed=seed))
    search = TreeSearch(history.state.game, SearchOptions(seed=seed, endings=False))
    strangers = [] if opponent is None else [opponent.sit(seed + seat) for seat in range(seats)]
    endings = []
    while not (state := history.state).over:
        event: Event | None = state.chance()
        strange = bool(strangers) and state.to_move != seed % seats
        if event is None and left(state) <= plies and not strange:
            endings.append(state)
        if event is None and strange:
            event = strangers[state.to_move].choose(history.seen_by(state.to_move)).move
        elif event is None and visits:
            search.clear()
            event = search.think(state, Limit(nodes=visits), observer=state.to_move).move
        history = history.play(state.moves()[state.priors().argmax()] if event is None else event)
    return endings


def solved_within(games: int, seats: int, visits: int) -> None:
    """Print a line for each number of plies: how long the solver takes."""
    times: dict[int, list[float]] = {}
    for seed in range(games):
        for state in endings(seats, seed, 2 * seats + 2, visits):
            start = process_time()
            solved = solve(state)
            taken = 1000 * (process_time() - start)
            times.setdefault(left(state), []).append(taken if solved else float("inf"))
    print("plies  median ms" + "".join(f"  <= {limit} ms" for limit in WITHIN))
    for plies, seconds in sorted(times.items()):
        median = sorted(seconds)[len(seconds) // 2]
        shares = (sum(each <= limit for each in seconds) / len(seconds) for limit in WITHIN)
        print(
            f"{plies:5}  {median:9.1f}"
            + "".join(
                f"  {share:{len(str(limit)) + 6}.0%}" for share, limit in zip(shares, WITHIN, strict=True)
            )
        )


def judged(
    bot: Bot, games: int, seats: int, visits: int, limit: Limit, plies: int, opponent: Opponent | None
) -> None:
    """Print how often a bot finds an exactly best move, how much it gives away, and how long it takes."""
    taken, best, lost, thrown = [], 0, 0.0, 0
    for seed in range(games):
        state = endings(seats, seed, plies, visits, opponent)[0]
        player = bot.sit(seed)
        start = process_time()
        move = player.choose(View.of(state), limit).move
        taken.append(1000 * (process_time() - start))
        whole, chosen = solve(state), solve(state, [move])
        assert whole is not None
        assert chosen is not None
        best += (chosen.win_share, chosen.points) == (whole.win_share, whole.points)
        gone = whole.win_share[state.to_move] - chosen.win_share[state.to_move]
        lost, thrown = lost + gone, thrown + (gone >= THROWN)
    middle, most = (sorted(taken)[int(share * len(taken))] for share in (0.5, 0.95))
    print(
        f"{best} of {games} moves are exactly best; {thrown} give half a win or more away, all together {lost:.2f} "
        f"wins; {middle:.1f} ms in the median, {most:.1f} at the 95th percentile, {max(taken):.1f} at most"
    )


def main() -> None:
    """Print how long endings take."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("games", type=int, nargs="?", default=50)
    parser.add_argument("seats", type=int, nargs="?", default=2)
    parser.add_argument("visits", type=int, nargs="?", default=0)
    parser.add_argument("--opponent", type=parse_opponent, help="a stranger at all seats but one")
    parser.add_argument("--plies", type=int, help="before the end, of the move that is judged")
    parser.add_argument("--bot", default="ismcts", help="whose move is judged")
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--nodes", type=int, help="of this bot")
    limits.add_argument("--time", type=float, help="of this bot")
    asked = parser.parse_args()
    try:
        bot = parse_bot(asked.bot)
    except SpecError as error:
        parser.error(str(error))
    if asked.nodes is None and asked.time is None:
        solved_within(asked.games, asked.seats, asked.visits)
    else:
        limit, plies = Limit(nodes=asked.nodes, time=asked.time), asked.plies or asked.seats + 1
        judged(bot, asked.games, asked.seats, asked.visits, limit, plies, asked.opponent)


if __name__ == "__main__":
    main()
