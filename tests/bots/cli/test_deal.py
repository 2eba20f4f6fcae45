"""`urbanist deal`: full deal lines and those of views."""

import pytest

from tests.bots.cli.using import good, refused
from urbanist.engine import GAMES


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", ["family", "expert"])
def test_a_deal_can_be_read_back(variant: str, players: int) -> None:
    line = good("deal", "metropolys", "--variant", variant, "--players", players, "--seed", 5)
    assert f" variant={variant} players={players} " in line
    GAMES["metropolys"].read_deal(line.rstrip("\n"))


def test_the_seed_decides_the_deal() -> None:
    one, again, other = (good("deal", "metropolys", "--seed", seed) for seed in (7, 7, 8))
    assert one == again != other


def test_options_fix_parts_of_the_deal() -> None:
    line = good("deal", "metropolys", "--players", 3, "--options", "districts=CNSW,first=2", "--seed", 1)
    assert " districts=CNSW first=2 " in line
    asked = ["deal", "metropolys", "--players", 3, "--options", "districts=drawn", "--seed"]
    drawn = {good(*asked, seed).split()[3] for seed in range(20)}
    assert len(drawn) > 1


def test_a_view_hides_the_cards_of_other_seats() -> None:
    full = good("deal", "metropolys", "--players", 3, "--seed", 1).rstrip("\n")
    cards = full.rpartition("=")[2].split(",")
    seen = good("deal", "metropolys", "--players", 3, "--seed", 1, "--view", 1).rstrip("\n")
    assert seen == full.rpartition("=")[0] + f"=?,{cards[1]},?"
    assert good("deal", "metropolys", "--players", 3, "--seed", 1, "--view", "public").endswith("=?,?,?\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess", "--seed", 1], f"no game 'chess'; there are {', '.join(sorted(GAMES))}"),
        (["metropolys"], "Missing option '--seed'"),
        ([], "Missing argument 'GAME'"),
        (["metropolys", "--seed", "x"], "'x' is not a valid integer"),
        (["metropolys", "--seed", -1], "-1 is not in the range"),
        (
            ["metropolys", "--seed", 1, "--variant", "easy"],
            "no variant 'easy' of metropolys; there are family",
        ),
        (["metropolys", "--seed", 1, "--players", 5], "2, 3 or 4 players, not 5"),
        (["metropolys", "--seed", 1, "--players", 10**20], "is not in the range 1<=x<=99"),
        (["metropolys", "--seed", 1, "--options", "moon"], "no option 'moon' of metropolys; there are"),
        (
            ["metropolys", "--seed", 1, "--options", "districts=XY"],
            "'districts=XY': expected districts=CNESW",
        ),
        (["metropolys", "--seed", 1, "--players", 2, "--options", "first=2"], "'first=2'"),
        (["metropolys", "--seed", 1, "--view", 4], "--view 4: expected a seat, 0 to 3, or public"),
        (["metropolys", "--seed", 1, "--view", "all"], "--view all: expected a seat"),
    ],
)
def test_wrong_use_is_one_line(arguments: list[object], message: str) -> None:
    assert message in refused("deal", *arguments)
