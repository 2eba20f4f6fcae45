"""A game at the table, typed line by line."""

import io
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from rich.console import Console

from tests.bots.table.playing import PLAYERS, RandomMover, Typist, city_game, played
from tests.engine.akropolis.endings import MISSED
from urbanist.bots.players.builtin import IsmctsBot
from urbanist.bots.players.player import Bot
from urbanist.bots.table import rules_of, table_of
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.session import advice, saves
from urbanist.bots.table.session.conversation import Conversation
from urbanist.bots.table.session.manual import manual, plain_rules
from urbanist.bots.table.session.screen import Screen
from urbanist.bots.table.session.session import BotFailed, Session
from urbanist.engine import GAMES, NotationError
from urbanist.engine.history import History, View
from urbanist.engine.move_stats import move_stats
from urbanist.search.ending import solve
from urbanist.search.limit import Limit
from urbanist.search.result import MoveValue, Result

Lines = Iterable[str | BaseException]


class Desk:
    """A session with its typed input and its output."""

    def __init__(
        self,
        lines: Lines,
        history: History | None = None,
        players: tuple[str, ...] = PLAYERS,
        file: Path | None = None,
        *,
        bot: Callable[[], Bot] = RandomMover,
    ) -> None:
        self.out = io.StringIO()
        console = Console(
            file=self.out,
            width=100,
            height=40,
            color_system=None,
            _environ={},
        )
        self.typist = Typist(lines)
        self.session = Session(
            history or opened_by_0(),
            players,
            table=table_of,
            hire=lambda name: bot(),
            file=file,
            adviser="drawn",
            seed=5,
        )
        self.screen = Screen(console, self.typist)

    def run(self) -> str:
        """Play and return the whole output."""
        Conversation(self.session, self.screen).run()
        return self.out.getvalue()

    @property
    def events(self) -> tuple[str, ...]:
        """The moves made."""
        return self.session.history.texts


def opened_by_0(seed: int = 1) -> History:
    return History.start(GAMES["metropolys"].deal(seats=4, options=("first=0",), seed=seed))


def almost_over() -> History:
    """Return a game with a few moves left."""
    whole = played(10_000)
    return whole.until(len(whole.events) - 3)


def test_bots_alone_play_to_the_end_and_every_seats_points_are_shown():
    desk = Desk([], almost_over(), ("drawn",) * 4)
    out = desk.run()
    assert desk.session.history.state.over
    assert all(str(points) in out for points in desk.session.history.state.scores())
    assert "tallest building" in out
    assert "win" in out


def test_bots_answer_until_it_is_the_persons_turn_again():
    desk = Desk(["7@N3", "quit"])
    desk.run()
    assert desk.events[0] == "7@N3"
    assert desk.session.history.state.to_move == 0
    assert len(desk.events) > 1


WRONG = [
    "foo",
    "99@N3",
    "7@Q3",
    "pass",
    "hint me",
    "resume",
    "resume no/such/file",
    "undo",
    "7@N3 9@N4",
    "\x1b[2J",
]


@pytest.mark.parametrize("line", WRONG)
def test_bad_input_is_one_line_and_changes_nothing(line):
    silent, asked = Desk([]), Desk([line])
    assert asked.run().count("\n") == silent.run().count("\n") + 1
    assert asked.events == ()


def test_undo_goes_back_to_the_persons_last_decision():
    desk = Desk(["7@N3", "undo", "9@C1", "quit"])
    desk.run()
    assert desk.events[0] == "9@C1"


@pytest.mark.parametrize("end", [EOFError(), KeyboardInterrupt(), "quit"])
def test_every_end_of_a_session_saves_the_game_and_names_the_command_to_resume(end, tmp_path):
    file = tmp_path / "game.jsonl"
    desk = Desk(["7@N3", end], file=file)
    out = desk.run()
    assert f"urbanist play metropolys --resume {file}" in out
    record, history = saves.read_game(file)
    assert history.texts == desk.events
    assert record.seats == PLAYERS
    assert record.ended == "aborted"


def test_ctrl_c_while_a_bot_thinks_keeps_the_game(tmp_path):
    class Stopped(RandomMover):
        def choose(self, view: View, limit: Limit | None = None) -> Result:
            raise KeyboardInterrupt

    desk = Desk(["7@N3"], file=tmp_path / "game.jsonl", bot=Stopped)
    assert "--resume" in desk.run()
    assert saves.read_game(tmp_path / "game.jsonl")[1].texts == ("7@N3",)


