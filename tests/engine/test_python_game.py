"""Games whose rules are written in Python."""

import pickle
import threading
import weakref
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
import pytest

from tests.engine.python_games import Nim, Pig, Record, Tricks, position_of, registered
from urbanist.engine import GAMES, Batch, History, PythonGame
from urbanist.engine.deferred_error import GameFault
from urbanist.engine.perft import perft
from urbanist.engine.python_game import Dice
from urbanist.engine.simulate import simulate
from urbanist.search import SearchOptions, TreeSearch
from urbanist.testing import ContractBroken, check_game


@pytest.mark.parametrize("game", [Nim(), Tricks(), Pig(), Record()], ids=lambda game: game.name)
def test_it_keeps_the_public_contract(game: PythonGame) -> None:
    with registered(game):
        check_game(game)


class TestStates:
    def test_equal_states_are_equal_records_as_long_as_one_lives(self) -> None:
        game = Nim()
        one = game.deal(seats=2, seed=1)
        assert one == game.deal(seats=2, seed=1)
        assert one.key == game.deal(seats=2, seed=1).key
        assert position_of(one) == (2, one.to_move, (3, 4, 5))
        assert one.play("0-1").play("1-1").play("0-2") == one.play("0-2").play("1-1").play("0-1")

    def test_a_pickle_has_the_state_and_not_its_place_in_a_table(self) -> None:
        with registered(Pig()) as game:
            state = game.deal(seats=2, seed=3).play("roll")
            told = pickle.dumps(state)
            due = state.chance()
            key = state.key
            del state
            for seed in range(300):
                game.deal(seats=2, seed=seed).playout(seed)
            again = pickle.loads(told)
            assert again.chance() == due
            assert position_of(again) == (0, 0, 0, True)
            assert again.key != key or again == pickle.loads(told)

    def test_a_pickled_batch_has_the_states_too(self) -> None:
        with registered(Nim()) as game:
            batch = Batch.deal(game, 20, seats=3, seed=5)
            told, states = pickle.dumps(batch), [position_of(batch.state(number)) for number in range(20)]
            del batch
            for seed in range(100):
                game.deal(seats=2, seed=seed).playout(seed)
            again = pickle.loads(told)
            assert [position_of(again.state(number)) for number in range(20)] == states
            assert len(again.reset(1)) == 20

    def test_a_record_whose_state_is_gone_is_noticed(self) -> None:
        game = Nim()
        record = game.deal(seats=2).play("0-3").array.copy()
        for seed in range(300):
            game.deal(seats=3, seed=seed).playout(seed)
        with pytest.raises(ValueError, match="not a state of nim: 'place'"):
            game.from_array(record)

    def test_named_tuples_dataclasses_and_numpy_records_come_back_from_text(self) -> None:
        class Pair(NamedTuple):
            left: int
            turn: int

        @dataclass(frozen=True)
        class Frozen:
            left: int
            turn: int

        made = (Pair, Frozen, lambda *numbers: np.array(numbers, np.int16))
        for number, make in enumerate(made):
            game = countdown(f"countdown{number}", make)
            start = History.start(game.deal(seats=2))
            again = History.read(game, start.deal, ("1", "2"))
            assert type(position_of(again.state)) is type(position_of(start.state))
            assert [*again.state.legal()] == ["1", "2"]


def countdown(name: str, make: Any) -> PythonGame:
    """Return a game of a heap of five from which seats take one or two, with states that `make` makes."""

    class Countdown(PythonGame):
        def begin(self, seats: int, rng: Dice) -> Any:
            return make(5, 0)

        def both(self, state: Any) -> tuple[int, int]:
            values = tuple(vars(state).values()) if hasattr(state, "__dict__") else tuple(state)
            return int(values[0]), int(values[1])

        def to_move(self, state: Any) -> int:
            return self.both(state)[1]

        def legal(self, state: Any) -> list[int]:
            return list(range(1, min(2, self.both(state)[0]) + 1))

        def apply(self, state: Any, move: int) -> Any:
            left, turn = self.both(state)
            return make(left - move, 1 - turn)

        def ranks(self, state: Any) -> tuple[int, int]:
            return (2, 1) if self.both(state)[1] == 0 else (1, 2)

    return type("Countdown", (Countdown,), {"name": name})()


