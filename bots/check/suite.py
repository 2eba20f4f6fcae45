"""All checks in their order: checks that others depend on come first."""

from collections.abc import Callable, Generator, Iterable, Sequence
from fnmatch import fnmatchcase
from functools import partial

from urbanist.bots.check import gameplay, input_lines, process, timing
from urbanist.bots.check.dialogue import FAIL, OK, SKIP, Candidate, Failed, Skipped, Verdict
from urbanist.engine import GAMES

#: A check returns what it has to say about a program that passes it.
Check = Callable[[Candidate], str | None]

#: Who fails one of these can be asked nothing else.
FIRST: dict[str, Check] = {
    "handshake": input_lines.handshake,
    "games": input_lines.games,
    "isready": input_lines.isready,
}


def checks(asked: Iterable[str] = GAMES) -> dict[str, Check]:
    """Return all checks for these games by name."""
    views = {f"view/{name}": partial(gameplay.hidden, name=name) for name in asked}
    games = {
        f"game/{name}/{variant}/{seats}": partial(
            gameplay.whole_games, name=name, variant=variant, seats=seats
        )
        for name in asked
        for variant in GAMES[name].notation.variants
        for seats in GAMES[name].notation.seat_counts
    }
    return {
        **FIRST,
        "options": input_lines.options,
        "set-options": input_lines.set_options,
        "unknown-option": partial(input_lines.ignored, commands=input_lines.NOBODYS),
        "unknown-commands": partial(input_lines.ignored, commands=input_lines.UNKNOWN),
        **views,
        **games,
        "other-seat": gameplay.later_seat,
        "taken-up": gameplay.taken_up,
        "new-game-twice": gameplay.new_game_twice,
        "own-deal": gameplay.own_deal,
        "gameover": gameplay.game_over,
        "movetime": timing.move_time,
        "clock": timing.clock,
        "nodes": timing.nodes,
        "same-moves": gameplay.same_moves,
        "no-limit": timing.no_limit,
        "one-answer": timing.one_answer,
        "infinite": partial(timing.stopped, limits="infinite"),
        "stop": partial(timing.stopped, limits="movetime 600000"),
        "isready-in-search": timing.ready_in_search,
        "idle-stop": timing.idle_stop,
        "ponder": timing.ponder,
        "info": timing.info,
        "query": input_lines.query,
        "memory": process.memory,
        "errors": process.errors,
        "illegal-positions": input_lines.illegal_positions,
        "malformed-commands": input_lines.malformed_commands,
        "empty-lines": partial(input_lines.survives, lines=input_lines.EMPTY),
        "binary": partial(input_lines.survives, lines=input_lines.BINARY),
        "long-line": input_lines.long_line,
        "quit": process.quits,
        "quit-in-search": process.quits_in_search,
        "end-of-input": process.end_of_input,
        "restart": process.restart,
    }


def verdicts(candidate: Candidate, only: Sequence[str] = ("*",)) -> Generator[Verdict, None, None]:
    """Yield the verdict of each check whose name matches one of the patterns, then end the candidate."""
    lost = ""
    try:
        for name, check in checks(candidate.asked).items():
            if not any(fnmatchcase(name, pattern) for pattern in only):
                continue
            verdict = Verdict(name, SKIP, f"'{lost}' failed") if lost else judged(candidate, name, check)
            if verdict.outcome == FAIL and name in FIRST:
                lost = name
            yield verdict
    finally:
        candidate.drop()


def judged(candidate: Candidate, name: str, check: Check) -> Verdict:
    """Return the verdict of one check."""
    candidate.face(name)
    try:
        said = check(candidate)
        candidate.settle()
    except Failed as failure:
        # After a failure the state of the process is unknown, so the next check starts a new one.
        candidate.drop()
        return Verdict(name, FAIL, str(failure))
    except Skipped as why:
        return Verdict(name, SKIP, str(why))
    return Verdict(name, OK, said or "")
