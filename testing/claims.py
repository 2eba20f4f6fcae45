"""The claims of the contract of a game. Each is a function whose name says what is true."""

import copy
import pickle
from collections.abc import Callable
from itertools import accumulate, pairwise
from random import Random

import numpy as np

from urbanist.engine import Batch, IllegalMove, NotationError, Record, State
from urbanist.engine.event import Move
from urbanist.search import SearchOptions, ismcts
from urbanist.testing.played import PlayedGames, onward
from urbanist.testing.worlds import MOST, PLIES, Counts, midgame

Claim = Callable[[PlayedGames], None]

#: Games over which worlds are counted.
GAMES_COMPILED, GAMES_IN_PYTHON = 150, 600
#: Visits of the search that looks at some positions.
VISITS = 30


def refused(
    kind: type[Exception], said: str, call: Callable[..., object], *given: object, **named: object
) -> None:
    """Fail unless a call raises an error of a kind that says something, in one line."""
    message = ""
    try:
        call(*given, **named)
    except kind as error:
        message = str(error)
    assert said in message, f"no {kind.__name__} says '{said}', but '{message}'"
    assert "\n" not in message, f"'{message}' has more than one line"


# -- moves -----------------------------------------------------------------------------------------------------------


def moves_ascend_and_there_are_none_only_at_the_end_or_before_a_chance_event(played: PlayedGames) -> None:
    for state in played.positions():
        moves = state.moves()
        assert moves.dtype == np.uint32
        assert (np.diff(moves.astype(np.int64)) > 0).all(), moves.tolist()
        assert (len(moves) == 0) == (state.over or state.due), state


def moves_as_text_are_sorted_and_the_same_moves(played: PlayedGames) -> None:
    notation = played.game.notation
    for state in played.positions():
        legal = [*map(str, state.legal())]
        assert legal == sorted(set(legal)), f"two moves have the same text, among {' '.join(legal)}"
        assert all(move and not set(move) & set(" !?\n") for move in legal), " ".join(legal)
        words = [notation.read_move(move) for move in legal]
        assert sorted(words) == state.moves().tolist(), f"{legal} are read as {words}"
        assert [notation.write_move(word) for word in words] == legal


def a_move_leaves_the_position_it_came_from_alone(played: PlayedGames) -> None:
    for state in played.choices(3):
        before, key, scores = state.array.tobytes(), state.key, state.scores()
        for move in state.legal()[:5]:
            assert state.play(move) != state, f"{move} changes nothing"
        assert (state.array.tobytes(), state.key, state.scores()) == (before, key, scores)


def a_move_is_one_ply_by_a_seat_at_the_table(played: PlayedGames) -> None:
    for states, events in played.games:
        moves = [0, *accumulate(isinstance(event, Move) for event in events)]
        assert [state.ply for state in states] == moves
        assert all(0 <= state.to_move < state.seats == played.seats for state in states)


def a_word_plays_like_its_text(played: PlayedGames) -> None:
    write = played.game.notation.write_move
    for state in played.choices(5):
        for word in state.moves()[::50]:
            assert state.play(word) == state.play(int(word)) == state.play(write(int(word))), word


def an_illegal_move_is_refused_with_a_list_of_legal_ones(played: PlayedGames) -> None:
    states = [state for state in played.games[0][0] if not (state.due or state.over)]
    for state, later in pairwise(states):
        own = state.legal()
        for move in sorted({*map(str, later.legal())} - {*map(str, own)})[:3]:
            refused(
                IllegalMove,
                f"'{move}' is not legal for seat {state.to_move}",
                state.play,
                move,
            )


def a_finished_game_takes_no_move(played: PlayedGames) -> None:
    for states, events in played.games:
        assert states[-1].legal() == ()
        refused(IllegalMove, f"'{events[-1]}' cannot be played", states[-1].play, events[-1])


def actions_are_different_numbers_below_their_count(played: PlayedGames) -> None:
    if not played.game.action_count:
        return
    for state in played.choices(3):
        actions = state.actions().tolist()
        assert len(set(actions)) == len(state.moves()), actions
        assert all(0 <= action < played.game.action_count for action in actions), actions
        assert [state.move_of(action) for action in actions] == state.moves().tolist()
        assert np.flatnonzero(state.legal_mask()).tolist() == sorted(actions)


# -- scores ----------------------------------------------------------------------------------------------------------


