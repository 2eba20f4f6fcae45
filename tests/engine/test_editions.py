"""What holds for the editions of every game, and what the tests of each game do with files of them."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from urbanist.engine import GAMES, CardFile, NotationError

Data = dict[str, Any]


def file_of(data: object) -> CardFile:
    """Return what says this as a file."""
    return CardFile("mine.json", json.dumps(data).encode())


def assert_refused(
    edition_of: Callable[[Any], object], data: Data, change: Callable[[Data], object], message: str
) -> None:
    """Assert that data that were changed are refused in one line with this message."""
    changed = copy.deepcopy(data)
    change(changed)
    with pytest.raises(NotationError) as error:
        edition_of(changed)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("option", ["data=nowhere", "data=", "data"])
@pytest.mark.parametrize("game", ["akropolis", "metropolys", "warszawa"])
def test_an_edition_that_is_not_loaded_is_refused(game: str, option: str) -> None:
    with pytest.raises(NotationError):
        GAMES[game].deal(seats=4, options=[option])
