"""Faults of programs: the change of the sound program that makes each fault, and the check that must find it."""

from dataclasses import dataclass
from pathlib import Path

SOUND = Path(__file__).with_name("sound.py")
#: The program that sleeps before each move, so that a game can be looked at while it is played.
SLOW = SOUND.read_text(encoding="utf-8").replace(
    '"go":\n        choose()', '"go":\n        __import__("time").sleep(0.05)\n        choose()'
)


@dataclass(frozen=True)
class Fault:
    """The name of the check, a part of its message, a text of the sound program, and the text that replaces it."""

    check: str
    said: str
    sound: str
    faulty: str

    def program(self) -> str:
        """Return the text of the faulty program."""
        text = SOUND.read_text(encoding="utf-8")
        assert self.sound in text
        return text.replace(self.sound, self.faulty)


DIE, SLEEP = "__import__('os')._exit(3)", "__import__('time').sleep"
DIED = "; it ended with status 3"
RAISED = "; it ended with status 1"

CHILD = "__import__('subprocess').Popen(['sleep', '77'])"
DAEMON = "__import__('os').system('setsid sleep 77 >/dev/null 2>&1 <&1 &')"

# Lines of the sound program that handle commands.
GAMEOVER = '    elif word == "gameover":\n'
GO = '    elif word == "go":\n'
LOOP = 'for line in open(0, encoding="utf-8", errors="replace"):\n'
MOVE = "bestmove {move}"
NEW = '    elif word == "uginewgame" and len(rest) > 2:\n'
ONCE = "        choose()\n"
PLACE = '    elif word == "position":\n'
SET = "        _, name, _, value = rest\n"
HOARD = """        try:
            while True:
                events.append(__import__('mmap').mmap(-1, 1 << 28))
        except OSError:  # no page is touched, so this takes no time
            pass
"""
STOP = '    elif word in ("stop", "ponderhit") and waiting:\n'