def scores_in_the_record_are_final_and_there_only_at_the_end(played: PlayedGames) -> None:
    for state in played.positions():
        expected = list(state.scores()) if state.over else [0] * state.seats
        assert state.array["score"][: state.seats].tolist() == expected


def ranks_follow_points_and_tie_break(played: PlayedGames) -> None:
    for state in played.positions():
        results = list(zip(state.scores(), state.standing()[1], strict=True))
        assert state.ranks() == tuple(1 + sum(other > mine for other in results) for mine in results)


def the_rows_of_every_seat_add_up_to_its_score(played: PlayedGames) -> None:
    for state in played.positions():
        rows = [state.score_rows(seat) for seat in range(state.seats)]
        assert tuple(sum(row.points for row in table) for table in rows) == state.scores()


# -- text ------------------------------------------------------------------------------------------------------------


def a_deal_is_read_as_it_was_written(played: PlayedGames) -> None:
    for seed in range(played.seed, played.seed + 20):
        line = played.game.notation.write_deal(played.deal(seed).array)
        assert "\n" not in line
        assert "?" not in line
        assert line.startswith(f"game={played.game.name} ")
        assert played.game.notation.write_deal(played.game.read_deal(line).array) == line


def deal_and_events_are_the_whole_game(played: PlayedGames) -> None:
    for history, (states, _) in zip(played.histories, played.games, strict=True):
        for told, state in zip(history.states, states, strict=True):
            assert (told.legal(), told.scores(), told.to_move) == (
                state.legal(),
                state.scores(),
                state.to_move,
            )


def a_position_can_be_described_from_the_deal_to_the_end(played: PlayedGames) -> None:
    for state in played.positions():
        lines = played.game.notation.describe(state.array).split("\n")
        assert all(line == line.rstrip() and line for line in lines), lines
        assert any(f"seat {played.seats - 1}" in line for line in lines), "the last seat is not mentioned"


def a_game_goes_into_a_record_and_comes_back(played: PlayedGames) -> None:
    for history in played.histories:
        record = Record.of(history, ("someone",) * played.seats, {"seed": 1})
        again = Record.from_json(record.to_json())
        assert again == record
        assert again.replay({played.game.name: played.game}) == history
        early = Record.of(history.until(1), ("someone",) * played.seats)
        assert early.replay({played.game.name: played.game}).state == history.states[1]


# -- memory ----------------------------------------------------------------------------------------------------------


def equal_positions_have_equal_keys_and_others_have_others(played: PlayedGames) -> None:
    states = list(played.positions())
    keys = {state.key: state for state in states}
    assert len(keys) == len(set(states))
    assert all(keys[state.key] == state and hash(keys[state.key]) == hash(state) for state in states)


def states_travel_copied_and_as_records(played: PlayedGames) -> None:
    for state in played.positions(5):
        assert copy.deepcopy(state) == state
        assert state.array.dtype == played.game.dtype
        assert played.game.from_array(state.array) == state


def states_travel_pickled_if_the_game_is_registered(played: PlayedGames) -> None:
    from urbanist.engine import GAMES

    if played.game.name in GAMES and GAMES[played.game.name] is played.game:
        for state in played.positions(5):
            assert pickle.loads(pickle.dumps(state)) == state  # noqa: S301 - it was made here


def a_batch_plays_like_its_states(played: PlayedGames) -> None:
    for states, _ in played.games:
        some = [state for state in states if not (state.over or state.due)][:8]
        batch = Batch.of(some)
        words = np.array([int(state.moves()[-1]) for state in some], np.uint32)
        batch.apply(words)
        after = [onward(state.play(int(word))) for state, word in zip(some, words, strict=True)]
        assert [batch.state(number) for number in range(len(batch))] == after
        batch.playout(seed=3)
        assert batch.array["over"].all()


# -- what is hidden --------------------------------------------------------------------------------------------------


def a_reshuffle_keeps_what_a_seat_knows(played: PlayedGames) -> None:
    for number, state in enumerate(played.choices(3)):
        for seat in played.viewers:
            after = state.reshuffled(seat, number)
            facts = [(state.seats, state.ply, state.to_move, state.due) for state in (state, after)]
            assert facts[0] == facts[1], facts
            if seat is not None:
                card = played.game.notation.card
                assert card(after.array, seat) == card(state.array, seat)
            if seat == state.to_move:
                assert after.legal() == state.legal(), "a seat does not know its own moves"
            assert state.reshuffled(seat, number) == after, "the same seed draws something else"


