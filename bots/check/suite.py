"""The checks: a table of what a program is asked, and what is expected of it. Those that others need come first."""

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from functools import partial
from itertools import count

from urbanist.bots.check.candidate import (
    FAIL,
    OK,
    SKIP,
    Candidate,
    CheckResult,
    Failed,
    Skipped,
    played_out,
    quoted,
    turns,
)
from urbanist.bots.match.pairing import Rules, derived
from urbanist.bots.players.player import Forfeit
from urbanist.bots.process.resource_limits import ResourceLimits
from urbanist.bots.process.transport import LONGEST_LINE, ReadTimeout, StreamClosed
from urbanist.bots.protocol.answer import read_strictly, word_of
from urbanist.engine import GAMES, IllegalMove, NotationError
from urbanist.engine.event import Move
from urbanist.engine.history import View

#: A check returns what it has to say about a program that passes it.
Check = Callable[[Candidate], str | None]

#: Seconds: in which nothing more may come, that it is left to think before it is disturbed, that it has to end, and
#: after which the processes that it started have to have ended too.
LISTENING, THINKING, LEAVING, LEFT = 0.1, 0.2, 1.0, 0.5
#: The share of the grace that no program needs each time.
MAX_LATE = 0.5
#: The clocks it is put on: milliseconds left, and won by a move; and what the others have left.
CLOCKS, OTHERS = ((50, 5), (300, 0), (2000, 100)), 600_000
#: The share of the memory of a match that it may use, and the bytes of standard error for a move.
MAX_MEMORY, MAX_ERRORS, MEBIBYTE = 0.9, 1 << 20, 1 << 20
#: The seed and the nodes of decisions that are repeated, how many are, and of how many moves the process is watched.
SEED, NODES, REPEATED, WATCHED = 7, 100, 4, 5

