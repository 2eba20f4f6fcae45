"""The service answers each command of the bot protocol."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.search.positions import BY_NAME, whole_game
from urbanist.bots.players.builtin import GreedyBot, IsmctsBot, MctsBot, PimcBot, RandomBot
from urbanist.bots.players.player import instant
from urbanist.bots.players.python_bot import PythonBot
from urbanist.bots.protocol.answer import read_info
from urbanist.bots.protocol.service import Service, expected_reply
from urbanist.engine import GAMES
from urbanist.engine.history import History, View

GAME = GAMES["metropolys"]
WEIGHTS = Path(__file__).parents[3] / "search" / "weights"
HISTORY = History.start(GAME.deal(seats=3, options=("first=0",), seed=4))
SEEN = HISTORY.seen_by(0).deal
NEW = f"uginewgame seat 0 deal {SEEN}"


def answers(bot, *commands: str) -> list[str]:
    """Return the answers of a bot; `-- wait` waits for the answer of its search, `-- think` for a short time."""
    out: list[str] = []
    service = Service(bot, out.append)

    def lines() -> Iterator[str]:
        for command in commands:
            if command == "-- wait":
                while service._search is not None and not service._search.done.wait(0.01):
                    pass
            elif command == "-- think":
                assert service._search is not None
                assert not service._search.done.wait(0.05)
            else:
                yield command

    service.serve(lines())
    return out


def test_the_handshake_names_options_games_and_ends() -> None:
    out = answers(IsmctsBot(), "ugi", "quit")
    assert out[0] == "id name urbanist ismcts"
    assert f"games {' '.join(sorted(GAMES))}" in out
    assert any(line.startswith("option name utility type combo default win var ") for line in out)
    assert "option name ponder type check default false" in out
    assert out[-1] == "ugiok"


def test_queries_describe_the_position() -> None:
    moved = HISTORY.play("1@C12")
    out = answers(
        RandomBot(), NEW, "query turn", "position moves 1@C12", "query legal", "query turn", "query gameover"
    )
    assert out[0] == "response 0"
    assert out[1].split()[1:] == list(moved.state.legal())
    assert out[2:] == [f"response {moved.state.to_move}", "response false"]


def test_a_finished_game_has_a_result_if_nothing_is_hidden() -> None:
    history = HISTORY
    while not history.state.over:
        history = history.play(history.state.legal()[0])
    ranks = ",".join(map(str, history.state.ranks()))
    moves = f"moves {' '.join(history.texts)}"
    out = answers(RandomBot(), NEW, f"position {moves}", "query gameover", "query result", "go")
    assert out == ["response true", "response none", "info string go: the game is over"]
    assert answers(RandomBot(), f"position deal {history.deal} {moves}", "query result") == [
        f"response {ranks}"
    ]


def test_d_prints_the_position_for_people() -> None:
    assert any("districts CNES" in line for line in answers(RandomBot(), NEW, "d"))


@pytest.mark.parametrize(
    "bot", [RandomBot(), GreedyBot(), IsmctsBot(), PimcBot(worlds=3)], ids=lambda bot: bot.name
)
def test_a_choice_by_nodes_equals_that_of_the_bot(bot) -> None:
    out = answers(bot, NEW, "go nodes 600", "-- wait")
    if bot.name in ("ismcts", "pimc"):
        bot = type(bot)(**{"nodes": 600} | ({"worlds": 3} if bot.name == "pimc" else {}))
    chosen = bot.sit(0).choose(View(GAME, 0, SEEN, ()))
    assert out[-1] == f"bestmove {chosen.move}"
    assert out[-2].startswith("info nodes ")


@pytest.mark.parametrize("limits", ["movetime 30", "time 500,1,1 inc 10,0,0", "nodes 50 movetime 5000"])
def test_every_way_to_limit_a_search_ends_with_a_legal_move(limits: str) -> None:
    out = answers(IsmctsBot(), NEW, f"go {limits}", "-- wait")
    assert out[-1].removeprefix("bestmove ") in HISTORY.state.legal()


def test_options_are_set_and_unknown_ones_ignored() -> None:
    out = answers(
        IsmctsBot(), "setoption name nodes value 77", "setoption name colour value red", NEW, "go", "-- wait"
    )
    assert out[-2].startswith("info nodes 77 ")
    assert out[-1].startswith("bestmove ")
    assert "info string" in answers(IsmctsBot(), "setoption name nodes value many")[0]


def test_a_wrong_option_is_answered_and_changes_nothing() -> None:
    for setting, said in (
        ("colour value red", "setoption: no option 'colour'; there are afterstates, "),
        ("nodes value many", "setoption: option 'nodes=many' of ismcts: expected a whole number"),
        ("level value 77", "expected a whole number from 0 to 9"),
        ("memory value 0", "option 'memory=0' of ismcts: expected a number more than 0"),
        ("weights value /no such/one.npz", "setoption: /no such/one.npz: No such file or directory"),
        (f"weights value {__file__}", f"setoption: {__file__}: not a file of weights"),
        ("my nodes value 3", "where N is one word"),
    ):
        out: list[str] = []
        service = Service(IsmctsBot(), out.append)
        service.serve([f"setoption name {setting}"])
        [answer] = out
        assert answer.startswith("info string setoption: ")
        assert said in answer
        assert service.bot == IsmctsBot()


def test_a_bot_without_options_of_its_own_names_those_that_it_has() -> None:
    class Plain:
        name = "plain"

    assert answers(Plain(), "setoption name ponter value true", "setoption name x value 1") == [
        "info string setoption: no option 'ponter'; did you mean 'ponder'?",
        "info string setoption: no option 'x'; there are multipv, ponder",
    ]


def test_the_value_of_an_option_is_the_rest_of_the_line(tmp_path: Path) -> None:
    file = tmp_path / "my  best weights.npz"
    shutil.copy(WEIGHTS / "metropolys.npz", file)
    out: list[str] = []
    service = Service(IsmctsBot(), out.append)
    service.serve([f"setoption\tname weights value  {file} \r", "setoption name nodes value 7\t"])
    assert (out, service.bot) == ([], IsmctsBot(weights=str(file), nodes=7))


def test_weights_of_another_game_play_no_move() -> None:
    file = WEIGHTS / "akropolis.npz"
    refusal = f"{file}: weights of akropolis, expected metropolys"
    assert answers(IsmctsBot(), f"setoption name weights value {file}", NEW, "go nodes 5") == [
        f"info string uginewgame: {refusal}",
        "info string go: no position; 'uginewgame' or 'position' sets one",
    ]
    later = answers(IsmctsBot(nodes=5), NEW, f"setoption name weights value {file}", "go", "-- wait")
    assert later[0] == f"info string setoption: {refusal}"
    assert later[-1] == answers(IsmctsBot(nodes=5), NEW, "go", "-- wait")[-1]
    shown = answers(IsmctsBot(weights=str(file)), f"position deal {SEEN}", "go nodes 5")
    assert shown[0] == f"info string position: {refusal}"


def test_quit_and_gameover_end_a_search() -> None:
    assert not [
        line for line in answers(IsmctsBot(), NEW, "go infinite", "quit") if line.startswith("bestmove")
    ]
    out = answers(IsmctsBot(), NEW, "go infinite", "gameover scores 1,2,3 ranks 3,2,1", "isready")
    assert out[-1] == "readyok"
    assert not [line for line in out if line.startswith("bestmove")]


TWO = History.start(GAME.deal(seats=2, options=("first=0",), seed=5))
NEW_OF_TWO = f"uginewgame seat 0 deal {TWO.seen_by(0).deal}"
BOTS = [
    RandomBot(),
    GreedyBot(),
    IsmctsBot(nodes=500),
    IsmctsBot(nodes=500, threads=3),
    IsmctsBot(nodes=500, threads=3, parallel="tree"),
    MctsBot(nodes=500),
    PimcBot(nodes=500, worlds=3),
]


def test_a_pondering_bot_names_the_expected_reply() -> None:
    commands = [NEW_OF_TWO, "position moves 13@C1", "go nodes 1000", "-- wait"]
    word, move, ponder, reply = answers(IsmctsBot(), "setoption name ponder value true", *commands)[
        -1
    ].split()
    assert (word, ponder) == ("bestmove", "ponder")
    assert TWO.play("13@C1").play(move).play(reply).state.to_move == 0
    assert answers(IsmctsBot(), *commands)[-1] == f"bestmove {move}"
    assert len(answers(RandomBot(), "setoption name ponder value true", *commands)[-1].split()) == 2


def test_no_reply_is_named_if_another_seat_moves_after_it() -> None:
    for seats in (2, 4):
        history = History.start(GAME.deal(seats=seats, options=("first=0",), seed=5))
        for reply in ("pass", history.play("1@C11").state.legal()[1]):
            first, second = GAME.notation.move("1@C11"), GAME.notation.move(reply)
            after = history.play(first).play(second).state
            named = expected_reply(replace(instant(first), pv=(first, second)), history.seen_by(0))
            assert named == (second if after.to_move == 0 else None)


def test_no_reply_is_named_and_no_move_is_chosen_if_a_chance_event_is_due() -> None:
    whole = whole_game(BY_NAME["akropolis-standard-2"], 0)
    before, due = whole.until(1), whole.until(3)
    assert due.state.due
    seat = before.state.to_move
    assert seat == due.state.to_move
    result = replace(instant(whole.move(1)), pv=(whole.move(1), whole.move(2)))
    assert expected_reply(result, before.seen_by(seat)) is None
    position = f"position moves {' '.join(due.seen_by(seat).texts)}"
    out = answers(IsmctsBot(), f"uginewgame seat {seat} deal {due.seen_by(seat).deal}", position, "go ponder")
    assert out == ["info string go: a chance event is due: 'position' must name it"]


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
@pytest.mark.parametrize("limits", ["", "nodes 50", "movetime 20", "time 500,500 inc 10,10"])
def test_a_pondering_bot_answers_after_ponderhit(bot, limits: str) -> None:
    out = answers(
        bot, NEW_OF_TWO, "position", f"go ponder {limits}", "-- think", "ponderhit", "-- wait", "ponderhit"
    )
    assert out[-2].removeprefix("bestmove ") in TWO.state.legal()
    assert out[-1] == "info string ponderhit: nothing is pondered; 'go ponder' does"
    assert len([line for line in out if line.startswith("bestmove ")]) == 1


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
@pytest.mark.parametrize("more", ["", "infinite"])
def test_a_pondering_bot_with_a_wrong_guess_answers_to_stop(bot, more: str) -> None:
    hit = ["ponderhit", "-- think"] if more else []
    out = answers(
        bot, NEW_OF_TWO, "position", f"go ponder {more}", "-- think", *hit, "stop", "-- wait", "go", "-- wait"
    )
    moves = [line.removeprefix("bestmove ") for line in out if line.startswith("bestmove ")]
    assert len(moves) == 2
    assert set(moves) <= {*map(str, TWO.state.legal())}


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("uginewgame seat 9 deal " + SEEN, "no seat 9"),
        ("uginewgame", "expected 'uginewgame seat S deal DEAL...'"),
        (
            "uginewgame seat 0 deal game=chess",
            f"expected {' or '.join(f'game={name}' for name in sorted(GAMES))}",
        ),
        ("position moves 99@C1", "no position"),
        ("go", "no position"),
        ("query colour", "expected one of legal"),
        ("ponderhit", "nothing is pondered"),
        ("setoption name ponder value perhaps", "expected true or false"),
    ],
)
def test_a_malformed_command_is_one_line_and_the_service_continues(command: str, expected: str) -> None:
    out = answers(RandomBot(), command, "isready")
    assert out[-1] == "readyok"
    if not command.startswith("position"):
        assert len(out) == 2
        assert expected in out[0]


def test_after_an_invalid_position_there_is_no_position() -> None:
    out = answers(RandomBot(), NEW, "position moves 1@Q1", "go")
    assert "event 1" in out[0]
    assert "no position" in out[1]


@pytest.mark.parametrize("go", ["go movetime 60000", "go time 600000,600000,600000", "go nodes 4000", "go"])
@pytest.mark.parametrize("bot", [IsmctsBot, MctsBot, PimcBot])
def test_the_nodes_of_a_bot_also_limit_it_under_a_clock(bot, go: str) -> None:
    given = answers(bot(nodes=40), NEW, go, "-- wait")
    later = answers(bot(), "setoption name nodes value 40", NEW, go, "-- wait")
    assert given[-1] == later[-1]
    assert all(out[-2].startswith("info nodes 40 ") for out in (given, later))


@pytest.mark.parametrize(
    "declared",
    [
        "option name nodes type string default <empty>",
        "option name memory type string default 256.0",
        "option name seed type spin default 0",
        "option name utility type combo default win var points var margin var win",
        "option name playout type combo default informed var uniform var informed",
        "option name reuse type check default true",
    ],
)
def test_options_are_declared_with_their_values(declared: str) -> None:
    assert declared in answers(IsmctsBot(), "ugi")


def test_a_whole_number_is_declared_with_its_range() -> None:
    assert "option name worlds type spin default 10 min 1 max 1000" in answers(PimcBot(), "ugi")


@pytest.mark.parametrize(
    "bot",
    [RandomBot(), GreedyBot(), MctsBot(), IsmctsBot(), IsmctsBot(threads=2), PimcBot(worlds=3)],
    ids=repr,
)
def test_only_the_moves_to_search_are_searched(bot) -> None:
    legal = [*map(str, HISTORY.state.legal())]
    only = [legal[-1], legal[3]]
    out = answers(
        bot,
        "setoption name multipv value 500",
        NEW,
        "go nodes 900",
        "-- wait",
        f"go searchmoves {' '.join(only)} nodes 900",
        "-- wait",
        f"go nodes 900 searchmoves {only[0]}",
        "-- wait",
        "go nodes 900",
        "-- wait",
    )
    chosen = [place for place, line in enumerate(out) if line.startswith("bestmove ")]
    assert len(chosen) == 4
    told = [out[first + 1 : last] for first, last in zip([-1, *chosen], chosen, strict=False)]
    lines = [{line.split(" pv ")[1].split()[0] for line in lines} for lines in told]
    moves = [out[place].split()[1] for place in chosen]
    assert moves[1] in only
    assert moves[2] == only[0]
    assert lines[1] <= set(only)
    assert lines[2] == {only[0]}
    if bot != RandomBot():
        assert len(lines[0]) > 1
        assert lines[3] - set(only)


@pytest.mark.parametrize("bot", [GreedyBot(), MctsBot(), IsmctsBot(), PimcBot(worlds=3)], ids=repr)
def test_each_line_is_of_another_move_the_chosen_one_first(bot) -> None:
    out = answers(bot, "setoption name multipv value 3", NEW, "go nodes 900", "-- wait")
    *lines, best = out[-4:]
    infos = [read_info(line.split()) for line in lines]
    assert [info.multipv for info in infos] == [1, 2, 3]
    assert len({info.pv[0] for info in infos}) == 3
    assert best == f"bestmove {infos[0].pv[0]}"
    for info in infos:
        assert GreedyBot() == bot or info.score is not None
        state = HISTORY.state
        for event in info.pv:
            state = state.play(event)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("501", "option 'multipv=501': expected a whole number from 1 to 500"),
        ("-1", "option 'multipv=-1': expected a whole number from 1 to 500"),
        ("x", "multipv 'x': expected a whole number"),
    ],
)
def test_a_wrong_number_of_lines_is_refused(command: str, said: str) -> None:
    setting = f"setoption name multipv value {command}"
    assert answers(IsmctsBot(), NEW, setting) == [f"info string setoption: {said}"]


EVERY_BOT = [RandomBot(), GreedyBot(), MctsBot(), IsmctsBot(), PimcBot()]


@pytest.mark.parametrize(
    "limits",
    [
        "time -5,60000,60000",
        "time 0,0,0",
        "time -1,-1,-1 inc -1,-1,-1",
        "time -5,600000,600000 inc 0,0,0 movetime -7",
        "movetime -1",
        "movetime 0",
        "nodes 0",
        "nodes -4",
        f"nodes -{10**30}",
        "movetime 1 movetime 0",
        "movetime 600000 movetime 1",
        "searchmoves 1@C12 movetime 600000",
        "movetime 600000 time 600000,1,1 inc 600000,0,0 searchmoves 1@C12",
    ],
)
@pytest.mark.parametrize("bot", EVERY_BOT, ids=lambda bot: bot.name)
def test_nothing_left_is_answered_at_once_without_a_word(bot, limits: str) -> None:
    out = answers(bot, NEW, f"go {limits}", "-- wait", "go movetime 1", "-- wait")
    assert not [line for line in out if line.startswith("info string")]
    moves = [line.removeprefix("bestmove ") for line in out if line.startswith("bestmove ")]
    assert len(moves) == 2
    assert set(moves) <= {*map(str, HISTORY.state.legal())}


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ("movetime", "movetime '': expected a whole number"),
        ("movetime nodes 400000000", "movetime '': expected a whole number"),
        ("movetime 1e9", "movetime '1e9': expected a whole number"),
        ("movetime 600000.5", "movetime '600000.5': expected a whole number"),
        ("movetime ٣", "movetime '٣': expected a whole number"),
        ("movetime " + "9" * 5000, f"movetime '{'9' * 40}': expected a whole number"),
        ("nodes x", "nodes 'x': expected a whole number"),
        ("time", "time '': expected a whole number"),
        ("time 600000", "time '600000': expected 3 numbers, one a seat"),
        (
            "time 600000,600000,600000,600000",
            "time '600000,600000,600000,600000': expected 3 numbers, one a seat",
        ),
        ("time 600000,,600000", "time '': expected a whole number"),
        ("time 600000,600000,600000 inc 5", "inc '5': expected 3 numbers, one a seat"),
        ("time 600000,600000,600000 inc", "inc '': expected a whole number"),
        ("time 600000, 600000, 600000", "time '': expected a whole number"),
        ("movetime x searchmoves 99@C1", "searchmoves '99@C1': expected legal moves"),
    ],
)
def test_a_limit_that_cannot_be_understood_is_told_and_answered_at_once(limits: str, said: str) -> None:
    for bot in (GreedyBot(), IsmctsBot()):
        out = answers(bot, NEW, f"go {limits}", "-- wait")
        assert out[0] == f"info string go: {said}"
        assert out[-1].removeprefix("bestmove ") in HISTORY.state.legal()


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ("searchmoves", "searchmoves '': expected legal moves"),
        ("searchmoves nodes 5", "searchmoves '': expected legal moves"),
        ("searchmoves 99@C1 nodes 5", "searchmoves '99@C1': expected legal moves"),
    ],
)
def test_without_a_legal_move_to_search_all_are_searched(limits: str, said: str) -> None:
    out = answers(IsmctsBot(nodes=300), "setoption name multipv value 500", NEW, f"go {limits}", "-- wait")
    assert out[0] == f"info string go: {said}"
    assert len([line for line in out if " pv " in line]) > 1


def test_moves_that_are_not_legal_are_left_out_of_those_to_search() -> None:
    out = answers(IsmctsBot(), NEW, "go searchmoves 99@C1 1@C12 x nodes 50", "-- wait")
    assert out[0] == "info string go: searchmoves '99@C1': expected legal moves"
    assert out[-1] == "bestmove 1@C12"


def test_the_most_that_numbers_can_say_is_searched_until_it_is_stopped() -> None:
    most = "9" * 25
    for limits in (f"movetime {most}", f"time {most},{most},{most} inc {most},0,0", f"nodes {most}"):
        out = answers(IsmctsBot(), NEW, f"go {limits}", "-- think", "stop", "-- wait")
        assert out[-1].startswith("bestmove ")
        assert not [line for line in out if line.startswith("info string")]


def test_a_single_move_is_played_at_once_but_not_before_it_is_asked_for() -> None:
    whole = whole_game(BY_NAME["warszawa-advanced-5"], 3)
    forced = next(ply for ply, state in enumerate(whole.states) if len(state.moves()) == 1)
    view = whole.until(forced).seen_by(whole.states[forced].to_move)
    [move] = view.bare_state().legal()
    begin = [f"uginewgame seat {view.seat} deal {view.deal}", f"position moves {' '.join(view.texts)}"]
    for bot in (*EVERY_BOT, IsmctsBot(time=600.0)):
        for limits in (
            "movetime 600000",
            f"time {','.join(['9000000'] * 5)}",
            f"movetime 600000 searchmoves {move}",
        ):
            assert answers(bot, *begin, f"go {limits}", "-- wait")[-1] == f"bestmove {move}"
        for wait, end in (("infinite", "stop"), ("ponder movetime 600000", "ponderhit")):
            out = answers(bot, *begin, f"go {wait}", "-- think", "isready", end, "-- wait")
            assert [line for line in out if not line.startswith("info ")] == ["readyok", f"bestmove {move}"]


def test_a_class_that_cannot_be_made_plays_any_legal_move(tmp_path: Path) -> None:
    file = tmp_path / "bots.py"
    file.write_text(
        "class Unmade:\n    def __init__(self, x): ...\n    def choose(self, view): ...\n", encoding="utf-8"
    )
    out = answers(PythonBot(str(file), "Unmade"), NEW, "go ponder", "-- think", "ponderhit", "-- wait")
    assert out[0].startswith("info string the search failed: Unmade raised TypeError: ")
    assert out[1:] == [f"bestmove {HISTORY.state.legal()[0]}"]


def test_stop_before_a_search_and_after_it_changes_nothing() -> None:
    out = answers(
        IsmctsBot(), NEW, "stop", "stop", "go nodes 300", "-- wait", "stop", "go nodes 300", "-- wait"
    )
    assert [line.split()[0] for line in out if not line.startswith("info ")] == ["bestmove", "bestmove"]
    assert all(line.startswith("info nodes 300 ") for line in out if line.startswith("info "))