FAULTS = {
    "has no name": Fault("handshake", "expected 'id name NAME'", "id name sound\n", ""),
    "has no author": Fault("handshake", "expected 'id author AUTHOR'", "id author nobody\n", ""),
    "never ends its handshake": Fault("handshake", "no 'ugiok' within 2 s", "\nugiok", ""),
    "goes on introducing itself": Fault("handshake", "received 'id late'", "ugiok", "ugiok\nid late"),
    "does not start": Fault("handshake", DIED, "import random", DIE),
    "never stops introducing itself": Fault(
        "handshake", "; more than 16,777,216 bytes", "say(HELLO)", "while True: say('x' * 99_999)"
    ),
    "introduces itself in too many lines": Fault(
        "handshake", "no 'ugiok' within 1000 lines", "say(HELLO)", r"say('x\n' * 1000 + HELLO)"
    ),
    "never ends its line": Fault(
        "handshake", "; a line of more than 1,048,576 bytes", "say(HELLO)", "say('x' * 99_000_000)"
    ),
    "names no game": Fault("games", "received no games", "games metropolys\n", ""),
    "names games nobody knows": Fault("games", "received 'games chess'", "games metropolys", "games chess"),
    "is never ready": Fault("isready", "'readyok' within", 'say("readyok")', "pass"),
    "is ready twice": Fault("isready", "received one more", 'say("readyok")', 'say("readyok\\nreadyok")'),
    "has an option without a default": Fault("options", "one default", "spin default 3", "spin"),
    "has a default out of range": Fault("options", "from min to max", "default 3", "default 13"),
    "has a default that is no number": Fault("options", "whole numbers", "default 3", "default three"),
    "has a default that is no choice": Fault("options", "after 'var'", "default calm", "default mild"),
    "has a switch that is none": Fault("options", "default true or false", "default false", "default off"),
    "has an option of two words": Fault("options", "N is one word", "name motto", "name my motto"),
    "has an option unheard of": Fault("options", "type check or spin", "type string", "type float"),
    "has an option twice": Fault("options", "each option once", "name motto", "name style"),
    "dies of its own default": Fault("set-options", DIED, "value not in LEVELS", DIE),
    "dies of the most that it allows": Fault(
        "set-options", DIED, "value not in LEVELS", f"value == '9' and {DIE}"
    ),
    "dies of another word of its own": Fault(
        "set-options", DIED, SET, f"{SET}        value == 'bold' and {DIE}\n"
    ),
    "dies of a word when it plays": Fault(
        "set-options", DIED, ONCE, f"        globals().get('value') == 'bold' and {DIE}\n{ONCE}"
    ),
    "dies of another's option": Fault(
        "unknown-option", DIED, SET, f"{SET}        name == 'no-such-option' and {DIE}\n"
    ),
    "takes a word for the like": Fault(
        "unknown-commands", "'bestmove none'", GO, GO.replace('== "go"', 'in ("go", "gopher")')
    ),
    "wants to see everything": Fault(
        "view/metropolys", DIED, NEW, f"{NEW}        '?' in rest[-1] and {DIE}\n"
    ),
    "is for two": Fault(
        "game/metropolys/family/3", DIED, NEW, f"{NEW}        'players=2' in rest or {DIE}\n"
    ),
    "plays what it likes": Fault(
        "game/metropolys/expert/2", "expected a legal move, of ", MOVE, "bestmove 13@C1"
    ),
    "says more than its move": Fault(
        "game/metropolys/expert/2", "expected 'bestmove M [ponder M2]'", MOVE, f"{MOVE} by chance"
    ),
    "is slow": Fault("game/metropolys/family/2", "'bestmove' within", GO, f"{GO}        {SLEEP}(2)\n"),
    "is always the first": Fault("other-seat", DIED, NEW, f'{NEW}        rest[1] == "0" or {DIE}\n'),
    "knows its own games only": Fault("taken-up", DIED, PLACE, f"{PLACE}        len(rest) > 5 and {DIE}\n"),
    "stays in its old game": Fault("new-game-twice", DIED, NEW, f"{NEW}        deal and {DIE}\n"),
    "takes no other deal": Fault("own-deal", DIED, PLACE, f'{PLACE}        rest[0] == "deal" and {DIE}\n'),
    "is done after a game": Fault("gameover", DIED, GAMEOVER, f"{GAMEOVER}        {DIE}\n"),
    "takes its time": Fault(
        "movetime", "'bestmove' within", GO, f'{GO}        {SLEEP}(2 * ("movetime" in rest))\n'
    ),
    "is always late by a little": Fault(
        "movetime", "each by ", GO, f"{GO}        {SLEEP}(int(rest[1]) / 1000 + 0.3)\n"
    ),
    "looks at another's clock": Fault(
        "clock",
        "'bestmove' within",
        GO,
        f"{GO}        {SLEEP}(max(int(time) for time in rest[1].split(',')) / 100_000 if len(rest) > 2 else 0)\n",
    ),
    "counts no nodes": Fault("nodes", "'bestmove' within", GO, GO.replace(":", ' and "nodes" not in rest:')),
    "waits to be limited": Fault("no-limit", "'bestmove' within", GO, GO.replace(":", " and rest:")),
    "answers twice": Fault("one-answer", "expected one 'bestmove'", GO + ONCE, GO + ONCE + ONCE),
    "answers again later": Fault(
        "one-answer", "expected one 'bestmove'", GO + ONCE, f"{GO}{ONCE}        {SLEEP}(0.05)\n{ONCE}"
    ),
    "does not stop": Fault("infinite", "'bestmove' within", STOP, STOP.replace('"stop", ', "")),
    "thinks its time through": Fault(
        "stop", "'bestmove' within", GO, f'{GO}        {SLEEP}(2 * ("600000" in rest))\n'
    ),
    "answers again when stopped": Fault(
        "stop", "expected one 'bestmove'", STOP, STOP.replace(" and waiting", "")
    ),
    "is deaf while it thinks": Fault(
        "isready-in-search", "'readyok' within", 'word == "isready":', 'word == "isready" and not waiting:'
    ),
    "answers to any stop": Fault("idle-stop", "' without a 'go'", STOP, STOP.replace(" and waiting", "")),
    "ponders aloud": Fault("ponder", "before 'ponderhit' or 'stop'", ' or "ponder" in rest)', ")"),
    "does not hear that it was right": Fault(
        "ponder", "and 'ponderhit'; no 'bestmove' within", STOP, STOP.replace(', "ponderhit"', ",")
    ),
    "does not hear that it was wrong": Fault(
        "ponder",
        "and 'stop'; no 'bestmove' within",
        STOP,
        STOP.replace("waiting", '(ponders, word) != (True, "stop")'),
    ),
    "expects what cannot be": Fault("ponder", "a reply that can follow", MOVE, f"{MOVE} ponder 99@Q1"),
    "is deep beyond numbers": Fault("info", "a whole number after 'depth'", "depth 1", "depth deep"),
    "expects what the rules forbid": Fault(
        "info", "that can follow after 'pv': ", "pv {move}", "pv {move} {move}"
    ),
    "is more than sure to win": Fault("info", "from 0 to 1 after 'score'", "score 0.5", "score 50"),
    "draws by its own luck": Fault("same-moves", "in the next game too", "random.seed(int(value))", "pass"),
    "draws by its own birth": Fault(
        "same-moves", "in a new process too", "int(value)", "__import__('os').getpid()"
    ),
    "takes all memory that it gets": Fault(
        "memory", "an address space of less than 3686 MiB", ONCE, HOARD + ONCE
    ),
    "complains all the time": Fault(
        "errors", "20,971,520 bytes", ONCE, f"        __import__('os').write(2, b'x' * (20 << 20))\n{ONCE}"
    ),
    "takes it for another's turn": Fault("query", "sent 'query turn'", "response {seat}", "response 7"),
    "knows less that is legal": Fault("query", "sent 'query legal'", "*legal]", "*legal[1:]]"),
    "dies of a wrong event": Fault(
        "illegal-positions", DIED, PLACE, f"{PLACE}        '99@Q1' in rest and {DIE}\n"
    ),
    "dies of half a command": Fault("malformed-commands", f"{RAISED}: ValueError", " and len(rest) == 4", ""),
    "dies of an empty line": Fault("empty-lines", f"{RAISED}: ValueError", ' or [""]', ""),
    "dies of what is no text": Fault("binary", f"{RAISED}: UnicodeDecodeError", "replace", "strict"),
    "dies of a long line": Fault("long-line", DIED, LOOP, f"{LOOP}    len(line) > 100_000 and {DIE}\n"),
    "does not quit": Fault("quit", "it runs on", "        break\n", "        pass\n"),
    "leaves a child": Fault(
        "quit", "expected no process of it", "        break\n", f"        {CHILD}\n        break\n"
    ),
    "leaves a daemon": Fault(
        "quit", "'sleep 77', which runs on", "        break\n", f"        {DAEMON}\n        break\n"
    ),
    "ends its search first": Fault(
        "quit-in-search", "it runs on", 'word == "quit":', 'word == "quit" and not waiting:'
    ),
    "stays when all have gone": Fault(
        "end-of-input", "it runs on", "        break\n", f"        raise SystemExit\n{SLEEP}(60)\n"
    ),
    "is another each time": Fault(
        "restart", "the same as before", '"""id name sound', 'f"""id name {random.random()}'
    ),
}
