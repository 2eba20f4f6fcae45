"""What the tests of all games must know of one game that its notation does not say.

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
    """What a game hides, and its options. As it stands, it describes a game without options that hides nothing."""

    #: Options that lead to another setup than the default, by number of players.
    options: ClassVar[Mapping[int, tuple[str, ...]]] = {}

    #: The record fields that hold what some seat cannot know.
    hidden: ClassVar[tuple[str, ...]] = ()

    #: Those of the hidden fields that no deal line settles: their content comes out in chance events.
    untold: ClassVar[tuple[str, ...]] = ()

    #: Whether the legal moves of a seat depend on what this seat hides.
    closed: ClassVar[bool] = False

    def mysterious(self, states: Sequence[State]) -> State:
        """Return one of the states of a game: few things are hidden there, so that `worlds` can list them all."""
        return states[len(states) // 2]

    def is_secret(self, record: Any) -> bool:
        """Tell whether anything is hidden in a position."""
        return bool(self.hidden)

    def world(self, game: Game, record: Any) -> World:
        """Return what a record hides: one text a seat, or one for each tile of a draw pile."""
        return tuple(game.notation.card(record, seat) for seat in range(int(record["seats"])))

    def worlds(self, game: Game, record: Any, keep: int | None) -> list[World]:
        """Return every `world` that is possible for somebody who knows what `keep` hides, and nothing else hidden."""
        return [self.world(game, record)]

    def other_worlds(self, history: History, seat: int, most: int) -> list[History]:
        """Return at most so many histories that `seat` cannot tell from this one."""
        return []


class DealtCards(Contract):
    """A game that deals each seat one hidden card. The deal line ends with the cards, separated by commas."""

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
    """Return the contract of a game by its name; `LookupError` names the file to write."""
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