def test_a_saved_game_continues_from_its_position(tmp_path):
    file = tmp_path / "game.jsonl"
    first = Desk(["7@N3", "quit"], file=file)
    first.run()
    second = Desk([f"resume {file}", "quit"], opened_by_0(2))
    second.run()
    assert second.events == first.events
    assert second.session.history.deal == first.session.history.deal


def test_save_with_a_name_saves_to_that_file_from_then_on(tmp_path):
    file = tmp_path / "deep" / "mine.jsonl"
    desk = Desk([f"save {file}", "7@N3", "quit"], file=tmp_path / "first.jsonl")
    desk.run()
    assert saves.read_game(file)[1].texts == desk.events


def test_save_never_writes_over_another_file(tmp_path):
    other = tmp_path / "other"
    other.write_text("precious")
    assert "exists" in Desk([f"save {other}"]).run()
    assert other.read_text() == "precious"


def test_a_save_that_fails_leaves_the_old_file_whole(tmp_path, monkeypatch):
    file = tmp_path / "game.jsonl"
    Desk(["7@N3", "quit"], file=file).run()
    old = file.read_text()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert "No space left" in Desk(["7@N3", "quit"], file=file).run()
    assert file.read_text() == old
    assert list(tmp_path.iterdir()) == [file]


def test_a_game_that_cannot_be_saved_is_played_on(tmp_path):
    (tmp_path / "file").write_text("")
    desk = Desk(["7@N3", "quit"], file=tmp_path / "file" / "game.jsonl")
    assert "not saved" in desk.run()
    assert desk.events[0] == "7@N3"


@pytest.mark.parametrize("text", ["", "{}\n", "no json\n", "\xff\n", "{}\n{}\n"])
def test_a_file_that_holds_no_game_is_named(text, tmp_path):
    file = tmp_path / "game.jsonl"
    file.write_text(text, encoding="latin-1")
    with pytest.raises(NotationError, match=r"game\.jsonl"):
        saves.read_game(file)


def test_resign_ends_the_game_and_says_so_in_the_record(tmp_path):
    file = tmp_path / "game.jsonl"
    desk = Desk(["7@N3", "resign", "no", "resign", "yes"], file=file)
    out = desk.run()
    assert [prompt for prompt in desk.typist.prompts if "give up" in prompt] == [
        "give up this game? (yes, no): "
    ] * 2
    assert "the game goes on" in out
    assert "You resigned." in out
    assert json.loads(file.read_text())["meta"]["resigned"] == 0


def test_a_resigned_game_is_over_when_it_is_resumed(tmp_path):
    file = tmp_path / "game.jsonl"
    first = Desk(["7@N3", "resign", "yes"], file=file)
    first.run()
    again = Desk([f"resume {file}", "9@N4"], opened_by_0(2))
    assert "resigned." in again.run()
    assert again.events == first.events
    assert again.session.ended


def test_a_game_is_saved_from_its_first_move_on(tmp_path):
    file = tmp_path / "game.jsonl"
    assert "no move was made, so no game is saved" in Desk(["board", "quit"], file=file).run()
    assert not file.exists()
    Desk(["7@N3", "quit"], file=file).run()
    assert file.exists()
    undone = Desk(["7@N3", "undo", "quit"], file=file)
    undone.run()
    assert saves.read_game(file)[1].events == ()


def test_a_save_notes_time_nodes_and_score_of_each_move_and_the_same_after_a_resume(tmp_path):
    file = tmp_path / "game.jsonl"
    Desk(["7@N3", "quit"], file=file).run()
    kept = saves.read_game(file)[0]
    told = move_stats(kept)
    assert (told[0].nodes, told[0].score) == (None, None)
    assert all(each.seconds is not None and each.seconds < 60 for each in told)
    assert all((each.nodes, each.score) == (30, None) for each in told[1:])
    assert {"game", "date", "seed"} < kept.meta.keys()
    Desk([f"resume {file}", "save", "quit"], opened_by_0(2)).run()
    assert saves.read_game(file)[0] == kept