class Token:
    """A state that is equal to itself alone."""

    alive: ClassVar[weakref.WeakSet["Token"]] = weakref.WeakSet()

    def __init__(self, depth: int) -> None:
        self.depth = depth
        Token.alive.add(self)


class Tokens(PythonGame):
    """Eight moves of three; nobody scores."""

    name = "tokens"

    def begin(self, seats: int, rng: Dice) -> Token:
        return Token(0)

    def to_move(self, state: Token) -> int:
        return state.depth % 2

    def legal(self, state: Token) -> list[int]:
        return [0, 1, 2] if state.depth < 8 else []

    def apply(self, state: Token, move: int) -> Token:
        return Token(state.depth + 1)

    def scores(self, state: Token) -> tuple[int, int]:
        return 0, 0


class TestMemory:
    def test_a_search_keeps_few_of_the_states_that_it_meets(self) -> None:
        game = Tokens()
        TreeSearch(game, SearchOptions(nodes=3000, threads=2)).think(game.deal(seats=2))
        assert len(Token.alive) < 600

    def test_an_object_lives_as_long_as_its_state_or_its_batch(self) -> None:
        batch = Batch.deal(Tokens(), 500, seats=2)
        batch.apply(np.zeros(500, np.uint32))
        dealt = [position_of(batch.state(number)) for number in range(500)]
        assert [token.depth for token in dealt] == [1] * 500
        alive = [weakref.ref(token) for token in dealt]
        del dealt
        copied = batch.copy()
        del batch
        assert all(token() for token in alive)
        assert copied.moves()[1].tolist() == [3] * 500
        del copied
        assert sum(token() is not None for token in alive) < 100

    def test_perft_keeps_what_it_goes_back_to(self) -> None:
        state = Nim().deal(seats=2)
        assert perft(state, 1) == 12
        assert perft(state, 4) == sum(perft(state.play(move), 3) for move in state.legal())


