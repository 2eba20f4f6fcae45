"""A pairing: a game with all its settings fixed, so that it can be played on any worker, and replayed."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import permutations
from math import factorial
from random import SystemRandom
from typing import Any, Self

from urbanist.bots.match.adjudication import Adjudication
from urbanist.bots.match.notes import Noting
from urbanist.bots.players.builtin import BOTS
from urbanist.bots.players.player import Bot
from urbanist.bots.players.spec import bot_text
from urbanist.engine import GAMES, State
from urbanist.engine.edition import loaded
from urbanist.engine.history import History
from urbanist.engine.integers import whole
from urbanist.engine.notation import CardFile
from urbanist.search.limit import Limit

#: The bits of a seed, and the number of seeds. So many that nobody finds one by trying.
SEED_BITS = 63
MAX_SEED = 1 << SEED_BITS
#: What stands in an opening between the deal and the events.
MOVES = " moves "
#: The draws that show whether something is hidden.
DRAWS = 8


@dataclass(frozen=True, slots=True)
class Rules:
    """A game, its variant and options, and the seed for deals and bots.

    Cards of a file travel with it: who plays elsewhere has the set that the deals name.
    """

    game: str
    seats: int
    seed: int
    variant: str | None = None
    options: tuple[str, ...] = ()
    cards: CardFile | None = None

    def start(self, deal: int) -> History:
        """Return a game before its first move; raise `NotationError` if the rules forbid these settings."""
        game = GAMES[self.game]
        options = self.options if self.cards is None else (*self.options, loaded(game.notation, self.cards))
        state = game.deal(
            variant=self.variant,
            seats=self.seats,
            options=options,
            seed=derived(self.seed, "deal", deal),
        )
        return settled(History.start(state))

    def opened(self, opening: str, deal: int = 0) -> History:
        """Return a game that begins with an opening: a deal line, and the events after `moves`, if any.

        What nobody can know of it then depends on the seed and on the number of the deal. Raise `NotationError` if the
        opening is wrong.
        """
        game = GAMES[self.game]
        if self.cards is not None:
            loaded(game.notation, self.cards)
        line, _, events = opening.partition(MOVES)
        return settled(History.read(game, line, events.split()).redrawn(derived(self.seed, "deal", deal)))


@dataclass(frozen=True, slots=True)
class Pairing:
    """The id of a game, the number of its deal, and for each seat its bot, number, name and time control.

    Records and traces call the game `title`, or by its id if that is empty; `noting` is what its record notes.
    An `opening` is what it begins with, if the deal is not drawn.

    Programs are told the whole deal when such a game is over only with `reveal`: if no other game is played on it.
    `lost` has the seats that forfeit before it begins, and what happened. `marks` are digests of the programs, classes
    and files by seat, for the record; empty for a bot of ours. `watched` is the socket of those who watch. A game that
    is `begun` goes on from there; `seeds` are those of the seats, if they do not follow from the rules and the id.
    """

    id: str
    rules: Rules
    deal: int
    entrants: tuple[int, ...]
    bots: tuple[Bot, ...]
    names: tuple[str, ...]
    controls: tuple[Limit, ...] | None = None
    reveal: bool = False
    restart: bool | None = None
    lost: tuple[tuple[int, str], ...] = ()
    title: str = ""
    noting: Noting | None = None
    opening: str = ""
    marks: tuple[str, ...] = ()
    adjudication: Adjudication | None = None
    watched: str = ""
    begun: History | None = None
    seeds: tuple[int, ...] | None = None

    @classmethod
    def of(
        cls,
        start: History,
        bots: Iterable[Bot],
        seeds: Iterable[int],
        controls: Iterable[Limit] | None = None,
        **more: Any,
    ) -> Self:
        """Return the pairing of a game that goes on from where it stands, one bot and one seed a seat.

        Nobody plays its deal again, and programs go on with the next game, unless `more` fields say otherwise.
        """
        seated = tuple(bots)
        fields: dict[str, Any] = {
            "names": tuple(map(bot_text, seated)),
            "reveal": True,
            "restart": False,
            **more,
        }
        return cls(
            "1",
            Rules(start.game.name, len(seated), 0),
            0,
            tuple(range(len(seated))),
            seated,
            controls=None if controls is None else tuple(controls),
            begun=start,
            seeds=tuple(seeds),
            **fields,
        )

    @property
    def called(self) -> str:
        """The name of the game in records, pages and messages: its title, or its id."""
        return self.title or self.id

    def start(self) -> History:
        """Return the game before its first move, after its opening, or as it stands."""
        if self.begun is not None:
            return settled(self.begun)
        return self.rules.opened(self.opening, self.deal) if self.opening else self.rules.start(self.deal)

    def seat_seeds(self) -> tuple[int, ...]:
        """Return the seed of each seat."""
        if self.seeds is not None:
            return tuple(whole("seed", seed) for seed in self.seeds)
        return tuple(derived(self.rules.seed, "seat", self.id, seat) for seat in range(len(self.bots)))

    def forfeited(self, seat: int, what: str) -> "Pairing | None":
        """Return the game where a seat has forfeited from the beginning; None if its bot is one of ours."""
        if self.bots[seat].name in BOTS.shipped or seat in dict(self.lost):
            return None
        return replace(self, lost=(*self.lost, (seat, what)))

    def restarts(self, start: State) -> bool:
        """Return whether each program gets a new process: as asked, or if the deal repeats and hides something."""
        return not self.reveal and hides(start) if self.restart is None else self.restart


def settled(history: History) -> History:
    """Return a game after the chance events that are due before somebody moves."""
    while (due := history.state.chance()) is not None:
        history = history.play(due)
    return history


def hides(start: State) -> bool:
    """Return whether a deal hides anything: the cards of a seat, or what is drawn later."""
    # One draw of what is hidden may happen to be the deal itself.
    return any(start.reshuffled(None, seed) != start for seed in range(DRAWS))


def drawn_seed() -> int:
    """Return a seed that nobody can guess."""
    return SystemRandom().getrandbits(SEED_BITS)


def derived(*parts: object) -> int:
    """Return a seed of 63 bits: a hash of the parts.

    So many that nobody finds a deal by trying all seeds: who knows part of it would else find the rest.
    """
    from hashlib import blake2b  # late: it loads OpenSSL, and a bot that is served makes no pairings

    return int.from_bytes(blake2b(" ".join(map(str, parts)).encode(), digest_size=8).digest(), "big") >> 1


def rotations(order: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return all rotations of an order of seats."""
    return [order[turn:] + order[:turn] for turn in range(len(order))]


def seatings(seats: int, deal: int, *, every: bool = False) -> list[tuple[int, ...]]:
    """Return the seatings of all games on one deal: each bot has each seat equally often.

    Either in every order, or in the rotations of one order, where deal after deal goes through all the ways
    to sit round a table: in the long run everybody has everybody as neighbour equally often.
    """
    if every:
        return list(permutations(range(seats)))
    first, *others = range(seats)
    order = list(permutations(others))[deal % factorial(seats - 1)]
    return rotations((first, *order))