def test_notes_of_moves_that_were_taken_back_are_forgotten(tmp_path):
    file = tmp_path / "game.jsonl"
    desk = Desk(["7@N3", "undo", "quit"], file=file)
    desk.run()
    assert "moves" not in saves.read_game(file)[0].meta
    assert len(desk.session.notes._stats) == 0


@pytest.mark.parametrize(
    "meta", [{"seed": "x"}, {"resigned": 9}, {"resigned": True}, {"game": 4, "date": []}, {"moves": 3}]
)
def test_a_save_with_notes_of_another_form_can_be_continued(meta, tmp_path):
    file = tmp_path / "game.jsonl"
    Desk(["7@N3", "quit"], file=file).run()
    saved = json.loads(file.read_text())
    file.write_text(json.dumps({**saved, "meta": meta}) + "\n")
    again = Desk([f"resume {file}", "quit"], opened_by_0(2))
    again.run()
    assert again.events == tuple(saved["events"])
    assert not again.session.ended


def test_a_finished_game_is_saved_as_a_record_that_verifies(tmp_path):
    file = tmp_path / "game.jsonl"
    desk = Desk([], almost_over(), ("drawn",) * 4, file)
    desk.run()
    record = saves.read_game(file)[0]
    assert record.ended == "played out"
    assert record.scores == desk.session.history.state.scores()


def test_hidden_cards_of_others_do_not_change_what_a_person_sees():
    commands = ["hint", "moves", "worth", "log", "board", "7@N3", "", "pass", "undo", "help", "quit"]
    history = opened_by_0()
    head, _, cards = history.deal.rpartition("=")
    own, *others = cards.split(",")
    swapped = History.read(history.game, f"{head}={','.join([own, *reversed(others)])}")
    assert Desk(commands, history).run() == Desk(commands, swapped).run()


def test_two_people_at_one_screen_see_their_cards_only_after_enter():
    desk = Desk(["", "7@N3", "quit"], players=("human",) * 4)
    out = desk.run()
    assert ["press Enter" in prompt for prompt in desk.typist.prompts] == [True, False, True]
    assert out.count("Your cards") == 1


def test_a_person_may_sit_anywhere():
    desk = Desk(["quit"], players=("drawn", "drawn", "human", "drawn"))
    assert "you, seat 2" in desk.run()


def test_a_bot_that_breaks_the_rules_is_named_and_the_game_is_saved(tmp_path):
    class Cheat(RandomMover):
        def choose(self, view: View, limit: Limit | None = None) -> Result:
            return Result(view.game.notation.move("13@N3"), (), (), (), (), 0, 0.0)

    file = tmp_path / "game.jsonl"
    desk = Desk([], opened_by_0().play("13@N3"), ("drawn",) * 4, file, bot=Cheat)
    with pytest.raises(BotFailed, match=r"seat 0 \(drawn\) failed: '13@N3' is not legal"):
        desk.run()
    assert saves.read_game(file)[1].texts == ("13@N3",)


def test_hints_give_points_and_reasons():
    out = Desk(["hint", "quit"]).run()
    assert ": 50% of the win, 7.5 points; " in out
    assert "tallest in" in out


def test_why_uses_views_without_the_cards_of_the_bots(monkeypatch):
    asked: list[tuple[int | None, int]] = []

    def belief(view: View, about: int) -> tuple[tuple[str, float], ...]:
        asked.append((view.seat, about))
        return (("lakes+park", 0.75),)

    module = ModuleType("urbanist.search.belief")
    module.belief = belief  # type: ignore[attr-defined]
    module.belief_for = lambda _: None  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "urbanist.search.belief", module)
    out = Desk(["why", "quit"]).run()
    assert asked == [(None, 0), (0, 1), (0, 2), (0, 3)]
    assert "what your moves reveal about your cards: lakes 75%; park 75%" in out
    assert "what you can infer about seat 2 (drawn): lakes 75%; park 75%" in out


CITY = "game=akropolis players=2 options=none first=0 market=16,57,60,41"
PAIR = ("human", "drawn")


def cities(*events: str) -> History:
    """Return a game of Akropolis: very many moves are legal and no seat hides anything."""
    return History.read(GAMES["akropolis"], CITY, events)


