"""Whether a game keeps its contract: some random games are played, and each claim is looked at over all of them."""

from collections.abc import Callable, Iterable
from random import Random
from typing import TypeVar

from urbanist.engine import Game, State
from urbanist.engine.deferred_error import GameFault
from urbanist.engine.event import Event
from urbanist.testing.claims import CLAIMS
from urbanist.testing.played import PlayedGames

T = TypeVar("T")

#: Games of each number of players, unless the caller says otherwise.
GAMES = 3
#: No game has more events.
LONGEST = 10_000


class ContractBroken(AssertionError):
    """A game breaks its contract; the message says which claim is not true, and where."""


def check_game(
    game: Game, *, variants: Iterable[str] = (), seats: Iterable[int] = (), games: int = GAMES, seed: int = 0
) -> None:
    """Play random games of each variant and number of players (by default of all), and check the contract over them.

    Raise `ContractBroken` for the first claim that is not true.
    """
    for variant in tuple(variants) or game.notation.variants:
        for count in tuple(seats) or game.notation.seat_counts:
            check_table(game, variant, count, games=games, seed=seed)


def check_table(
    game: Game, variant: str, seats: int, options: tuple[str, ...] = (), *, games: int = GAMES, seed: int = 0
) -> None:
    """Check the contract at one table: one variant, number of players and choice of options."""
    place = " ".join((game.name, variant, *options, f"with {seats} players"))

    def deal(number: int) -> State:
        return game.deal(variant=variant, seats=seats, options=options, seed=number)

    played = [
        _attempt(place, "a random game is played to its end", _played, deal, seed + n) for n in range(games)
    ]
    for claim in CLAIMS:
        _attempt(place, claim.__name__.replace("_", " "), claim, PlayedGames(deal, tuple(played), seed))


def _played(deal: Callable[[int], State], seed: int) -> tuple[tuple[State, ...], tuple[Event, ...]]:
    """Return the positions of one random game, and the events between them."""
    rng = Random(seed)
    states, events = [deal(seed)], list[Event]()
    while not states[-1].over:
        assert len(events) < LONGEST, f"after {LONGEST} events the game is not over"
        event = states[-1].chance() or rng.choice(states[-1].legal())
        events.append(event)
        states.append(states[-1].play(event))
    return tuple(states), tuple(events)


def _attempt(place: str, claim: str, look: Callable[..., T], *given: object) -> T:
    """Call a function and return its result; an error becomes one that names the table and the claim."""
    try:
        return look(*given)
    except (AssertionError, GameFault, ValueError, LookupError, TypeError) as error:
        said = " ".join(f"{error}".split()) or "it is not so"
        raise ContractBroken(f"{place}: {claim}: {said}") from error
