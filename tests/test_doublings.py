"""The match of more nodes against fewer: a row for each step, and more nodes win."""

import pytest

from bench.cheating import KNOWS
from bench.doublings import gained, gained_knowing, main
from urbanist.bots.match.pairing import Rules


def printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> list[str]:
    """Return the first cells of the rows that a command line prints."""
    monkeypatch.setattr("sys.argv", ["doublings", *words, "--games", "2"])
    main()
    return [row.split("|")[1].strip() for row in capsys.readouterr().out.splitlines()]


def test_each_step_has_a_row(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    steps = printed(capsys, monkeypatch, "metropolys", "--least", "2", "--most", "9")
    assert steps == ["2 to 4", "4 to 8"]
    steps = printed(capsys, monkeypatch, "metropolys", "--least", "2", "--most", "32", "--times", "4")
    assert steps == ["2 to 8", "8 to 32"]


def test_a_bot_is_not_told_what_it_knows(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit):
        printed(capsys, monkeypatch, "warszawa", "--seat", "greedy", "--knows", "truth")
    assert "not allowed with argument --seat" in capsys.readouterr().err


@pytest.mark.parametrize(
    "knows", [pytest.param(name, marks=[pytest.mark.nightly] * (name != "even")) for name in KNOWS]
)
def test_more_nodes_win_where_all_searches_know_the_same(knows: str) -> None:
    rules = Rules("warszawa", 3, seed=2)
    found = gained_knowing(rules, knows, more=200, nodes=2, games=6, workers=2)
    assert found.mean > 0.5
    assert found == gained_knowing(rules, knows, more=200, nodes=2, games=6, workers=1)


def test_many_more_nodes_win() -> None:
    found = gained(Rules("warszawa", 3, seed=1), "ismcts", more=200, nodes=2, games=6, workers=1)
    assert found.mean > 0.5
