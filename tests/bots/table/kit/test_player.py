"""How people read the names of players and of seats."""

from collections.abc import Callable

import pytest

from urbanist.bots.players.level import GENTLE, NAMES
from urbanist.bots.players.spec import parse_builtin
from urbanist.bots.table.kit.player import WORDS, player_name, seat_name
from urbanist.bots.table.kit.player_view import HUMAN


def test_people_and_all_levels_have_a_name_in_the_language(speak: Callable[[str], None]) -> None:
    assert list(WORDS) == [HUMAN, GENTLE, *NAMES]
    assert [player_name(name) for name in WORDS] == list(WORDS)
    speak("ru")
    assert not [name for name in WORDS if player_name(name) == name]


def test_other_players_are_called_as_they_are_typed(speak: Callable[[str], None]) -> None:
    speak("cs")
    assert [player_name(text) for text in ("ismcts:time=1", "points", "")] == ["ismcts:time=1", "points", ""]
    assert [seat_name(1, "easy"), seat_name(2, "random"), seat_name(0)] == [
        "hráč 1 (lehký)",
        "hráč 2 (random)",
        "hráč 0",
    ]


@pytest.mark.parametrize("text", ["8", "level=8", "ismcts:level=8", "expert"])
def test_a_level_has_one_name_however_it_was_typed(text: str) -> None:
    assert player_name(text) == "expert"
    assert parse_builtin(text) == parse_builtin("expert")
