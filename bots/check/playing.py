"""Checks that a program plays: all games, variants and numbers of players, in every seat, by what it sees."""

from dataclasses import dataclass
from typing import ClassVar

from urbanist.bots.check.candidate import Candidate
from urbanist.bots.check.positions import midgame, opening
from urbanist.bots.check.verdict import Skipped
from urbanist.bots.match.arena import Arena
from urbanist.bots.match.pairing import derived
from urbanist.bots.players.allowance import Allowance
from urbanist.bots.players.bot import Bot, Player, instant
from urbanist.bots.players.random_bot import RandomBot
from urbanist.engine.history import View
from urbanist.search.result import Result


@dataclass(frozen=True, slots=True)
class Seat:
    """The candidate as a bot and its player, so that the arena deals with it as with any other."""

    candidate: Candidate
    name: ClassVar[str] = "candidate"

    def sit(self, seed: int) -> Player:
        """Return itself."""
        return self

    def choose(self, view: View, allowance: Allowance | None = None) -> Result:
        """Return what it answers; `Failed` if that comes too late or is not legal."""
        return instant(choice(self.candidate, view))


def choice(candidate: Candidate, view: View) -> str:
    """Return the legal move that it answers with, in the time that a move of a whole game has."""
    seconds = candidate.conditions.movetime
    limits = f"movetime {max(round(1000 * seconds), 1)}"
    return candidate.talk().choose(view, limits, seconds + candidate.conditions.grace)


def plays_on(candidate: Candidate) -> None:
    """Require that it answers rightly in a position of a new game."""
    view = midgame(candidate.rules(further=1))
    candidate.talk().ready()
    candidate.talk().begin(view)
    choice(candidate, view)


def whole_games(candidate: Candidate, name: str, variant: str, seats: int) -> None:
    """Check that it plays a game to its end in each seat, against players at random."""
    game = candidate.plays(name)
    seed = derived(candidate.conditions.seed, name, variant, seats)
    rules = candidate.conditions.rules(game, seats=seats, variant=variant, seed=seed)
    for seat in range(seats):
        start = rules.start(seat)
        bots: list[Bot] = [RandomBot()] * seats
        bots[seat] = Seat(candidate)
        candidate.talk().begin(start.seen_by(seat))
        with Arena() as arena:
            record = arena.play(start, bots, range(seats), names=[bot.name for bot in bots]).record
        scores, ranks = (",".join(map(str, found or ())) for found in (record.scores, record.ranks))
        candidate.talk().say(f"gameover scores {scores} ranks {ranks} deal {record.deal}")
        candidate.talk().ready()


def hidden(candidate: Candidate, name: str) -> None:
    """Check that it plays by a deal in which `?` stands for what its seat may not see."""
    game = candidate.plays(name)
    view = opening(candidate.conditions.rules(game))
    if "?" not in view.deal:
        raise Skipped("no deal hides anything")
    candidate.talk().begin(view)
    choice(candidate, view)


def later_seat(candidate: Candidate) -> None:
    """Check that it may be another seat than 0, and first to move."""
    view = opening(candidate.rules(), later_seat=True)
    candidate.talk().begin(view)
    choice(candidate, view)


def taken_up(candidate: Candidate) -> None:
    """Check that it goes on with a game that it has not played so far, at every number of players."""
    for seats in candidate.game.notation.seat_counts:
        view = midgame(candidate.rules(seats=seats))
        candidate.talk().begin(view)
        choice(candidate, view)


def new_game_twice(candidate: Candidate) -> None:
    """Check that of two games that begin one after the other the newer one counts."""
    most = max(candidate.game.notation.seat_counts)
    older, newer = midgame(candidate.rules(seats=most)), midgame(candidate.rules(further=2))
    for view in (older, newer):
        candidate.talk().begin(view)
    choice(candidate, newer)


def own_deal(candidate: Candidate) -> None:
    """Check that a position that brings a deal is of that deal, and the next one that of the game again."""
    begun = midgame(candidate.rules())
    shown = midgame(candidate.rules(further=min(candidate.game.notation.seat_counts)))
    dialogue = candidate.talk()
    dialogue.begin(begun)
    dialogue.place(shown, deal=True)
    dialogue.go("nodes 10")
    dialogue.answer(shown, candidate.conditions.patience)
    choice(candidate, begun)


def game_over(candidate: Candidate) -> None:
    """Check that it takes the end of a game, with and without what was hidden, and plays the next one."""
    view = midgame(candidate.rules())
    seats = view.bare_state().seats
    result = f"scores {','.join(['7'] * seats)} ranks {','.join(['1'] * seats)}"
    for more in ("", f" deal {view.deal}"):
        candidate.talk().begin(view)
        candidate.talk().say(f"gameover {result}{more}")
        plays_on(candidate)