def test_a_hint_solves_an_ending_and_says_so():
    """A search of one visit would not: the solver takes some 10 million steps."""
    deal, events, *_ = MISSED[0]
    history = History.read(GAMES["akropolis"], deal, events.split()[:-3])
    seat, exact = history.state.to_move, solve(history.state)
    assert exact is not None
    players = tuple("human" if each == seat else "drawn" for each in range(2))
    out = Desk(["hint", "quit"], history, players, bot=lambda: IsmctsBot(nodes=1)).run()
    assert f"solved, all numbers are exact; your share of the win: {exact.win_share[seat]:.0%}" in out
    assert f": {exact.win_share[seat]:.0%} of the win, {exact.points[seat]:.1f} points" in out


def test_hints_name_moves_as_they_are_typed():
    desk = Desk(["hint", "quit"], cities(), PAIR)
    named = re.search(r"^(16@\S+): 50% of the win, 7.5 points; ", desk.run(), re.MULTILINE)
    assert named is not None
    typed = Desk(["hint", named[1], "quit"], cities(), PAIR)
    typed.run()
    assert typed.events[0] == named[1]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("list", "'list' is not a move of akropolis"),
        ("16@0,0/0", "it would overlap the city"),
        ("board 2", "there is no seat '2'; there are 0 to 1"),
        ("hint me", "'hint' takes nothing after it"),
    ],
)
def test_bad_input_among_many_moves_is_one_line(line, said):
    silent, asked = Desk([], cities(), PAIR), Desk([line], cities(), PAIR)
    out = asked.run()
    assert said in out
    assert out.count("\n") == silent.run().count("\n") + 1
    assert asked.events == ()


def test_the_rules_are_read_at_the_table():
    said = Desk(["rules", "help"]).run()
    assert plain_rules(rules_of("metropolys")).splitlines()[0] in said
    assert "## Example" in said
    helped = said.rpartition("## Example")[2]
    assert "rules  " in helped
    assert "Goal: Have the most points" in helped


def first_moves(desk: Callable[[], Desk]) -> Iterator[str]:
    """Type the first legal move again and again, until the game has ended."""
    while not desk().session.ended:
        yield str(desk().session.history.state.legal()[0])


def test_a_whole_game_of_cities_in_notation():
    desk = Desk(first_moves(lambda: desk), city_game(0), PAIR)
    out = desk.run()
    assert desk.session.history.state.over
    assert all(str(points) in out for points in desk.session.history.state.scores())
    assert "houses" in out


def test_draws_are_described_with_the_moves():
    out = Desk(["16@-1,-1/1", "quit"], cities(), ("human", "drawn")).run()
    assert "lays 16" in out
    history = cities("16@-1,-1/1", "57@3,-2/1")
    out = Desk(["60@-1,-1/0", "log", "quit"], history, PAIR).run()
    assert "the market is refilled with" in out


def test_a_saved_game_repeats_the_same_draws_after_its_last_event(tmp_path):
    events = []
    for name in "ab":
        file = tmp_path / name
        Desk(["quit"], cities("16@-1,-1/1", "57@3,-2/1"), PAIR, file).run()
        desk = Desk([f"resume {file}", "60@-1,-1/0", "quit"], cities(), PAIR)
        desk.run()
        events.append(desk.events)
    assert events[0] == events[1]
    assert events[0][3].startswith("!")
    assert len(events[0]) > 4


REBUILT = (
    "game=warszawa variant=advanced players=3 options=none data=house first=0 "
    "neutral=residential,industrial,service,representative,cultural,transport,residential tasks=t01,t02,t03 "
    "norms=n01+n02,n03+n04,n05+n06 hands=fso+zeran,dsp+mdm,muranow+kolo"
)
THREE = ("human", "drawn", "drawn")


def rebuilding() -> History:
    """Return a game of Warszawa: seats hide cards."""
    return History.read(GAMES["warszawa"], REBUILT)


def test_hidden_hands_do_not_change_what_a_person_sees():
    commands = ["moves", "worth", "log", "board", "hint", "help", "norm@n01", "quit"]
    swapped = REBUILT.replace("n03+n04,n05+n06", "n07+n08,n09+n10").replace("dsp+mdm", "pkin+glowna")
    other = History.read(GAMES["warszawa"], swapped)
    seen = [Desk(commands, history, THREE).run() for history in (rebuilding(), other)]
    assert seen[0] == seen[1]


