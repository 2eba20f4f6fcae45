"""What is said about an unknown name."""

import pytest

from urbanist.engine import GAMES
from urbanist.engine.suggestion import nearest, suggestion

GAME_NAMES = sorted(GAMES)


@pytest.mark.parametrize(
    ("name", "known", "near"),
    [
        ("akropols", GAME_NAMES, "akropolis"),
        ("acropolis", GAME_NAMES, "akropolis"),
        ("Akropolis", GAME_NAMES, "akropolis"),
        ("metropolis", GAME_NAMES, "metropolys"),
        ("METRO", GAME_NAMES, "metropolys"),
        ("warsaw", GAME_NAMES, "warszawa"),
        ("chess", GAME_NAMES, None),
        ("", GAME_NAMES, None),
        ("famly", ["family", "expert"], "family"),
        ("exprt", ["family", "expert"], "expert"),
        ("plya", ["play", "deal"], "play"),
        ("Esay", ["greedy", "easy"], "easy"),
        ("a", ["A", "a"], "A"),
    ],
)
def test_the_nearest_name(name: str, known: list[str], near: str | None) -> None:
    assert nearest(name, known) == near


@pytest.mark.parametrize(
    ("name", "known", "besides", "said"),
    [
        ("akropols", GAME_NAMES, "", "did you mean 'akropolis'?"),
        ("chess", GAME_NAMES, "", "there are akropolis, metropolys, warszawa"),
        ("x", ["seed"], "", "there is seed"),
        ("x", ["seed"], "or a file", "there are seed, or a file"),
        ("sead", ["seed"], "or a file", "did you mean 'seed'?"),
    ],
)
def test_an_unknown_name_is_told_the_nearest_one_or_all(
    name: str, known: list[str], besides: str, said: str
) -> None:
    assert suggestion(name, known, besides) == said
