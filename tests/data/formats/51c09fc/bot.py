# A bot for Metropolys. It bids its highest building on sites with good tokens; otherwise it passes if it can.
import re
from contextlib import suppress

WALKS = """C3C1C4C5 N2N1W1 N1N5C1N8N6N2N3N9N4E2E1C7N10N9E1E3E5E2 C13C14C11C6C5C10C4C3C2C8W8 W5C2 E9E8E10
W3W4W7W8S2S3S4S8S5S4C14C15S5E9E10S10S9S8S7S2S1 C11C10C9C8C13S2W10W7W6W9S6S7S3 E4E3E6E7E8E6C6C7 E7E5 N4N3N8
S9E9C15C11C12 W9W10W8W5W3W2W4 N7N6N5W3W1W2"""
STEPS = re.findall(r"([CNESW]\d+)(?=([CNESW]\d+))", WALKS)
NEAR = {site: {end for step in STEPS if site in step for end in step} for step in STEPS for site in step}
HELLO = "id name bot\nid author me\ngames metropolys\nugiok"


def choose(lines):
    def moves(seat):
        high, near = (int(bids[-1][1]), NEAR[bids[-1][2]]) if bids else (0, NEAR)
        values = set(range(high + 1, 14)) - {int(value) for owner, value, _ in built + bids if owner == seat}
        sites = {site for site in near if site[0] in deal["districts"]} - {bid[2] for bid in built + bids}
        return ["pass"] * bool(bids) + [f"{v}@{site}" for v in sorted(values)[::-1] for site in sorted(sites)]

    deal = dict(re.findall(r"(\w+)=(\S+)", lines))
    wanted = [*deal["trendy"].split(","), *deal["metro"].split(",")]
    players, built, bids, queue = int(deal["players"]), [], [], [int(deal["first"])]
    for event in re.findall(r"pass|\d+@\w+", lines):
        who, *queue = queue if bids else [(queue[0] + step) % players for step in range(players)]
        queue, bids = ([*queue, who], [*bids, (who, *event.split("@"))]) if "@" in event else (queue, bids)
        queue = [seat for seat in queue if seat == bids[-1][0] or len(moves(seat)) > 1]
        built, bids = (built, bids) if len(queue) > 1 else ([*built, bids[-1]], [])
    return max(moves(queue[0]), key=lambda move: move.split("@")[-1] in wanted)


stdin, received = open(0, errors="replace"), {"uginewgame": ""}
while (line := stdin.readline()) not in ("", "quit\n"):
    command = line.partition(" ")[0].strip()
    if command in ("uginewgame", "position"):
        received |= {"position": "", command: line}
    elif command == "go":
        with suppress(LookupError, ValueError):
            print("bestmove", choose("".join(received.values())), flush=True)
    elif command in ("ugi", "isready"):
        print(HELLO if command == "ugi" else "readyok", flush=True)
