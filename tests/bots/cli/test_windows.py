"""Two windows on one saved game: one plays it, the other looks on, until it takes the game over by a key."""

from pathlib import Path

import pytest

from tests.bots.cli.test_home import environment  # noqa: F401  # a fixture
from tests.bots.cli.test_play import RANDOM, Screen
from tests.bots.cli.using import call, killed
from urbanist.bots.table.session import saves
from urbanist.bots.table.session.claim import Claim

#: What the line of keys has for who may move, and what the other window says.
MAY_MOVE, LOOKS_ON = "n Next", "Another window plays this game"


def plies(file: Path) -> int:
    """Return how many moves are saved."""
    return saves.read_game(file)[1].state.ply


def test_a_second_window_looks_on_and_takes_over_by_a_key(
    environment: dict[str, str],  # noqa: F811
    tmp_path: Path,
) -> None:
    file = tmp_path / "game.jsonl"
    first = Screen([*RANDOM, "--record", str(file)], environment, (24, 80))
    second = None
    try:
        first.until(MAY_MOVE)
        second = Screen(["--resume", str(file)], environment, (24, 80))
        second.until(LOOKS_ON)
        first.press("n")
        first.until("✓ ")
        first.press("\r")
        # The move of the first window, and the answers, are seen in the second, in which a move cannot be chosen.
        title, *_ = first.until(MAY_MOVE, gone="✓ ")
        second.until(title.strip())
        second.press("n", "\r")
        second.until(LOOKS_ON)
        second.press("P")
        second.until(MAY_MOVE, gone=LOOKS_ON)
        first.until(LOOKS_ON)
        before = plies(file)
        first.press("n", "\r")
        second.press("n")
        second.until("✓ ")
        second.press("\r")
        second.until(MAY_MOVE, gone="✓ ")
        assert plies(file) > before
        # Back again; and nothing but the game is left in the folder.
        first.press("P")
        first.until(MAY_MOVE, gone=LOOKS_ON)
        second.until(LOOKS_ON)
        for window in (second, first):
            window.press("q")
            window.terminal.child.expect_exact("\x1b[?1049l")
            window.terminal.child.wait()
        assert [*tmp_path.glob(".*")] == []
    finally:
        for window in filter(None, (first, second)):
            killed(window.terminal.child)


@pytest.mark.parametrize("answer", ["no", "yes"])
def test_lines_ask_whether_a_game_of_another_window_is_played_here(answer: str, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    call("play", *RANDOM, "--plain", "--record", file, given="quit\n")
    claim, before = Claim(file), plies(file)
    assert claim.take()
    try:
        done = call("play", "--resume", file, "--plain", given=f"{answer}\n7@N3\nquit\n")
        assert "another window plays this game; play it here instead?" in done.stdout
        assert claim.lost == (answer == "yes")
        assert (plies(file) > before) == (answer == "yes")
        with claim.writing() as mine:
            assert mine == (answer == "no")
    finally:
        claim.release()


def test_a_claim_ends_with_its_process(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    claim = Claim(file)
    assert claim.take()
    assert not Claim(file).take()
    claim.release()
    assert not list(tmp_path.iterdir())
    (tmp_path / f".{file.name}.window").write_bytes(b"1")  # what a killed process has left
    again = Claim(file)
    assert again.take()
    again.release()