class TestChance:
    def test_outcomes_are_as_likely_as_the_game_says(self) -> None:
        game = Pig()
        due = game.deal(seats=2).play("roll")
        outcomes = [str(due.redrawn(seed).chance()) for seed in range(6000)]
        assert {outcomes.count(f"!{number}") // 100 for number in range(1, 7)} <= {8, 9, 10, 11}

    def test_an_event_of_the_text_decides_what_is_drawn(self) -> None:
        due = Pig().deal(seats=2, seed=1).play("roll")
        assert [position_of(due.play(f"!{number}"))[2] for number in range(2, 7)] == [2, 3, 4, 5, 6]
        with pytest.raises(ValueError, match="'!9' cannot happen here in pig"):
            due.play("!9")

    def test_a_view_does_not_know_what_will_be_drawn(self) -> None:
        history = History.start(Pig().deal(seats=2, seed=1))
        view = history.seen_by(0).after(history.game.notation.move("roll"))
        assert view.bare_state().chance() is None
        assert {str(view.state(seed).chance()) for seed in range(50)} == {
            f"!{number}" for number in range(1, 7)
        }


class TestFaults:
    @staticmethod
    def broken(method: str, act: Any) -> Nim:
        return type("Broken", (Nim,), {method: act})()

    @staticmethod
    def late(value: Any) -> Any:
        """Return a method that returns something else as soon as heap 0 is empty."""

        def act(self: Nim, state: Any, *more: Any) -> Any:
            return value(self, state, *more) if state[2][0] == 0 else Nim.legal(self, state)

        return act

    def test_what_a_method_raises_ends_a_search_with_one_clear_line(self) -> None:
        def fail(*_: Any) -> Any:
            raise KeyError("heap")

        game = self.broken("legal", self.late(fail))
        state = game.deal(seats=2)
        for call in (
            lambda: TreeSearch(game, SearchOptions(nodes=2000)).think(state),
            lambda: TreeSearch(game, SearchOptions(nodes=2000, threads=2)).think(state),
            lambda: state.play("0-3"),
            lambda: state.playout(1),
            lambda: perft(state, 3),
            lambda: simulate(game, 100, seats=2),
            lambda: Batch.of([state] * 3).playout(),
        ):
            with pytest.raises(
                GameFault, match=r"^nim: .* raised KeyError: 'heap' \(.*test_python_game.py:\d+\)$"
            ):
                call()
            assert state.play("1-1").legal()

    @pytest.mark.parametrize(
        ("method", "value", "said"),
        [
            ("legal", lambda *_: [3, 3], "legal returned the move 3 twice"),
            ("legal", lambda *_: ["a"], "'a' is no move"),
            ("legal", lambda *_: [-1], "-1 is no move"),
            ("legal", lambda *_: range(9000), "legal returned 9000 moves"),
            ("apply", lambda *_: [], "a state must be hashable"),
            ("to_move", lambda *_: 7, "to_move returned 7; there are 2 seats"),
        ],
    )
    def test_what_a_method_may_not_return_is_told(self, method: str, value: Any, said: str) -> None:
        with pytest.raises(GameFault, match=said):
            self.broken(method, value).deal(seats=2).play("0-1")

    @pytest.mark.parametrize(
        ("method", "act", "said"),
        [
            ("describe", lambda *_: ["a", "b"], r"^nim: describe returned \['a', 'b'\]; expected a text"),
            ("describe", lambda *_: 1 // 0, "^nim: describe raised ZeroDivisionError: "),
            ("card", lambda *_: 1 // 0, "^nim: card raised ZeroDivisionError: "),
            ("write", lambda *_: 1 // 0, "^nim: write raised ZeroDivisionError: "),
        ],
    )
    def test_a_wrong_text_is_told(self, method: str, act: Any, said: str) -> None:
        state = self.broken(method, act).deal(seats=2)
        with pytest.raises(GameFault, match=said):
            print(state, [str(move) for move in state.legal()])

    def test_scores_must_be_one_for_each_seat(self) -> None:
        with pytest.raises(GameFault, match="ranks returned 1 numbers for 2 seats"):
            self.broken("ranks", lambda *_: [1]).deal(seats=2).playout(1)

    @pytest.mark.parametrize(
        ("method", "act", "said"),
        [
            (
                "mask",
                lambda self, state, seat: state,
                "a view does not depend on what the seat cannot know: ",
            ),
            (
                "reshuffle",
                lambda self, state, seat, rng: state,
                "a search finds a legal move and the same one again: ",
            ),
            (
                "write",
                lambda self, move: "card",
                "moves as text are sorted and the same moves: two moves have the same text",
            ),
            (
                "observe",
                lambda self, state, seat: [1.0],
                "observe returned 1 numbers; `observation` names 12",
            ),
        ],
    )
    def test_the_contract_says_what_is_wrong(self, method: str, act: Any, said: str) -> None:
        with pytest.raises(ContractBroken, match=f"^tricks plain with 2 players: .*{said}"):
            check_game(type("Wrong", (Tricks,), {method: act})())

    def test_a_class_that_lacks_something_is_refused(self) -> None:
        with pytest.raises(TypeError, match="PythonGame needs a name"):
            PythonGame()
        with pytest.raises(TypeError, match="Bare has no method 'begin'"):
            type("Bare", (PythonGame,), {"name": "bare"})()
        with pytest.raises(TypeError, match=r"Many.seats is \(9,\): expected numbers from 1 to 5"):
            type("Many", (Nim,), {"seats": (9,)})()

    def test_a_game_that_no_process_finds_cannot_be_pickled(self) -> None:
        with pytest.raises(TypeError, match="the game nim is not in GAMES"):
            pickle.dumps(Nim())


def test_threads_search_the_same_game_at_the_same_time() -> None:
    game = Tricks()
    state = game.deal(seats=2, seed=2)
    results: list[Any] = []

    def think() -> None:
        result = TreeSearch(game, SearchOptions(nodes=400, seed=5)).think(state, observer=state.to_move)
        results.append((result.move, result.values))

    threads = [threading.Thread(target=think) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results[0] in results[1:]
    assert all(one == results[0] for one in results)


def test_a_search_wins_nim() -> None:
    game = Nim()
    state = History.start(game.deal(seats=2, seed=1)).state
    result = TreeSearch(game, SearchOptions(nodes=20000)).think(state)
    assert str(result.move) == "0-2"  # 1, 4 and 5: their sum without carries is 0


def test_the_list_of_games_is_as_before() -> None:
    assert set(GAMES) == {"metropolys", "akropolis", "warszawa"}
