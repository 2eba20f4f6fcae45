"""What a referee may say to `urbanist bot`: all of it is answered in the protocol, and the next command too."""

import threading
import time

import hypothesis.strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from tests.engine.tables import PLAIN_TABLES, Table
from tests.fuzz.claims import assert_clear
from tests.fuzz.nearly import CHANGES, SEEDS, nearly
from tests.fuzz.pace import brief
from tests.fuzz.playing import played_on
from urbanist.bots.players.builtin import BOTS
from urbanist.bots.players.spec import parse_builtin
from urbanist.bots.protocol.service import Service
from urbanist.engine.history import History

#: With few nodes, so that a search without limits is the only long one.
SPECS = (
    "random",
    "greedy",
    "pimc:nodes=20:worlds=2",
    "mcts:nodes=20",
    "ismcts:nodes=20",
    "ismcts:nodes=20:threads=2",
    "mccfr:nodes=20",
)
#: How an answer begins.
ANSWERS = {"id", "option", "games", "ugiok", "readyok", "info", "bestmove", "legal", "response"}
OTHERS = (
    *("ugi", "isready", "stop", "ponderhit", "d", "", "bogus", "gameover scores 1,2 ranks 1,2", "position"),
    *("query legal", "query turn", "query gameover", "query result", "setoption name ponder value true"),
    *("setoption name multipv value 3", "setoption name seed value 7", "setoption name nodes value 9"),
    *(
        "setoption name widen value 2",
        "setoption name threads value 2",
        "setoption name utility value points",
    ),
    "setoption name memory value 1",
)
#: Seconds for an answer; a processor with other work may need them.
PATIENCE = 60.0


class Referee(RuleBasedStateMachine):
    """A referee of one bot that plays a game and says other things in between."""

    @initialize(spec=st.sampled_from(SPECS), table=st.sampled_from(PLAIN_TABLES), deal=st.integers(0, 3))
    def start(self, spec: str, table: Table, deal: int) -> None:
        self.bot = parse_builtin(spec)
        self.out: list[str] = []
        self.told = threading.Condition()
        self.service = Service(self.bot, self.hear)
        self.history = History.start(table.deal(deal))
        self.seat = 0
        self.say("ugi")
        self.new_game(0)

    def hear(self, line: str) -> None:
        with self.told:
            self.out.append(line)
            self.told.notify_all()

    def say(self, line: str) -> None:
        """Send a line, and check that the bot answers the next one."""
        heard = len(self.out)
        # A part of `serve`, which would end a search at the end of its lines.
        words = line.split()
        if words and words[0] in self.service._commands:
            self.service._follow(words)
        self.service._follow(["isready"])
        assert "readyok" in self.out[heard:]
        for answer in self.out[heard:]:
            if words[:1] != ["d"]:
                assert answer.split(" ")[0] in ANSWERS, (line, answer)
            assert "\n" not in answer
            if answer.startswith("info string"):
                assert_clear(answer.removeprefix("info string "))

    def awaited(self, heard: int) -> str:
        """Return the answer to a `go` after so many lines; stop an endless search."""
        until = time.monotonic() + PATIENCE
        with self.told:
            while not (moves := [line for line in self.out[heard:] if line.startswith("bestmove")]):
                assert self.told.wait(until - time.monotonic()), self.out[heard:]
        return moves[0]

    @rule(seat=st.integers(0, 4))
    def new_game(self, seat: int) -> None:
        self.seat = seat % self.history.state.seats
        self.say(f"uginewgame seat {self.seat} deal {self.history.seen_by(self.seat).deal}")

    @precondition(lambda self: not self.history.state.over)
    @rule(number=st.integers(0, 500), times=st.integers(1, 8))
    def play(self, number: int, times: int) -> None:
        self.history = played_on(self.history, number, times)
        self.tell()

    def tell(self) -> None:
        self.say(f"position moves {' '.join(self.history.seen_by(self.seat).texts)}")

    @rule(
        words=st.sampled_from(
            ["", "nodes 9", "movetime 5", "infinite", "ponder", "ponder nodes 9", "time 20,20 inc 1,1"]
        )
    )
    def go(self, words: str) -> None:
        state = self.history.state
        self.tell()
        heard = len(self.out)
        self.say(f"go {words}")
        if any(line.startswith("info string go:") for line in self.out[heard:]):
            return
        if words.split()[:1] in (["infinite"], ["ponder"]):
            self.say("stop")
        move = self.awaited(heard).split()[1]
        assert move in state.legal(), (move, state.legal())

    @rule(seed=SEEDS, changes=st.integers(1, 3), seat=st.integers(0, 4))
    def a_game_like_it(self, seed: int, changes: int, seat: int) -> None:
        deal = self.history.seen_by(seat % self.history.state.seats).deal
        self.say(nearly(f"uginewgame seat {seat} deal {deal}", seed, changes))
        self.any_go()
        self.new_game(seat)

    @rule(seed=SEEDS, changes=st.integers(1, 3), seat=st.integers(0, 4), whole=st.booleans())
    def a_position_like_it(self, seed: int, changes: int, seat: int, whole: bool) -> None:
        view = self.history.seen_by(seat % self.history.state.seats)
        deal = f" deal {view.deal}" if whole else ""
        self.say(nearly(f"position{deal} moves {' '.join(view.texts)}", seed, changes))
        self.say("query legal")
        self.any_go()

    def any_go(self) -> None:
        """Let it search where it stands, if it stands anywhere."""
        heard = len(self.out)
        self.say("go nodes 5")
        if not any(line.startswith("info string go:") for line in self.out[heard:]):
            self.say("stop")
            self.awaited(heard)

    @rule(
        words=st.sampled_from(
            ["nodes 9", "movetime 5 nodes 9", "infinite", "ponder time 9,9 inc 1,1", "searchmoves x"]
        ),
        seed=SEEDS,
        changes=CHANGES,
    )
    def a_go_like_it(self, words: str, seed: int, changes: int) -> None:
        self.tell()
        heard = len(self.out)
        line = nearly(f"go {words}", seed, changes)
        self.say(line)
        if line.split()[:1] == ["go"] and not any(
            said.startswith("info string go:") for said in self.out[heard:]
        ):
            self.say("stop")
            self.awaited(heard)

    @rule(line=st.sampled_from(OTHERS), seed=SEEDS, changes=CHANGES)
    def something_else(self, line: str, seed: int, changes: int) -> None:
        self.say(nearly(line, seed, changes))
        if self.service._view is None:
            self.new_game(self.seat)

    def teardown(self) -> None:
        if hasattr(self, "service"):
            self.service.serve(["quit"])


TestReferee = Referee.TestCase
TestReferee.settings = brief(12)
assert {spec.partition(":")[0] for spec in SPECS} == set(BOTS)
