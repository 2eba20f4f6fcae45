"""The game whose balance is known is in the list of games for as long as a test runs."""

from collections.abc import Iterator

import pytest

from tests.bots.balance.games import GAME
from tests.plugin import restored
from urbanist.engine import GAMES


@pytest.fixture(autouse=True)
def _known_game() -> Iterator[None]:
    with restored(GAMES):
        GAMES.register(GAME)
        yield
