"""Heaps in text. Deal lines: `game=heaps players=2 first=0 heaps=3,5,7`; moves: `b2` takes two from the second heap."""

import re

from urbanist.engine.notation import (
    Notation,
    NotationError,
    Setup,
    asked_options,
    one_of,
    seat_number,
    split_deal,
)

KEYS = ("game", "players", "first", "heaps")


class HeapsNotation(Notation):
    name = "heaps"
    variants = ("plain",)
    seat_counts = (2,)

    def setup(self, variant, seats, options):
        for key, sign, value in asked_options(
            self.name, self.variants, self.seat_counts, variant, seats, options
        ):
            raise NotationError(f"no option '{key}{sign}{value}' of heaps; there are none")
        return Setup(0, seats, 0, None)

    def read_deal(self, text):
        deal = split_deal(text, KEYS)
        one_of("game", deal["game"], (self.name,))
        one_of("players", deal["players"], ("2",))
        if not re.fullmatch("[1-7],[1-7],[1-7]", deal["heaps"]):
            raise NotationError("deal key 'heaps': expected three numbers from 1 to 7, as in 3,5,7")
        heaps = [int(heap) for heap in deal["heaps"].split(",")]
        return Setup(0, 2, 0, seat_number("first", deal["first"], 2)), {"heap": heaps}

    def write_deal(self, record):
        return f"game=heaps players=2 first={record['to_move']} heaps={','.join(map(str, record['heap']))}"

    def read_move(self, text):
        if not re.fullmatch("[abc][1-7]", text):
            raise NotationError(f"'{text}' is not a move of heaps: expected a heap and a number, as in b2")
        return "abc".index(text[0]) * 8 + int(text[1])

    def write_move(self, move):
        return f"{'abc'[move // 8]}{move % 8}" if move < 24 else f"word {move}"

    def describe(self, record):
        return "\n".join(
            f"{name}: {'|' * int(heap)}" for name, heap in zip("abc", record["heap"], strict=True)
        )
