"""A program that follows the bot protocol without faults; each faulty program differs from it in a few words."""

import random

HELLO = """id name sound
id author nobody
option name legal type check default false
option name ponder type check default false
option name level type spin default 3 min 1 max 9
option name style type combo default calm var calm var bold
option name motto type string default <empty>
option name seed type spin default 0 min 0 max 1000000
games metropolys
ugiok"""
LEVELS = {str(level) for level in range(1, 10)}

seat = deal = ""
events: list[str] = []
legal: list[str] = []
waiting = ponders = False


def say(text: str) -> None:
    print(text, flush=True)


def choose() -> None:
    move = random.choice(legal or ["none"])
    say(f"info depth 1 nodes 7 nps 700 time 10 score 0.5 points 21.5 pv {move} string thought well")
    say(f"bestmove {move}")


for line in open(0, encoding="utf-8", errors="replace"):
    word, *rest = line.split() or [""]
    if word == "ugi":
        say(HELLO)
    elif word == "isready":
        say("readyok")
    elif word == "setoption" and len(rest) == 4:
        _, name, _, value = rest
        if name == "level" and value not in LEVELS:
            say(f"info string no level {value}")
        if name == "seed":
            random.seed(int(value))
    elif word == "uginewgame" and len(rest) > 2:
        seat, deal, events, legal, waiting = rest[1], " ".join(rest[3:]), [], [], False
    elif word == "position":
        events = rest[rest.index("moves") + 1 :] if "moves" in rest else []
        legal = []
    elif word == "legal":
        legal = rest
    elif word == "go" and ("infinite" in rest or "ponder" in rest):
        waiting, ponders = True, "ponder" in rest
    elif word == "go":
        choose()
    elif word in ("stop", "ponderhit") and waiting:
        waiting = False
        choose()
    elif word == "query":
        answers = {
            "turn": f"response {seat}",
            "gameover": "response false",
            "legal": " ".join(["legal", *legal]),
        }
        say(answers.get(" ".join(rest), "info string no such question"))
    elif word == "gameover":
        deal, events, legal = "", [], []
    elif word == "quit":
        break