UNKNOWN = ("xyzzy", "ucinewgame", "gopher movetime 10", "stopwatch", "register later", "debug on")
#: Commands that lack something or say it wrongly.
MALFORMED = (
    *("position", "position moves", "position deal", "uginewgame", "uginewgame seat x deal"),
    *("uginewgame seat 0 deal game=nothing players=-1", "setoption", "setoption name", "go", "go movetime"),
    *("go movetime x nodes -1 time , inc", "gameover", "query", "ponderhit", "stop"),
)
#: Bytes that are not UTF-8.
BYTES = bytes(byte for byte in range(256) if byte != ord("\n")).decode(errors="surrogateescape")
BINARY = (BYTES, BYTES[::-1], "\0" * 100, f"position moves {BYTES}")
LONG = ("x" * LONGEST_LINE, "position moves" + " x" * ((LONGEST_LINE - len("position moves")) // 2))


def checks(asked: Iterable[str] = GAMES) -> dict[str, Check]:
    """Return all checks for these games by name."""
    tables = [
        (name, variant, seats)
        for name in asked
        for variant in GAMES[name].notation.variants
        for seats in GAMES[name].notation.seat_counts
    ]
    return {
        # Who fails one of the first three can be asked nothing else.
        "handshake": handshake,
        "games": games,
        "isready": ready,
        "options": options,
        "set-options": set_options,
        "unknown-option": lines("setoption name no-such-option value 7"),
        "unknown-commands": lines(*UNKNOWN),
        **{f"view/{name}": partial(hidden, name=name) for name in asked},
        **{"game/{}/{}/{}".format(*table): partial(whole_games, table=table) for table in tables},
        "other-seat": later_seat,
        "taken-up": taken_up,
        "new-game-twice": new_game_twice,
        "own-deal": own_deal,
        "gameover": game_over,
        "movetime": move_time,
        "clock": clock,
        "nodes": dialogue(
            *("place", "go nodes 1", "answer in patience"), *("place", "go nodes 100", "answer in patience")
        ),
        "same-moves": same_moves,
        "no-limit": dialogue("place", "go", "answer in patience"),
        "one-answer": dialogue(*("place", "go movetime 20", "answer", "nothing more") * 3),
        "infinite": dialogue("place", "go infinite", "wait", "stop", "answer", "nothing more"),
        "stop": dialogue("place", "go movetime 600000", "wait", "stop", "answer", "nothing more"),
        "isready-in-search": ready_in_search,
        "idle-stop": dialogue("place", "stop", "wait"),
        "ponder": ponder,
        "info": info,
        "query": query,
        "memory": memory,
        "errors": errors,
        "illegal-positions": illegal_positions,
        "malformed-commands": lines(*MALFORMED, moves=True, plays_on=True),
        "empty-lines": lines("", "   ", "\t", "\r", plays_on=True),
        "binary": lines(*BINARY, plays_on=True),
        "long-line": lines(*LONG, plays_on=True),
        "quit": quits,
        "quit-in-search": dialogue("place", "go infinite", "wait", "quit"),
        "end-of-input": partial(ends, by=""),
        "restart": restart,
    }


def results(candidate: Candidate, only: Sequence[str] = ("*",)) -> Generator[CheckResult, None, None]:
    """Yield the result of each check whose name matches one of the patterns, then end the candidate."""
    lost, needed = "", list(checks(candidate.asked))[:3]
    try:
        for name, check in checks(candidate.asked).items():
            if not any(fnmatchcase(name, pattern) for pattern in only):
                continue
            result = (
                CheckResult(name, SKIP, f"'{lost}' failed") if lost else result_of(candidate, name, check)
            )
            if result.outcome == FAIL and name in needed:
                lost = name
            yield result
    finally:
        candidate.drop()


def result_of(candidate: Candidate, name: str, check: Check) -> CheckResult:
    """Return the result of one check."""
    candidate.face(name)
    try:
        said = check(candidate)
        candidate.settle()
    except (Failed, Forfeit) as fault:
        # After a failure the state of the process is unknown, so the next check starts a new one.
        candidate.drop()
        return CheckResult(name, FAIL, f"{candidate.sent}; {fault}")
    except Skipped as why:
        return CheckResult(name, SKIP, str(why))
    return CheckResult(name, OK, said or "")


# Rows of the table: a check made of what is sent.


def lines(*texts: str, moves: bool = False, plays_on: bool = False) -> Check:
    """Return the check that it is ready after each line; there may be `moves`, and it `plays_on` where it can."""

    def check(candidate: Candidate) -> None:
        for text in texts:
            candidate.tell(text, moves=moves)
        if plays_on:
            candidate.plays_on()

    return check


def dialogue(*steps: str) -> Check:
    """Return the check that it answers as it should, step by step; what is no step below is sent.

    `place` begins a game and places it in the middle, `wait` leaves it to think; `answer` wants a legal move within the
    grace, or `in patience`, `nothing more` no second one, and `quit` that it ends.
    """

    def check(candidate: Candidate) -> None:
        for step in steps:
            if step == "place":
                view = candidate.placed()
            elif step == "wait":
                time.sleep(THINKING)
            elif step == "answer":
                candidate.answer(view, candidate.conditions.grace)
            elif step == "answer in patience":
                candidate.answer(view, candidate.patience)
            elif step == "nothing more":
                no_second_answer(candidate)
            elif step == "quit":
                ends(candidate)
            else:
                candidate.send(step)

    return check


def thinks(candidate: Candidate, limits: str, seconds: float) -> float:
    """Require an answer within `seconds` in a position of a new game; return the seconds that it took."""
    view = candidate.placed()
    began = time.perf_counter()
    candidate.send(f"go {limits}".rstrip())
    candidate.answer(view, seconds)
    return time.perf_counter() - began


def no_second_answer(candidate: Candidate) -> None:
    """Require that no second `bestmove` follows an answer."""
    time.sleep(LISTENING)
    for line in candidate.tell(moves=True):
        if word_of(line) == "bestmove":
            raise Failed("one 'bestmove' for one 'go'", quoted(line))


# The handshake and the options.


def handshake(candidate: Candidate) -> None:
    """Check that the handshake stands between `ugi` and `ugiok` and has a name and an author."""
    candidate.drop()
    handshake = candidate.client.handshake
    for key, said in (("name", handshake.name), ("author", handshake.author)):
        if not said:
            raise Failed(f"'id {key} {key.upper()}' before 'ugiok'", f"no {key}")
    for line in candidate.tell():
        if word_of(line) in ("id", "option", "games", "ugiok"):
            raise Failed("nothing more after 'ugiok'", quoted(line))


def games(candidate: Candidate) -> None:
    """Check that the program names a known game."""
    named = candidate.handshake.games
    if not set(named or ()) & set(GAMES):
        received = quoted(f"games {' '.join(named)}") if named else "no games"
        raise Failed(f"'games' and one or more of {' '.join(sorted(GAMES))} before 'ugiok'", received)


def ready(candidate: Candidate) -> None:
    """Check that it answers each `isready` with one `readyok`."""
    asked = ["isready"] * 3
    candidate.send(*asked)
    for _ in asked:
        candidate.client.until("readyok", candidate.patience)
    time.sleep(LISTENING)
    if "readyok" in map(word_of, candidate.client.process.waiting()):
        raise Failed(f"'readyok' {len(asked)} times", "one more")


def options(candidate: Candidate) -> None:
    """Check that each option is declared once, in full, and with a valid default."""
    names = set()
    for option in candidate.handshake.options:
        if option.problem or option.name in names:
            raise Failed(option.problem or "each option once", quoted(option.line))
        names.add(option.name)


def set_options(candidate: Candidate) -> None:
    """Check that each option can be set to each end of its range and to each word, and that it plays on with it."""
    declared = [option for option in candidate.handshake.options if not option.problem]
    if not declared:
        raise Skipped("it has no options")
    view = candidate.midgame()
    for option in declared:
        for value in option.extremes:
            candidate.tell(f"setoption name {option.name} value {value}")
            # Without the legal moves it may be unable to choose.
            if option.name != "legal":
                candidate.begin(view)
                candidate.choose(view, "nodes 10", candidate.patience)


# Games, seats and views.


def opening(rules: Rules, *, later_seat: bool = False) -> View:
    """Return the view before the first move; with `later_seat` that of another seat than 0."""
    starts = (rules.start(deal) for deal in count())
    start = next(view for view in starts if view.state.to_move or not later_seat)
    return start.seen_by(start.state.to_move)


def hidden(candidate: Candidate, name: str) -> None:
    """Check that it can play from a deal in which `?` hides what its seat may not see."""
    view = opening(candidate.rules(candidate.plays(name)))
    if "?" not in view.deal:
        raise Skipped("no deal hides anything")
    candidate.enter(view)


def whole_games(candidate: Candidate, table: tuple[str, str, int]) -> None:
    """Check that it plays a whole game in each seat against random players."""
    name, variant, seats = table
    seed = derived(candidate.conditions.seed, name, variant, seats)
    rules = candidate.rules(candidate.plays(name), seats=seats, variant=variant, seed=seed)
    for seat in range(seats):
        start = rules.start(seat)
        candidate.begin(start.seen_by(seat))
        over = played_out(start, seat, {seat: candidate.move})
        scores, ranks = (",".join(map(str, values)) for values in (over.state.scores(), over.state.ranks()))
        candidate.tell(f"gameover scores {scores} ranks {ranks} deal {over.deal}")


def later_seat(candidate: Candidate) -> None:
    """Check that it can play another seat than 0, and move first."""
    candidate.enter(opening(candidate.rules(), later_seat=True))


def taken_up(candidate: Candidate) -> None:
    """Check that it can enter a running game, with every number of players."""
    for seats in candidate.game.notation.seat_counts:
        candidate.enter(candidate.midgame(seats=seats))


def new_game_twice(candidate: Candidate) -> None:
    """Check that a second `uginewgame` replaces the first game."""
    candidate.begin(candidate.midgame(seats=max(candidate.game.notation.seat_counts)))
    candidate.enter(candidate.midgame(further=2))


def own_deal(candidate: Candidate) -> None:
    """Check that a position with its own deal is played, and the next position belongs to the game again."""
    begun = candidate.midgame()
    shown = candidate.midgame(further=min(candidate.game.notation.seat_counts))
    candidate.begin(begun)
    candidate.choose(shown, "nodes 10", candidate.patience, deal=True)
    candidate.move(begun)


def game_over(candidate: Candidate) -> None:
    """Check that it reads `gameover`, with and without the full deal, and plays the next game."""
    view = candidate.midgame()
    seats = view.bare_state().seats
    result = f"gameover scores {','.join(['7'] * seats)} ranks {','.join(['1'] * seats)}"
    for more in ("", f" deal {view.deal}"):
        candidate.begin(view)
        candidate.tell(f"{result}{more}")
        candidate.plays_on()


def illegal_positions(candidate: Candidate) -> None:
    """Check that an illegal position does no harm."""
    view = opening(candidate.rules())
    move = str(view.bare_state().legal()[0])
    for events in ("99@Q1", f"{move} 99@Q1 {move}", " ".join([move] * 500), "? ! !? -"):
        candidate.begin(view)
        candidate.tell(f"position moves {events}")
    candidate.plays_on()


# Time, and one answer to one question.


def move_time(candidate: Candidate) -> str:
    """Check that it keeps to `movetime`, and does not use most of the grace each time; return its margin."""
    grace = candidate.conditions.grace
    late = [thinks(candidate, f"movetime {most}", most / 1000 + grace) - most / 1000 for most in (200, 20, 1)]
    if min(late) > MAX_LATE * grace:
        raise Failed(
            f"some answer that is late by less than {1000 * MAX_LATE * grace:.0f} ms",
            f"each by {1000 * min(late):.0f} ms or more",
        )
    return margin(max(late), grace)


def clock(candidate: Candidate) -> str:
    """Check that it does not use up its clock, with little and with much time; return its margin."""
    late, grace = 0.0, candidate.conditions.grace
    view = candidate.midgame()
    seats = range(view.bare_state().seats)
    for left, won in CLOCKS:
        # The other seats have much more time, so a program that reads the wrong clock is late.
        times = ",".join(str(left if seat == view.seat else OTHERS) for seat in seats)
        asked = f"time {times} inc {','.join(str(won) for _ in seats)}"
        late = max(late, thinks(candidate, asked, left / 1000 + grace) - left / 1000)
    return margin(late, grace)


def margin(late: float, grace: float) -> str:
    """Return the lateness of answers and the grace as text; both times are in seconds."""
    return f"at most {1000 * max(late, 0):.0f} ms late, of {1000 * grace:.0f} ms"


def ready_in_search(candidate: Candidate) -> None:
    """Check that it answers `isready` during a search."""
    view, grace = candidate.placed(), candidate.conditions.grace
    candidate.send("go infinite")
    time.sleep(THINKING)
    candidate.send("isready")
    before = candidate.client.until("readyok", grace)
    candidate.send("stop")
    if "bestmove" not in map(word_of, before):
        candidate.answer(view, grace)


def ponder(candidate: Candidate) -> None:
    """Check that it ponders without an answer until `ponderhit` or `stop`."""
    if not candidate.handshake.has_switch("ponder"):
        raise Skipped("it has no option 'ponder'")
    grace = candidate.conditions.grace
    candidate.tell("setoption name ponder value true")
    game = turns(candidate.rules())
    candidate.begin(game[0])
    for view in game[:3]:
        candidate.choose(view, "movetime 20", 0.02 + grace)
    for ahead, instead in ((game[1], None), (game[2], game[3])):
        candidate.place(ahead)
        candidate.send("go ponder movetime 50")
        time.sleep(THINKING)
        candidate.send("isready")
        for line in candidate.client.until("readyok", candidate.patience):
            if word_of(line) == "bestmove":
                raise Failed("no 'bestmove' before 'ponderhit' or 'stop'", quoted(line))
        candidate.send("ponderhit" if instead is None else "stop")
        candidate.answer(ahead, grace if instead is not None else 0.05 + grace)
        no_second_answer(candidate)
        if instead is not None:
            candidate.choose(instead, "movetime 20", 0.02 + grace)
    candidate.tell("setoption name ponder value false")


def same_moves(candidate: Candidate) -> None:
    """Check that the same seed and nodes give the same moves, in the next game and in a new process."""
    seed = candidate.handshake.by_name.get("seed")
    if seed is None or seed.kind not in ("spin", "string"):
        raise Skipped("it has no option 'seed'")
    first: list[Move] = []
    for where in ("", "in the next game", "in a new process"):
        if where == "in a new process":
            candidate.drop()
        candidate.tell(f"setoption name seed value {seed.within(SEED)}")
        game = turns(candidate.rules())[:REPEATED]
        candidate.begin(game[0])
        moves = [candidate.choose(view, f"nodes {NODES}", candidate.patience) for view in game]
        first = first or moves
        if moves != first:
            raise Failed(f"{' '.join(map(str, first))} {where} too", " ".join(map(str, moves)))
    candidate.tell(f"setoption name seed value {seed.default}")


# What it tells.


def info(candidate: Candidate) -> None:
    """Check that its `info` lines are well-formed, and that the rules allow its lines of play."""
    thinks(candidate, "movetime 100", 0.1 + candidate.conditions.grace)
    if not candidate.infos:
        raise Skipped("it tells nothing while it thinks")
    for view, line in dict.fromkeys(candidate.infos):
        told, problem = read_strictly(line.split())
        if problem := problem or illegal(told.pv, view):
            raise Failed(problem, quoted(line))


def illegal(line: Sequence[str], view: View) -> str:
    """Return what is expected of a line of play; empty if it can follow, as far as the view tells."""
    state = view.bare_state()
    for event in line:
        unknown_hand = state.to_move != view.seat and not view.game.open_moves
        if unknown_hand or (state.due and not event.startswith("!")):
            break
        try:
            state = state.play(event)
        except (IllegalMove, NotationError) as error:
            return f"a line of play that can follow after 'pv': {error}"
    return ""


def query(candidate: Candidate) -> None:
    """Check that answers to `query` are right; the program may ignore each query."""
    state = candidate.placed().bare_state()
    right = {
        "legal": " ".join(["legal", *map(str, state.legal())]),
        "turn": f"response {state.to_move}",
        "gameover": "response false",
        "result": "response none",
    }
    answered = False
    for question, answer in right.items():
        candidate.face("query")
        for line in candidate.tell(f"query {question}"):
            if word_of(line) in ("legal", "response"):
                answered = True
                if sorted(line.split()) != sorted(answer.split()):
                    raise Failed(quoted(answer), quoted(line))
    if not answered:
        raise Skipped("it answers no queries")


# The process: what it takes, and how it ends.


def watched(candidate: Candidate) -> Iterator[Move]:
    """Let it play some moves of a game, and yield each."""
    game = turns(candidate.rules())[:WATCHED]
    candidate.begin(game[0])
    for view in game:
        yield candidate.move(view)
        candidate.tell()


def memory(candidate: Candidate) -> str:
    """Check that it does not use the memory that a match allows up to its limit; return how much it uses."""
    most = ResourceLimits().memory
    used = max(candidate.process.address_space() // MEBIBYTE for _ in watched(candidate))
    if used > MAX_MEMORY * most:
        raise Failed(f"an address space of less than {MAX_MEMORY * most:.0f} MiB", f"one of {used} MiB")
    return f"an address space of {used} MiB, of {most} MiB"


def errors(candidate: Candidate) -> None:
    """Check that it writes little to its standard error."""
    before = candidate.process.errors.bytes
    for _ in watched(candidate):
        written, before = candidate.process.errors.bytes - before, candidate.process.errors.bytes
        if written > MAX_ERRORS:
            raise Failed(f"at most {MAX_ERRORS:,} bytes of errors a move", f"{written:,} bytes of errors")


def ends(candidate: Candidate, by: str = "quit") -> None:
    """Check that it ends with all that it has started, `by` a command or, without one, as its input is closed."""
    process, seconds = candidate.process, LEAVING + candidate.conditions.grace
    started = process.descendants()
    if by:
        candidate.send(by)
    until, runs_on = process.now() + seconds, False
    try:
        while by:
            process.read(until=until)
    except StreamClosed:
        pass
    except ReadTimeout:
        runs_on = True
    if runs_on or not process.wait(max(until - process.now(), 0)):
        raise Failed(f"its end within {1000 * seconds:.0f} ms", "nothing: it runs on")
    left = process.left_behind(started, LEFT)
    if left:
        raise Failed("no process of it after its end", f"{quoted(left)}, which runs on")
    candidate.drop()


def quits(candidate: Candidate) -> None:
    """Check that it ends after a game."""
    candidate.plays_on()
    ends(candidate)


def restart(candidate: Candidate) -> None:
    """Check that a new process has the same handshake and plays."""
    before = candidate.handshake
    candidate.drop()
    if candidate.client.handshake != before:
        raise Failed(f"the same as before, by '{before.name}'", "something else")
    candidate.plays_on()