def available_moves_are_the_legal_ones_of_each_world_after_the_same_moves(played: PlayedGames) -> None:
    for number, state in enumerate(played.choices(7)):
        for seat in played.viewers:
            one, other = (state.reshuffled(seat, 2 * number + world) for world in range(2))
            for step in range(12):
                there, elsewhere = set(one.moves().tolist()), other.moves().tolist()
                assert all(one.available(move) == (move in there) for move in elsewhere)
                both = sorted(there.intersection(elsewhere))
                if not both:
                    break
                move = both[(7 * number + step) % len(both)]
                one, other = onward(one.play(move)), onward(other.play(move))


def masking_a_deal_again_changes_nothing(played: PlayedGames) -> None:
    notation = played.game.notation
    for seed in range(played.seed, played.seed + 5):
        line = notation.write_deal(played.deal(seed).array)
        for seat in played.viewers:
            masked = notation.mask_deal(line, seat)
            assert notation.mask_deal(masked, seat) == masked
            assert notation.mask_deal(masked, None) == notation.mask_deal(line, None)


def a_view_does_not_depend_on_what_the_seat_cannot_know(played: PlayedGames) -> None:
    notation = played.game.notation
    for seed in range(played.seed, played.seed + 5):
        state = played.deal(seed)
        for seat in played.viewers:
            lines = [notation.write_deal(world.array) for world in (state, state.reshuffled(seat, seed))]
            one, other = (notation.mask_deal(line, seat) for line in lines)
            assert one == other, f"{seat} sees {one} or {other}"


