"""Check that a program repeats its moves: the same seed and the same nodes give the same moves."""

from urbanist.bots.check.candidate import Candidate
from urbanist.bots.check.positions import turns
from urbanist.bots.check.verdict import Failed, Skipped

#: The seed and the nodes of each decision, and how many decisions are repeated.
SEED, NODES, MOVES = 7, 100, 4


def same_moves(candidate: Candidate) -> None:
    """Check that the same seed and nodes give the same moves, in the next game and in a new process."""
    seed = next((option for option in candidate.introduction.options if option.name == "seed"), None)
    if seed is None or seed.kind not in ("spin", "string"):
        raise Skipped("it has no option 'seed'")
    setting = f"setoption name seed value {seed.within(SEED)}"
    found = [moves(candidate, setting) for _ in range(2)]
    candidate.anew()
    found.append(moves(candidate, setting))
    candidate.talk().say(f"setoption name seed value {seed.default}")
    for again, where in zip(found[1:], ("in the next game", "in a new process"), strict=True):
        if again != found[0]:
            raise Failed(
                f"'{setting}' and 'go nodes {NODES}' {len(again)} times",
                f"{' '.join(found[0])} {where} too",
                " ".join(again),
            )


def moves(candidate: Candidate, setting: str) -> list[str]:
    """Return its moves in the positions of a game."""
    game = turns(candidate.rules())[:MOVES]
    dialogue = candidate.talk()
    dialogue.say(setting)
    dialogue.begin(game[0])
    found = []
    for view in game:
        dialogue.place(view)
        dialogue.go(f"nodes {NODES}")
        found.append(dialogue.answer(view, candidate.conditions.patience))
    return found
