"""The finder: the same puzzles again from the same positions, and none where there is none."""

import time
from itertools import count

import pytest
from msgspec.structs import replace

from tests.bots.table.puzzles.made import GAMES_WITH_ENDINGS, GAMES_WITH_PUZZLES, endings, of
from tests.engine.akropolis.endings import AKROPOLIS, MISSED, missed
from urbanist.bots.match.arena import Arena
from urbanist.bots.match.workers import in_order
from urbanist.bots.table.puzzles.hunt import PlayedGame, Recheck, decisions, self_play
from urbanist.bots.table.puzzles.proof import (
    CHECK_SEED,
    CHECKED,
    LONG,
    SHORT,
    ending_at,
    exactly,
    proved,
    puzzle_at,
    searched,
    solved,
)
from urbanist.bots.table.puzzles.puzzle import SELF_PLAY, Puzzle, Source
from urbanist.bots.table.puzzles.store import read, shipped
from urbanist.engine import GAMES
from urbanist.engine.history import History, View

#: The games whose weights are those that found the puzzles; those of the others have learned since.
FOUND_AGAIN = ["metropolys"]


@pytest.mark.nightly
@pytest.mark.parametrize("game", FOUND_AGAIN)
def test_the_finder_finds_a_shipped_puzzle_again_to_the_last_digit(game: str) -> None:
    # The one with the fewest moves to search.
    puzzle = min(of(game), key=lambda puzzle: (len(puzzle.view.bare_state().moves()), puzzle.id))
    margin = read(shipped(game))[0].margin
    assert puzzle_at(puzzle.view, puzzle.source, margin) == puzzle


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES_WITH_PUZZLES)
def test_every_shipped_puzzle_is_proved_again_with_another_seed(game: str) -> None:
    least = CHECKED * read(shipped(game))[0].margin
    jobs = (Recheck(puzzle, CHECK_SEED, number, least) for number, puzzle in enumerate(of(game)))
    assert not [job.puzzle.id for job, proof in in_order(jobs) if proof is None]


def test_a_move_that_is_not_best_cannot_be_proved() -> None:
    puzzle = of("metropolys")[0]
    best, second, *_ = puzzle.moves
    assert proved(puzzle.view, second, 1000, 1, 0.0) is None
    assert proved(puzzle.view, best, 1000, 1, 0.99) is None


def test_the_exact_end_of_a_game_proves_more_than_any_search() -> None:
    deal, events, _, text = MISSED[0]
    view, best = View.read(AKROPOLIS, missed(0).to_move, deal, events.split()), AKROPOLIS.notation.move(text)
    proof = proved(view, best, 1, 1, 0.0)
    # Other moves win, too, so this one is no puzzle.
    assert proof is not None
    assert (proof.share, proof.second_share) == (1.0, 1.0)
    assert proved(view, best, 1, 1, 0.01) is None
    exact = (solved(view, move) for move in missed(0).legal())
    assert any(each is not None and each.share == 0.0 and each.margin < 0 for each in exact)


def test_a_position_whose_best_move_is_seen_at_once_is_no_puzzle() -> None:
    history = self_play(GAMES["metropolys"], 1, 0)
    simple = next(
        view
        for _, view in decisions(history)
        if searched(view, SHORT, 1).move == searched(view, LONG, 3).move
    )
    assert puzzle_at(simple, Source("test", 1, 1), 0.0) is None


@pytest.mark.parametrize("game", FOUND_AGAIN)
def test_the_game_in_which_a_shipped_puzzle_was_found_is_played_again(game: str) -> None:
    own = [puzzle for puzzle in of(game) if puzzle.source.what == SELF_PLAY]  # with the seed of the file
    puzzle = min(own, key=lambda puzzle: (puzzle.source.event, puzzle.id))
    history = self_play(GAMES[game], read(shipped(game))[0].seed or 0, puzzle.source.game)
    assert history.until(puzzle.source.event - 1).seen_by(puzzle.seat) == puzzle.view


@pytest.mark.parametrize("game", GAMES_WITH_ENDINGS)
def test_an_ending_has_one_move_that_leaves_more_of_the_win_than_any_other(game: str) -> None:
    puzzle = min(endings(game), key=lambda puzzle: len(puzzle.view.bare_state().moves()))
    view = puzzle.view
    ending = ending_at(view, puzzle.source, read(shipped(game, endings=True))[0].margin)
    assert ending is not None
    assert replace(ending, motif=puzzle.motif) == puzzle  # few games are played on here
    assert ending_at(view, puzzle.source, puzzle.margin + 0.01) is None
    for move, share in {puzzle.best: puzzle.share, **puzzle.others}.items():
        values = exactly(view, [view.game.notation.move(move)])
        assert values is not None
        assert values.win_share[puzzle.seat] == pytest.approx(share, abs=1e-3)


def test_a_position_far_from_the_end_is_no_ending() -> None:
    puzzle = of("akropolis")[0]
    assert ending_at(puzzle.view, puzzle.source, 0.0) is None
    assert ending_at(of("metropolys")[0].view, puzzle.source, 0.0) is None


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES_WITH_ENDINGS)
def test_the_shipped_endings_are_all_proved_exactly(game: str) -> None:
    least = read(shipped(game, endings=True))[0].margin
    for puzzle in endings(game):
        proof = solved(puzzle.view, puzzle.moves[0])
        assert proof is not None, puzzle.id
        assert proof.margin >= least, puzzle.id
        assert (round(proof.share, 3), round(proof.second_share, 3)) == (
            puzzle.share,
            max(puzzle.others.values()),
        )


def test_the_same_seed_and_number_play_the_same_game_and_others_another() -> None:
    first, again, other = (self_play(GAMES["warszawa"], 1, number) for number in (0, 0, 1))
    assert (first.deal, first.events) == (again.deal, again.events)
    assert first.deal != other.deal
    assert first.state.over


def test_decisions_have_the_view_of_the_seat_to_move_and_nothing_more() -> None:
    history = self_play(GAMES["warszawa"], 1, 0)
    for event, view in decisions(history):
        assert view.seat == history.states[event - 1].to_move
        assert view == history.until(event - 1).seen_by(view.seat)
        assert len(view.bare_state().moves()) > 1


class Short(PlayedGame):
    """A game in which nobody looks for a puzzle: the later its number, the sooner it ends."""

    def play(self, arena: Arena) -> list[Puzzle]:
        time.sleep(0.4 / (1 + self.number))
        return []


def test_a_hunt_can_end_before_its_jobs() -> None:
    jobs = (Short("metropolys", 1, number, 2.0) for number in count())
    hunt = in_order(jobs)
    assert next(hunt)[0].number == 0
    hunt.close()


def test_a_game_without_decisions_has_no_puzzles() -> None:
    history = History.start(GAMES["metropolys"].deal(seats=2, seed=1))
    assert list(decisions(history)) == []