def a_view_makes_positions_that_fit_it(played: PlayedGames) -> None:
    for history in played.histories:
        for ply in sorted({0, 1, len(history.events) // 2, len(history.events) - 1}):
            for seat in played.viewers:
                state, view = history.states[ply], history.until(ply).seen_by(seat)
                for drawn in (view.state(3), view.bare_state()):
                    assert (drawn.ply, drawn.to_move, drawn.due) == (state.ply, state.to_move, state.due)
                    if seat == state.to_move:
                        assert drawn.legal() == state.legal(), f"ply {ply}, seat {seat}"


def a_view_tells_as_much_as_the_mask_of_its_position(played: PlayedGames) -> None:
    """Events that are told, played on the masked deal, lead to the masked position: nothing more is told, nor less."""
    if not getattr(played.game, "masks", False):
        return
    for history in played.histories:
        for ply, state in enumerate(history.states):
            for seat in played.viewers:
                told = played.game.position(history.until(ply).seen_by(seat).bare_state().array)  # type: ignore[attr-defined]
                shown = played.game.position(played.game.seen(state, seat).array)  # type: ignore[attr-defined]
                assert told == shown, f"event {ply}: {_name(seat)} is told {told}, but may see {shown}"


def what_a_seat_sees_is_the_same_in_all_its_worlds(played: PlayedGames) -> None:
    for number, state in enumerate(played.choices(2)):
        for seat in played.viewers:
            for world in range(3):
                other = state.reshuffled(seat, 3 * number + world)
                seen = state.observe(seat).flat()
                assert np.array_equal(seen, other.observe(seat).flat()), (
                    f"{_name(seat)} observes what it cannot know"
                )
                assert played.game.seen(state, seat) == played.game.seen(other, seat) or not getattr(
                    played.game, "masks", False
                ), f"{_name(seat)} is shown what it cannot know, or a reshuffle changes what it knows"


def a_reshuffle_draws_worlds_as_often_as_deals_and_chance_do(played: PlayedGames) -> None:
    counts, games = Counts(), GAMES_COMPILED if played.game.compiled else GAMES_IN_PYTHON
    entries = [
        (number, *midgame(played.deal(played.seed + number), number % PLIES, Random(number)))
        for number in range(games)
    ]
    for plies in range(PLIES):
        some = [each for each in entries if each[0] % PLIES == plies]
        mean = sum(ways for *_, ways in some) / len(some)
        for number, state, ways in some:
            for seat in played.viewers:
                counts.compare(seat, state, state.reshuffled(seat, number), ways / mean)
    said, worst = counts.worst()
    assert worst.chi_square < MOST, (
        f"{_name(said[0])} finds {said[2]} at {said[1]} {'less' if worst.more > 0 else 'more'} often after a reshuffle "
        f"than in games: chi-square {worst.chi_square:.0f} in {worst.worlds} worlds"
    )


def _name(seat: object) -> str:
    return "a bystander" if seat is None else f"seat {seat}"


# -- playouts, deals and searches --------------------------------------------------------------------------------------


def a_playout_ends_the_game_and_depends_on_the_seed_alone(played: PlayedGames) -> None:
    for number, state in enumerate(played.positions(6)):
        for informed in (False, True):
            end = state.playout(number, informed=informed)
            assert end.over
            assert end.legal() == ()
            assert end.ply > state.ply or end == state
            assert end.array["score"][: end.seats].tolist() == list(end.scores())
            assert end == state.playout(number, informed=informed), "the same seed plays another game"


def the_same_seed_deals_the_same(played: PlayedGames) -> None:
    for seed in (-1, 2**64 - 1, 10**30):
        assert played.deal(seed) == played.deal(seed % 2**64)


def variants_and_seats_that_are_not_there_are_refused(played: PlayedGames) -> None:
    game = played.game
    refused(NotationError, "no variant 'long'", game.deal, variant="long", seats=played.seats)
    refused(NotationError, "not 9", game.deal, seats=9)
    refused(NotationError, "no option 'tiny'", game.deal, seats=played.seats, options=["tiny"])


def an_observation_has_the_numbers_that_are_named(played: PlayedGames) -> None:
    for state in played.choices(9):
        for seat in played.viewers:
            seen = state.observe(seat)
            assert tuple(part.shape for part in seen) == played.game.layout.shapes(played.seats)
            assert np.isfinite(seen.flat()).all()


def a_search_finds_a_legal_move_and_the_same_one_again(played: PlayedGames) -> None:
    options = SearchOptions(nodes=VISITS, eval="playout", prior="game", endings=False)
    for history in played.histories[:1]:
        for ply in range(0, len(history.states), max(len(history.states) // 4, 1)):
            state: State = history.states[ply]
            if state.over or state.due:
                continue
            view = history.until(ply).seen_by(state.to_move)
            result, again = (ismcts(view, options=options) for _ in range(2))
            assert result.move in state.moves()
            assert (result.move, result.values) == (again.move, again.values)


#: All claims, in the order in which they are looked at.
CLAIMS: tuple[Claim, ...] = (
    moves_ascend_and_there_are_none_only_at_the_end_or_before_a_chance_event,
    moves_as_text_are_sorted_and_the_same_moves,
    a_move_leaves_the_position_it_came_from_alone,
    a_move_is_one_ply_by_a_seat_at_the_table,
    a_word_plays_like_its_text,
    an_illegal_move_is_refused_with_a_list_of_legal_ones,
    a_finished_game_takes_no_move,
    actions_are_different_numbers_below_their_count,
    scores_in_the_record_are_final_and_there_only_at_the_end,
    ranks_follow_points_and_tie_break,
    the_rows_of_every_seat_add_up_to_its_score,
    a_deal_is_read_as_it_was_written,
    deal_and_events_are_the_whole_game,
    a_position_can_be_described_from_the_deal_to_the_end,
    a_game_goes_into_a_record_and_comes_back,
    equal_positions_have_equal_keys_and_others_have_others,
    states_travel_copied_and_as_records,
    states_travel_pickled_if_the_game_is_registered,
    a_batch_plays_like_its_states,
    a_reshuffle_keeps_what_a_seat_knows,
    available_moves_are_the_legal_ones_of_each_world_after_the_same_moves,
    masking_a_deal_again_changes_nothing,
    a_view_does_not_depend_on_what_the_seat_cannot_know,
    a_view_makes_positions_that_fit_it,
    a_view_tells_as_much_as_the_mask_of_its_position,
    what_a_seat_sees_is_the_same_in_all_its_worlds,
    a_reshuffle_draws_worlds_as_often_as_deals_and_chance_do,
    a_playout_ends_the_game_and_depends_on_the_seed_alone,
    the_same_seed_deals_the_same,
    variants_and_seats_that_are_not_there_are_refused,
    an_observation_has_the_numbers_that_are_named,
    a_search_finds_a_legal_move_and_the_same_one_again,
)
