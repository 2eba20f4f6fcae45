"""The shortest bot: it plays any game and chooses a random move from the referee's list of legal moves."""

import random

GAMES = "akropolis metropolys warszawa"
HELLO = f"id name quick\nid author me\noption name legal type check default false\ngames {GAMES}\nugiok"

stdin, legal = open(0, errors="replace"), []
while (line := stdin.readline()) not in ("", "quit\n"):
    command, *words = line.split() or [""]
    if command == "ugi":
        print(HELLO, flush=True)
    elif command == "isready":
        print("readyok", flush=True)
    elif command in ("uginewgame", "position"):
        legal = []
    elif command == "legal":
        legal = words
    elif command == "go":
        print("bestmove", random.choice(legal or ["none"]), flush=True)
