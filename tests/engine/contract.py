"""The contract of a game: facts that the tests of all games need and its notation does not give.

Each game has a file `tests/engine/GAME/contract.py`, which defines `CONTRACT`.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from random import Random
from typing import Any, ClassVar

from urbanist.engine import Game, State
from urbanist.engine.history import History

World = tuple[str, ...]


class Contract:
    """The hidden parts and the options of a game. This class describes a game without options that hides nothing."""

    #: Options for a setup that differs from the default, by number of players.
    options: ClassVar[Mapping[int, tuple[str, ...]]] = {}

    #: The record fields with contents that some seat cannot know.
    hidden: ClassVar[tuple[str, ...]] = ()

    #: The hidden fields that are not in a deal line: chance events reveal their contents.
    untold: ClassVar[tuple[str, ...]] = ()

    #: Whether the legal moves of a seat depend on its own hidden cards.
    closed: ClassVar[bool] = False

    def mysterious(self, states: Sequence[State]) -> State:
        """Return a state of a game in which so little is hidden that `worlds` can list all worlds."""
        return states[len(states) // 2]

    def is_secret(self, record: Any) -> bool:
        """Return whether anything is hidden in a position."""
        return bool(self.hidden)

    def world(self, game: Game, record: Any) -> World:
        """Return the hidden part of a record: one text for each seat, or one for each tile of a draw pile."""
        return tuple(game.notation.card(record, seat) for seat in range(int(record["seats"])))

    def worlds(self, game: Game, record: Any, keep: int | None) -> list[World]:
        """Return every possible `world` for an observer who knows only the hidden cards of `keep` (None: none)."""
        return [self.world(game, record)]

    def other_worlds(self, history: History, seat: int, most: int) -> list[History]:
        """Return at most `most` histories that `seat` cannot distinguish from this one."""
        return []


class DealtCards(Contract):
    """A game that deals one hidden card to each seat. The deal line ends with the cards, separated by commas."""

    def other_worlds(self, history: History, seat: int, most: int) -> list[History]:
        """Return histories with other cards dealt to the other seats."""
        worlds = self.worlds(history.game, history.state.array, seat)
        chosen = Random(len(history.events)).sample(worlds, min(most, len(worlds)))
        return [
            History.read(history.game, with_cards(history.deal, cards), history.events) for cards in chosen
        ]


def with_cards(deal: str, cards: World) -> str:
    """Return a full deal line with other cards at its end."""
    return f"{deal.rpartition('=')[0]}={','.join(cards)}"


def contract_of(game: str) -> Contract:
    """Return the contract of a game by its name; raise `LookupError` with the file to write."""
    module = f"tests.engine.{game}.contract"
    try:
        contract = import_module(module).CONTRACT
    except ModuleNotFoundError as error:
        if error.name is None or not module.startswith(error.name):
            raise
        file = f"{module.replace('.', '/')}.py"
        raise LookupError(f"write {file}: it defines CONTRACT, a tests.engine.contract.Contract") from None
    assert isinstance(contract, Contract)
    return contract
