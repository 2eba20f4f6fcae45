"""Checks that a program plays every game, variant and number of players, in every seat, from its view."""

from dataclasses import dataclass
from itertools import count
from typing import ClassVar

from urbanist.bots.check.dialogue import Candidate, Dialogue, Failed, Skipped
from urbanist.bots.match.arena import Arena, play_game
from urbanist.bots.match.pairing import Pairing, Rules, derived
from urbanist.bots.players.builtin import RandomBot
from urbanist.bots.players.player import Bot, Player, instant
from urbanist.engine import GAMES
from urbanist.engine.event import Move
from urbanist.engine.history import View
from urbanist.search.limit import Limit
from urbanist.search.result import Result

#: The seed and the nodes of each decision, and how many decisions are repeated.
SEED, NODES, MOVES = 7, 100, 4


def same_moves(candidate: Candidate) -> None:
    """Check that the same seed and nodes give the same moves, in the next game and in a new process."""
    seed = next((option for option in candidate.handshake.options if option.name == "seed"), None)
    if seed is None or seed.kind not in ("spin", "string"):
        raise Skipped("it has no option 'seed'")
    setting = f"setoption name seed value {seed.within(SEED)}"
    found = [moves(candidate, setting) for _ in range(2)]
    candidate.anew()
    found.append(moves(candidate, setting))
    candidate.talk().say(f"setoption name seed value {seed.default}")
    for again, where in zip(found[1:], ("in the next game", "in a new process"), strict=True):
        if again != found[0]:
            raise Failed(
                f"'{setting}' and 'go nodes {NODES}' {len(again)} times",
                f"{' '.join(map(str, found[0]))} {where} too",
                " ".join(map(str, again)),
            )


def moves(candidate: Candidate, setting: str) -> list[Move]:
    """Return its moves in the positions of a game."""
    game = turns(candidate.rules())[:MOVES]
    dialogue = candidate.talk()
    dialogue.say(setting)
    dialogue.begin(game[0])
    return [dialogue.choose(view, f"nodes {NODES}", candidate.conditions.patience) for view in game]


def opening(rules: Rules, *, later_seat: bool = False) -> View:
    """Return the view before the first move; with `later_seat` that of another seat than 0."""
    starts = (rules.start(deal) for deal in count())
    start = next(found for found in starts if found.state.to_move or not later_seat)
    return start.seen_by(start.state.to_move)


def turns(rules: Rules) -> list[View]:
    """Return the views of one seat at its turns of a random game."""
    seats, seed = rules.seats, rules.seed
    record = play_game(rules.start(0), [RandomBot()] * seats, range(seed, seed + seats)).record
    history, seat = record.replay(GAMES), seed % seats
    asked = (ply for ply, state in enumerate(history.states) if state.to_move == seat and len(state.moves()))
    return [history.until(ply).seen_by(seat) for ply in asked]


def midgame(candidate: Candidate, *, seats: int | None = None, further: int = 0) -> View:
    """Return the view in the middle of a random game of the program; `further` is added to the seed."""
    found = turns(candidate.rules(seats=seats, seed=candidate.conditions.seed + further))
    return found[len(found) // 2]


def placed(candidate: Candidate) -> tuple[Dialogue, View]:
    """Return the dialogue and the position of a new game in which the program has to choose."""
    view = midgame(candidate)
    dialogue = candidate.talk()
    dialogue.begin(view)
    dialogue.place(view)
    return dialogue, view


@dataclass(frozen=True, slots=True)
class Seat(Player):
    """The candidate as a bot and as its player, so that it can play in the arena."""

    candidate: Candidate
    name: ClassVar[str] = "candidate"

    def sit(self, seed: int) -> Player:
        """Return itself."""
        return self

    def choose(self, view: View, limit: Limit | None = None) -> Result:
        """Return the answer; raise `Failed` if it is late or not legal."""
        return instant(choice(self.candidate, view))


def choice(candidate: Candidate, view: View) -> Move:
    """Return its legal move, which must come within the time for a move of a whole game."""
    seconds = candidate.conditions.movetime
    limits = f"movetime {max(round(1000 * seconds), 1)}"
    return candidate.talk().choose(view, limits, seconds + candidate.conditions.grace)


def enters(candidate: Candidate, view: View) -> None:
    """Require a legal move in a position of a new game."""
    candidate.talk().begin(view)
    choice(candidate, view)


def plays_on(candidate: Candidate) -> None:
    """Require that it is ready, and enters another game."""
    view = midgame(candidate, further=1)
    candidate.talk().ready()
    enters(candidate, view)


def whole_games(candidate: Candidate, name: str, variant: str, seats: int) -> None:
    """Check that it plays a whole game in each seat against random players."""
    game = candidate.plays(name)
    seed = derived(candidate.conditions.seed, name, variant, seats)
    rules = candidate.rules(game, seats=seats, variant=variant, seed=seed)
    for seat in range(seats):
        start = rules.start(seat)
        bots: list[Bot] = [RandomBot()] * seats
        bots[seat] = Seat(candidate)
        candidate.talk().begin(start.seen_by(seat))
        with Arena() as arena:
            record = arena.play(
                Pairing.of(start, bots, range(seats), names=tuple(bot.name for bot in bots))
            ).record
        scores, ranks = (",".join(map(str, found or ())) for found in (record.scores, record.ranks))
        candidate.talk().say(f"gameover scores {scores} ranks {ranks} deal {record.deal}")
        candidate.talk().ready()


def hidden(candidate: Candidate, name: str) -> None:
    """Check that it can play from a deal in which `?` hides what its seat may not see."""
    view = opening(candidate.rules(candidate.plays(name)))
    if "?" not in view.deal:
        raise Skipped("no deal hides anything")
    enters(candidate, view)


def later_seat(candidate: Candidate) -> None:
    """Check that it can play another seat than 0, and move first."""
    enters(candidate, opening(candidate.rules(), later_seat=True))


def taken_up(candidate: Candidate) -> None:
    """Check that it can enter a running game, with every number of players."""
    for seats in candidate.game.notation.seat_counts:
        enters(candidate, midgame(candidate, seats=seats))


def new_game_twice(candidate: Candidate) -> None:
    """Check that a second `uginewgame` replaces the first game."""
    most = max(candidate.game.notation.seat_counts)
    older, newer = midgame(candidate, seats=most), midgame(candidate, further=2)
    candidate.talk().begin(older)
    enters(candidate, newer)


def own_deal(candidate: Candidate) -> None:
    """Check that a position with its own deal is played, and the next position belongs to the game again."""
    begun = midgame(candidate)
    shown = midgame(candidate, further=min(candidate.game.notation.seat_counts))
    candidate.talk().begin(begun)
    candidate.talk().choose(shown, "nodes 10", candidate.conditions.patience, deal=True)
    choice(candidate, begun)


def game_over(candidate: Candidate) -> None:
    """Check that it reads `gameover`, with and without the full deal, and plays the next game."""
    view = midgame(candidate)
    seats = view.bare_state().seats
    result = f"scores {','.join(['7'] * seats)} ranks {','.join(['1'] * seats)}"
    for more in ("", f" deal {view.deal}"):
        candidate.talk().begin(view)
        candidate.talk().say(f"gameover {result}{more}")
        plays_on(candidate)