def test_a_whole_game_of_rebuilding_in_notation():
    desk = Desk(first_moves(lambda: desk), rebuilding(), THREE)
    out = desk.run()
    assert desk.session.history.state.over
    assert all(f", {points} points." in out for points in desk.session.history.state.scores())


def test_undo_goes_back_over_draws():
    desk = Desk(["60@-1,-1/0", "undo", "quit"], cities("16@-1,-1/1", "57@3,-2/1"), PAIR)
    desk.run()
    assert desk.events == ("16@-1,-1/1", "57@3,-2/1")


def test_without_hidden_cards_no_prompt_asks_others_to_look_away():
    desk = Desk(["16@-1,-1/1", "quit"], cities(), ("human", "human"))
    out = desk.run()
    assert not any("nobody else looks" in prompt for prompt in desk.typist.prompts)
    assert "To move: you, seat 1 (human)" in out


def test_without_hidden_cards_the_board_can_be_drawn_for_any_seat():
    out = Desk(["board 1", "quit"], cities(), PAIR).run()
    assert out.count("Seat 1 (drawn): ") == 2
    assert "'board' takes nothing after it" in Desk(["board 1"]).run()


def test_without_hidden_cards_why_says_what_nobody_knows():
    assert "33 tiles in the stacks" in Desk(["why", "quit"], cities(), PAIR).run()


@pytest.mark.parametrize(("typed", "shown"), [("?", "Moves: "), ("h", "Moves: "), ("HELP", "Moves: ")])
def test_help_has_the_names_that_people_type(typed, shown):
    assert shown in Desk([typed, "quit"]).run()


@pytest.mark.parametrize("typed", ["q", "exit", "Q", "quit"])
def test_leaving_has_the_names_that_people_type(typed):
    desk = Desk(["7@N3", typed, "9@N4"])
    assert "the game is not saved" in desk.run()
    assert len(desk.typist.prompts) == 2


def test_u_takes_a_move_back_and_n3_7_is_a_move():
    desk = Desk(["7@N3", "u", "9@N3", "quit"])
    desk.run()
    assert desk.events[0] == "9@N3"


def test_a_word_is_completed_by_commands_moves_and_files(tmp_path):
    def suggested(before: str, word: str) -> list[str]:
        return desk.screen.suggest(before, word)

    (tmp_path / "one.jsonl").touch()
    (tmp_path / "folder").mkdir()
    desk = Desk(["quit"])
    desk.run()
    assert suggested("", "re") == ["resume", "resign"]
    assert suggested("", "13@n3") == ["13@N3"]
    assert suggested("save ", f"{tmp_path}/") == [f"{tmp_path}/folder/", f"{tmp_path}/one.jsonl"]
    assert suggested("resume ", f"{tmp_path}/nowhere/") == []
    assert suggested("hint ", "x") == []


def test_behind_the_cover_no_move_is_completed():
    desk = Desk(["quit"], players=("human",) * 4)
    desk.run()
    assert desk.screen.suggest("", "13@") == []


def test_hints_stand_in_the_order_of_the_share_that_they_show() -> None:
    """The head shows the share of the first row; a move of few visits is not named."""
    state = opened_by_0().state
    moves = state.legal()
    shares = ((100, 0.5), (60, 0.6), (9, 0.9), (50, 0.55))
    values = tuple(MoveValue(move, *numbers, ()) for move, numbers in zip(moves, shares, strict=False))
    result = Result(moves[0], values, (0.5,) * 4, (), (), 219, 0.0)
    assert [value.value for value in advice.best(result, 0)] == [0.6, 0.55, 0.5]
    pov = PlayerView.of(opened_by_0(), 0, ("human",) * 4)
    hint = advice.Hint.of(result, pov, table_of("metropolys"), str)
    assert hint.before == "your expected share of the win: 60%"
    assert next(iter(hint.moves)) == moves[1]
    assert list(hint.moves) == [move for move in (moves[1], moves[3], moves[0]) if move in hint.moves]


def test_lines_of_the_help_hang_under_their_text() -> None:
    table = table_of("metropolys")
    lines = manual(table, hidden=True, width=40).splitlines()
    rows = lines[next(place for place, line in enumerate(lines) if line.startswith("hint ")) :]
    assert all(len(line) <= 40 for line in rows)
    assert all(line[14] != " " and (line[13] == " ") for line in rows if line.startswith(" "))
    assert any(line.startswith(" " * 14) for line in rows)
