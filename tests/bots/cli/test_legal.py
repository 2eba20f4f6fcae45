"""`urbanist legal`: moves of positions given as text."""

import json

import pytest

from tests.bots.cli.using import DEAL, GAMES_FILE, good, refused
from urbanist.engine import GAMES

EXPECTED = "expected " + " or ".join(f"game={name}" for name in sorted(GAMES))
FULL = json.loads(GAMES_FILE.read_text(encoding="utf-8").partition("\n")[0])


def test_moves_are_sorted_lines() -> None:
    moves = good("legal", "--deal", DEAL).splitlines()
    assert moves == sorted(set(moves))
    assert len(moves) == 13 * (15 + 10 + 10)
    assert "7@N3" in moves


def test_events_lead_to_the_position() -> None:
    moves = good("legal", "--deal", DEAL, "--events", "8@N2 10@N1").splitlines()
    assert "pass" in moves
    assert all(move == "pass" or int(move.partition("@")[0]) > 10 for move in moves)


def test_standard_input_holds_the_deal_and_then_the_events() -> None:
    asked = good("legal", "--deal", DEAL, "--events", "8@N2")
    assert good("legal", "--deal", "-", given=f"{DEAL}\n8@N2\n") == asked
    assert good("legal", "--deal", "-", "--events", "-", given=f"{DEAL}\n8@N2\n") == asked
    assert good("legal", "--deal", "-", "--events", "8@N2", given=DEAL) == asked
    assert good("legal", "--deal", DEAL, "--events", "-", given="8@N2\n") == asked
    assert good("legal", "--deal", "-", given=f"{DEAL}\n") == good("legal", "--deal", DEAL)
    assert good("legal", "--deal", "-", given=f"{DEAL}\r\n8@N2\r\n\r\n") == asked


def test_a_view_is_enough() -> None:
    view = DEAL.rpartition("=")[0] + "=statues,?"
    assert good("legal", "--deal", view) == good("legal", "--deal", DEAL)


def test_nothing_if_the_game_is_over() -> None:
    assert good("legal", "--deal", FULL["deal"], "--events", " ".join(FULL["events"])) == ""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "game=metropolys",
            "game=chess",
            f"deal token 'game=chess': {EXPECTED}",
        ),
        ("variant=family", "variant=easy", "'variant=easy': expected variant=family or expert"),
        ("variant=family ", "", "deal token 'players=2': expected 'variant=...'"),
        ("players=2", "players=9", "'players=9'"),
        ("trendy=C8,", "trendy=C12,", "deal key 'trendy': C12 is a dead end, which never has a token"),
        ("E1,E9", "E1,E9,E10", "deal key 'trendy': 6 entries, expected 5"),
        ("E1,E9", "E1,S9", "deal key 'trendy': S9 is in a district not in play (CNE)"),
        ("E1,E9", "E9,E1", "'E1' is out of order"),
        ("E1,E9", "E1,Z9", "'Z9' is not one of"),
        ("metro=C1,", "metro=C8,", "C8 has a token already (trendy)"),
        ("statues,lakes", "lakes,lakes", "'lakes' appears twice"),
        ("statues,lakes", "statues", "1 entries, expected 2"),
        ("statues,lakes", "statues,moon", "'moon' is not one of"),
        ("statues,lakes", "statues,lakes more", "'more': nothing may follow"),
        (DEAL, "", EXPECTED),
    ],
)
def test_a_wrong_deal_names_the_token(old: str, new: str, message: str) -> None:
    assert message in refused("legal", "--deal", DEAL.replace(old, new))


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ("8@N2 9@C1", "event 2: '9@C1' is not legal for seat 1 (C1 is not adjacent to the last bid at N2"),
        ("pass", "event 1: 'pass' is not legal for seat 0 (nobody has bid: an auction opens"),
        ("8@N2 10@N1 9-N3", "event 3: '9-N3' is not a move of metropolys: expected one such as 7@N3 or pass"),
        ("8@N2 10@N11", "event 2: '10@N11' is not a move"),
        ("14@N2", "event 1: '14@N2' is not a move"),
        (" ".join([*FULL["events"], "pass"]), "the game is over"),
    ],
)
def test_a_wrong_event_is_named_by_number_with_the_legal_moves(events: str, message: str) -> None:
    deal = FULL["deal"] if events.startswith(" ".join(FULL["events"])) else DEAL
    assert message in refused("legal", "--deal", deal, "--events", events)


def test_wrong_use_of_standard_input_is_one_line() -> None:
    assert "standard input is empty" in refused("legal", "--deal", "-", given="")
    given = f"{DEAL}\n8@N2\nmore\n"
    assert "expected nothing after the deal and the events" in refused("legal", "--deal", "-", given=given)
    assert "Missing option '--deal'" in refused("legal")
