"""Games whose rest the arena plays, because a bot resigns, all bots agree, or the end is solved."""

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from tests.bots.check.faults import SOUND
from tests.bots.cli.using import call
from tests.bots.contest.plans import TWO, planned
from urbanist.bots.contest.plan_schema import PlanError
from urbanist.bots.match.adjudication import Adjudication, Adjudicator, Agreement, Resignation, solver
from urbanist.bots.match.arena import Arena, Played
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.players.builtin import GreedyBot
from urbanist.bots.players.player import Player
from urbanist.engine import GAMES
from urbanist.engine.history import History, View
from urbanist.engine.record import Record
from urbanist.search.limit import Limit
from urbanist.search.result import Result


@dataclass(frozen=True)
class Telling:
    """A greedy bot that tells a share of the win with each move, from its second one on; and how often it moved."""

    share: float | None
    moved: list[int]
    name = "telling"

    def sit(self, seed: int) -> Player:
        return TellingPlayer(self, seed)

    def __hash__(self) -> int:
        return id(self)


class TellingPlayer(Player):
    def __init__(self, bot: Telling, seed: int) -> None:
        self._bot, self._greedy = bot, GreedyBot().sit(seed)

    def choose(self, view: View, limit: Limit | None = None) -> Result:
        self._bot.moved.append(len(view.events))
        chosen = self._greedy.choose(view, limit)
        share = self._bot.share
        if share is None or len(self._bot.moved) == 1:
            return chosen
        return replace(chosen, win_share=tuple(share for _ in range(view.bare_state().seats)))


def told(seats: tuple[float | None, ...], **by: Any) -> tuple[Played, list[Telling]]:
    """Return a game between bots that tell these shares, and the bots."""
    bots = [Telling(share, []) for share in seats]
    with Arena() as arena:
        start = History.start(GAMES["metropolys"].deal(seats=len(seats), seed=1))
        played = arena.play(Pairing.of(start, bots, range(len(seats)), adjudication=Adjudication(**by)))
    assert played.record.replay(GAMES).state.over
    assert played.record.ended == "played out"
    assert played.moves == tuple(len(bot.moved) for bot in bots)
    return played, bots


def test_of_two_the_one_that_resigns_ends_the_game_for_both() -> None:
    played, bots = told((0.01, 0.4), resignation=Resignation(share=0.05, moves=3))
    # The first move tells nothing, three more tell too little, and it resigns instead of the fifth.
    assert len(bots[0].moved) == 4
    [note] = played.record.meta["adjudicated"]
    assert (note["why"], note["seats"]) == ("resigned", [0, 1])
    assert note["event"] > max(bot.moved[-1] for bot in bots) + 1


def test_of_three_the_others_play_on_until_one_is_left() -> None:
    played, bots = told((0.5, 0.0, 0.5), resignation=Resignation(share=0.05, moves=2))
    [note] = played.record.meta["adjudicated"]
    assert (note["why"], note["seats"]) == ("resigned", [1])
    assert len(bots[1].moved) == 3 < len(bots[0].moved)
    played, bots = told((0.5, 0.0, 0.0), resignation=Resignation(share=0.05, moves=2))
    one, other = played.record.meta["adjudicated"]
    assert one["seats"] in ([1], [2])
    assert sorted(one["seats"] + other["seats"]) == [0, 1, 2]
    assert one["why"] == other["why"] == "resigned"


@pytest.mark.parametrize(
    ("shares", "agreed"),
    [
        ((0.95, 0.05), True),
        ((0.95, 0.3), False),
        ((0.95, None), False),
        ((0.95, 0.95), False),
        ((0.04, 0.97), True),
    ],
)
def test_a_game_ends_where_all_bots_agree_who_has_won(shares: tuple[float | None, ...], agreed: bool) -> None:
    played, bots = told(shares, agreement=Agreement(share=0.9, moves=2))
    notes = played.record.meta.get("adjudicated", [])
    assert [(note["why"], note["seats"]) for note in notes] == [("agreed", [0, 1])] * agreed
    assert ([len(bot.moved) for bot in bots] == [3, 3]) is agreed


def test_only_the_last_decisions_count_and_a_seat_that_forfeited_is_not_asked() -> None:
    judge = Adjudicator(Adjudication(Agreement(share=0.9, moves=2), Resignation(share=0.1, moves=3)), 3)
    for share in (0.05, 0.2, 0.02, 0.03):
        judge.hear(0, share)
    assert not judge.resigns(0)
    judge.hear(0, 0.0)
    assert judge.resigns(0)
    for share in (0.5, 0.95, 0.91):
        judge.hear(1, share)
    assert judge.agreed(()) is None
    assert judge.agreed({2}) == 1


def test_a_solved_end_is_played_as_it_was_solved() -> None:
    with Arena() as arena:
        start = History.start(GAMES["akropolis"].deal(seats=2, seed=3))
        by = Adjudication(Agreement(solved=True))
        played = arena.play(Pairing.of(start, [GreedyBot(), GreedyBot(seed=1)], (1, 2), adjudication=by))
    [note] = played.record.meta["adjudicated"]
    assert (note["why"], note["seats"]) == ("solved", [0, 1])
    history = played.record.replay(GAMES)
    assert history.state.over
    assert sum(played.moves) < sum(not event.startswith("!") for event in history.texts)
    # From there on the solver plays; what it expects is a mean over what nobody can know.
    here = history.until(note["event"] - 1)
    [*_, result] = solver().sit(0).think(here.seen_by(here.state.to_move))
    assert result.solved
    assert history.events[note["event"] - 1] == result.move


def test_a_tournament_and_a_match_adjudicate_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "low.py").write_text(
        SOUND.read_text(encoding="utf-8").replace("score 0.5", "score 0.01"), encoding="utf-8"
    )
    low = f"{sys.executable} -I -S low.py"
    bots = f'[[bot]]\ncommand = "{low}"\n[[bot]]\nplay = "greedy"\n'
    (tmp_path / "cup.toml").write_text(
        f'game = "metropolys"\nplayers = 2\ndeals = 1\n[resign]\nshare = 0.05\n{bots}', encoding="utf-8"
    )
    assert call("tournament", "cup.toml", "--records", "games").exit_code == 0
    seats = ["--seat", low, "--seat", "greedy", "--games", 2]
    assert call("match", "metropolys", *seats, "--resign", "share=0.05", "--out", "more").exit_code == 0
    for file in ("games", "more"):
        records = [Record.from_json(line) for line in Path(file).read_text(encoding="utf-8").splitlines()]
        assert [record.meta["adjudicated"][0]["why"] for record in records] == ["resigned"] * 2


@pytest.mark.parametrize(
    ("keys", "complaint"),
    [
        ("adjudicate = {}", "adjudicate: expected share"),
        ("adjudicate = { share = 0.4 }", "adjudicate: share = 0.4: expected more than 0.5"),
        ("resign = { share = 2.0 }", "resign, share: expected"),
        ("resign = { moves = 0 }", "resign, moves: expected"),
        ("resign = { score = 1 }", "unknown key 'score'"),
    ],
)
def test_a_wrong_setting_is_one_line(keys: str, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(PlanError) as refused:
        planned(tmp_path, f"{keys}\n{TWO}")
    assert complaint in str(refused.value)
