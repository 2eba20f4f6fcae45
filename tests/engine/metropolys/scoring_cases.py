"""Positions of Metropolys scored by hand from the rule book, each with its deal and events.

A seat builds where it wants: it opens auctions and all others pass. To give the next opening to another seat, it
opens with a low value, and the other seat builds beside it. No passes follow a 13 or a place without empty
neighbours: the auction ends at once.
"""

from dataclasses import dataclass
from typing import Any

# One layout of tokens, limited to the districts in play.
TWO = (
    "players=2 districts=CNE first=0 trendy=C1,C5,N1,E1,E9 metro=C6,C7,C11,N5,N6,E2 "
    "ruins=C13,C15,N8,N10,E5,E10"
)
THREE = (
    "players=3 districts=CNES first=0 trendy=C1,C5,N1,E1,E9,S5,S6,S8 metro=C6,C7,C11,N5,N6,E2,S9 "
    "ruins=C13,C15,N8,N10,E5,E10,S10"
)
FOUR = (
    "players=4 districts=CNESW first=0 trendy=C1,C5,N1,E1,E9,S5,S6,W5,W6 "
    "metro=C6,C7,C11,N5,N6,E2,S8,S9,W7 ruins=C13,C15,N8,N10,E5,E10,S10,W8,W9"
)


@dataclass(frozen=True)
class Case:
    """A deal, its events, and the expected facts about the position after them.

    Keys of `then`: `scores`, `ranks`, `to_move`, `over`, `metro_card`, `ruins_card` (a seat or `None`);
    `legal` (all of it, sorted), `choices` (how many), `allows` and `refuses` (some tokens);
    `bids` as (seat, value, name); and by seat `built` as value to name, `tokens` as (trendy, metro, ruins),
    `hand` as the values not on the board.
    """

    name: str
    deal: str
    events: str
    then: dict[str, Any]
    why: str = ""

    def __str__(self) -> str:
        return self.name


def family(setup: str, cards: str) -> str:
    """Return a family deal."""
    return f"game=metropolys variant=family {setup} cards={cards}"


def expert(setup: str, cards: str) -> str:
    """Return an expert deal."""
    return f"game=metropolys variant=expert {setup} cards={cards}"


TOKENS = [
    Case(
        "a trendy token is worth 3",
        family(TWO, "statues,lakes"),
        "13@N1",
        {"scores": [3, 0], "tokens": {0: (1, 0, 0), 1: (0, 0, 0)}},
    ),
    Case(
        "the first metro token is worth 1 and brings the metro card, 3",
        family(TWO, "statues,lakes"),
        "13@N5",
        {"scores": [4, 0], "metro_card": 0, "ruins_card": None},
    ),
    Case(
        "a further metro token is worth 1",
        family(TWO, "statues,lakes"),
        "13@N5 12@N6 pass",
        {"scores": [5, 0], "tokens": {0: (0, 2, 0)}},
    ),
    Case(
        "a ruins token costs 1 and brings the ruins card, -2; points may be below zero",
        family(TWO, "statues,lakes"),
        "13@N8",
        {"scores": [-3, 0], "metro_card": None, "ruins_card": 0},
    ),
    Case(
        "a further ruins token costs 1",
        family(TWO, "statues,lakes"),
        "13@N8 12@N10 pass",
        {"scores": [-4, 0], "tokens": {0: (0, 0, 2)}},
    ),
    Case(
        "the metro card stays where it is on a tie",
        family(TWO, "statues,lakes"),
        "13@N5 1@C5 13@C6",
        {"metro_card": 0, "scores": [4, 1], "tokens": {0: (0, 1, 0), 1: (0, 1, 0)}},
    ),
    Case(
        "the metro card goes to whoever holds more",
        family(TWO, "statues,lakes"),
        "13@N5 1@C5 13@C6 12@C7",
        {"metro_card": 1, "scores": [1, 5]},
    ),
    Case(
        "the metro card does not come back on a tie",
        family(TWO, "statues,lakes"),
        "13@N5 1@C5 13@C6 12@C7 1@N2 12@N6",
        {"metro_card": 1, "scores": [2, 5], "tokens": {0: (0, 2, 0), 1: (0, 2, 0)}},
    ),
    Case(
        "the ruins card goes to whoever took a ruins token last",
        family(TWO, "lakes,statues"),
        "13@N8 1@N9 13@N10",
        {"ruins_card": 1, "scores": [-1, -3], "tokens": {0: (0, 0, 1), 1: (0, 0, 1)}},
    ),
]

FAMILY = [
    Case(
        "family bridges: 3 a building beside a bridge, also with two bridges or one that leads out of play",
        family(TWO, "bridges,statues"),
        "13@C1 12@C2 pass 11@C3 pass 10@N9 pass",
        {"scores": [12, 0]},
        "C1, C2 and N9 stand by a bridge, C3 does not: 9; trendy on C1: 3",
    ),
    Case(
        "family statues: 3 a building around a statue, also around two",
        family(TWO, "statues,bridges"),
        "13@C4 12@N4 pass 11@C2 pass 10@E8 pass",
        {"scores": [9, 0]},
        "C4, N4 and E8, not C2",
    ),
    Case(
        "family lakes: 3 a building around a lake, also around two",
        family(TWO, "lakes,bridges"),
        "13@C8 12@N7 pass 11@E3 pass 10@N4 pass",
        {"scores": [9, 0]},
        "C8, N7 and E3, not N4",
    ),
    Case(
        "family border: 3 a building on the border",
        family(FOUR, "border,bridges,statues,lakes"),
        "13@N2 12@W1 pass pass pass 11@W3 pass pass pass 10@C2 pass pass pass 9@S10 pass pass pass",
        {"scores": [6, 0, 0, 0]},
        "N2, W1 and S10: 9; ruins on S10: -1 and the card: -2",
    ),
    Case(
        "family knows neither tallest buildings nor groups",
        family(TWO, "bridges,statues"),
        "13@N3 12@C3 pass 11@E3 pass",
        {"scores": [0, 0]},
    ),
]

TALLEST = [
    Case(
        "tallest: 5 in each district, also for a small building; nobody scores where nobody built",
        expert(TWO, "lakes+park,statues+industry"),
        "1@C2 pass 13@N2",
        {"scores": [10, 0]},
        "Centre and North; nobody in the East",
    ),
    Case(
        "tallest: tall goes before medium",
        expert(TWO, "lakes+shopping,chains+housing"),
        "9@N9 pass 1@N4 13@N3",
        {"scores": [0, 5]},
    ),
    Case(
        "tallest: medium goes before small",
        expert(TWO, "lakes+shopping,chains+housing"),
        "5@N9 pass 1@N4 6@N3 pass",
        {"scores": [0, 5]},
    ),
    Case(
        "tallest: the height class counts, not the value",
        expert(TWO, "lakes+shopping,chains+housing"),
        "10@N9 pass 1@N4 13@N3",
        {"scores": [5, 5]},
    ),
    Case(
        "tallest: on a tie a further building is ahead of none",
        expert(TWO, "lakes+shopping,chains+housing"),
        "10@N9 pass 1@N4 13@N3 1@N2 pass",
        {"scores": [0, 5]},
    ),
    Case(
        "tallest: many small buildings do not outweigh a medium one",
        expert(TWO, "lakes+shopping,chains+park"),
        "6@N9 pass 1@N4 5@N3 pass 4@N2 pass 3@N7 pass",
        {"scores": [5, 0]},
    ),
    Case(
        "tallest: on a tie the second tallest decides",
        expert(TWO, "lakes+shopping,chains+housing"),
        "10@N9 pass 9@N4 pass 1@N8 13@N3 5@N2 pass",
        {"scores": [5, 0]},
        "tall and medium against tall and small",
    ),
    Case(
        "tallest: after a tie for the two tallest the third decides",
        expert(TWO, "lakes+shopping,chains+housing"),
        "10@N9 pass 9@N4 pass 1@N8 13@N3 6@N2 pass 1@N7 pass",
        {"scores": [0, 5]},
        "tall and medium both, then small against none",
    ),
    Case(
        "tallest: still tied, each gets 5",
        expert(TWO, "lakes+shopping,chains+housing"),
        "10@N9 pass 9@N4 pass 1@N8 13@N3 6@N2 pass",
        {"scores": [5, 5]},
        "tall and medium both",
    ),
    Case(
        "tallest: two tied at the top of three",
        expert(THREE, "lakes+shopping,chains+housing,statues+park"),
        "10@N9 pass pass 1@N4 13@N3 1@N1 2@N2 pass pass",
        {"scores": [5, 5, 0]},
    ),
]

TYPE_CARDS = [
    Case(
        "type: 2 a building on a neighbourhood of the type",
        expert(TWO, "lakes+industry,statues+park"),
        "13@N3 12@C12 pass 11@N4 pass",
        {"scores": [14, 0]},
        "N3 and C12 are industry, N4 is park: 4; tallest in Centre and North: 10",
    ),
    Case(
        "type: another type gives nothing",
        expert(TWO, "lakes+housing,statues+park"),
        "13@N3 12@C12 pass 11@N4 pass",
        {"scores": [10, 0]},
    ),
    Case(
        "one building may serve the type card and the area card both",
        expert(TWO, "statues+park,lakes+industry"),
        "13@N3 12@N4 pass 11@N9 pass",
        {"scores": [14, 0]},
        "statue 7, park on N4: 2, tallest: 5",
    ),
]

BRIDGES = [
    Case(
        "expert bridges: beside bridges is not enough, both ends count",
        expert(TWO, "bridges+shopping,statues+park"),
        "13@C2 12@N4 pass",
        {"scores": [10, 0]},
        "tallest in Centre and North",
    ),
    Case(
        "expert bridges: a building serves one pair",
        expert(TWO, "bridges+park,statues+industry"),
        "13@C7 12@N10 pass 11@E1 pass",
        {"scores": [23, 0]},
        "C7-N10 or C7-E1: 4; tallest: 15; metro and its card: 4; ruins and its card: -3; trendy: 3",
    ),
    Case(
        "expert bridges: pairs are chosen so that there are most",
        expert(TWO, "bridges+park,statues+industry"),
        "13@C7 12@N10 pass 11@E1 pass 10@N9 pass",
        {"scores": [27, 0]},
        "C7-N10 and N9-E1: 8; the rest 19 as with three of them",
    ),
    Case(
        "expert bridges: three bridges in a ring of three hold one pair",
        expert(FOUR, "bridges+industry,statues+park,lakes+housing,chains+shopping"),
        "13@C15 12@E9 pass pass pass 11@S5 pass pass pass",
        {"scores": [22, 0, 0, 0]},
        "one pair: 4; tallest: 15; ruins and its card: -3; trendy twice: 6",
    ),
]

STATUES = [
    Case(
        "expert statues: 7 for all three around a statue",
        expert(TWO, "statues+housing,lakes+industry"),
        "13@N3 12@N4 pass 11@N9 pass",
        {"scores": [12, 0]},
        "statue 7, tallest 5",
    ),
    Case(
        "expert statues: two around a statue are nothing",
        expert(TWO, "statues+housing,lakes+industry"),
        "13@N3 12@N4 pass",
        {"scores": [5, 0]},
    ),
    Case(
        "expert statues: two statues that share a building count once",
        expert(TWO, "statues+housing,lakes+industry"),
        "13@E6 12@E7 pass 11@E8 pass 10@E9 pass 9@E10",
        {"scores": [12, 0]},
        "E8 is around both: 7; tallest: 5; trendy on E9: 3; ruins on E10 and its card: -3",
    ),
    Case(
        "expert statues: two statues apart",
        expert(TWO, "statues+housing,lakes+industry"),
        "13@N3 12@N4 pass 11@N9 pass 10@C4 pass 9@C5 pass 8@C10 pass",
        {"scores": [27, 0]},
        "statues 14, tallest 10, trendy on C5: 3",
    ),
]

LAKES = [
    Case(
        "expert lakes: five around a lake are one group",
        expert(TWO, "lakes+industry,statues+park"),
        "13@C2 12@C3 pass 11@C4 pass 10@C8 pass 9@C9 pass",
        {"scores": [10, 0]},
        "one group 5, tallest 5",
    ),
    Case(
        "expert lakes: six around a lake are two groups",
        expert(TWO, "lakes+industry,statues+park"),
        "13@C2 12@C3 pass 11@C4 pass 10@C8 pass 9@C9 pass 8@C10 pass",
        {"scores": [15, 0]},
        "two groups 10, tallest 5",
    ),
    Case(
        "expert lakes: buildings on two shores go where they are needed",
        expert(TWO, "lakes+industry,statues+park"),
        "13@C2 12@C3 pass 11@C8 pass 10@C9 pass 9@C13 pass 8@C14 pass",
        {"scores": [12, 0]},
        "C2 C3 with C8 or C9, the other with C13 C14: 10; tallest: 5; ruins on C13 and its card: -3",
    ),
    Case(
        "expert lakes: three around different lakes are no group",
        expert(TWO, "lakes+industry,statues+park"),
        "13@C2 12@C3 pass 11@C13 pass",
        {"scores": [2, 0]},
        "tallest 5, ruins on C13 and its card -3",
    ),
    Case(
        "expert lakes: the three need not touch each other",
        expert(TWO, "lakes+industry,statues+park"),
        "13@C2 12@C4 pass 11@C9 pass",
        {"scores": [10, 0]},
        "one group 5, tallest 5",
    ),
]

DISTRICTS = [
    Case(
        "expert districts: two in a district are not enough",
        expert(TWO, "districts+park,statues+industry"),
        "13@C2 12@C3 pass 11@C9 pass 10@N2 pass 9@N3 pass",
        {"scores": [14, 0]},
        "Centre 4, tallest 10",
    ),
    Case(
        "expert districts: 4 for each district with three or more",
        expert(TWO, "districts+park,statues+industry"),
        "13@C2 12@C3 pass 11@C9 pass 10@N2 pass 9@N3 pass 8@N9 pass 7@C4 pass",
        {"scores": [18, 0]},
        "Centre with four and North with three: 8; tallest 10",
    ),
]

CHAINS = [
    Case(
        "expert chains: three that hang together",
        expert(TWO, "chains+industry,statues+park"),
        "13@C2 12@C3 pass 11@C4 pass",
        {"scores": [9, 0]},
        "one chain 4, tallest 5",
    ),
    Case(
        "expert chains: water parts neighbours on a shore",
        expert(TWO, "chains+industry,statues+park"),
        "13@C3 12@C4 pass 11@C9 pass",
        {"scores": [5, 0]},
        "C9 touches neither C3 nor C4",
    ),
    Case(
        "expert chains: a chain may cross a bridge",
        expert(TWO, "chains+housing,statues+park"),
        "13@N9 12@E1 pass 11@E3 pass",
        {"scores": [17, 0]},
        "chain 4, tallest 10, trendy on E1: 3",
    ),
    Case(
        "expert chains: six in a row are two chains",
        expert(TWO, "chains+industry,statues+park"),
        "13@C2 12@C3 pass 11@C4 pass 10@C10 pass 9@C9 pass 8@C8 pass",
        {"scores": [13, 0]},
        "C2 C3 C4 and C10 C9 C8: 8; tallest: 5",
    ),
    Case(
        "expert chains: five are one chain",
        expert(TWO, "chains+industry,statues+park"),
        "13@C2 12@C3 pass 11@C4 pass 10@C10 pass 9@C9 pass",
        {"scores": [9, 0]},
    ),
    Case(
        "expert chains: a star of six is one chain, for every chain needs its centre",
        expert(TWO, "chains+housing,statues+park"),
        "13@C11 12@C6 pass 11@C10 pass 10@C12 9@C14 pass 8@C15 pass",
        {"scores": [13, 0]},
        "chain 4, tallest 5, housing on C15: 2, two metro and the card: 5, ruins on C15 and its card: -3",
    ),
]

SCORING = [*TOKENS, *FAMILY, *TALLEST, *TYPE_CARDS, *BRIDGES, *STATUES, *LAKES, *DISTRICTS, *CHAINS]

PLAY = [
    Case(
        "the first player opens with any building anywhere in play, and must",
        family(TWO, "bridges,statues"),
        "",
        {
            "to_move": 0,
            "over": False,
            "choices": 13 * 35,
            "allows": "1@C1 13@E10 7@C12".split(),
            "refuses": "pass PASS 7@S1 7@W1 14@C1 0@C1 07@C1 7@c1 7@C16 7 @C1".split(),
        },
    ),
    Case(
        "the first player may be any seat",
        family(FOUR.replace("first=0", "first=2"), "bridges,statues,lakes,border"),
        "",
        {"to_move": 2, "choices": 13 * 55},
    ),
    Case(
        "three players play on 45 neighbourhoods",
        family(THREE, "border,statues,lakes"),
        "",
        {"to_move": 0, "choices": 13 * 45},
    ),
    Case(
        "outbid: a higher building on an empty neighbourhood adjacent to the last one",
        family(TWO, "bridges,statues"),
        "11@N3",
        {
            "to_move": 1,
            "legal": "12@N2 12@N4 12@N8 12@N9 13@N2 13@N4 13@N8 13@N9 pass".split(),
            "bids": [(0, 11, "N3")],
            "refuses": ["11@N2", "10@N2", "12@N3", "12@N1"],
        },
    ),
    Case(
        "outbid: beside the last building, not the ones before",
        family(TWO, "bridges,statues"),
        "5@C9 11@C10",
        {
            "to_move": 0,
            "legal": "12@C11 12@C4 12@C5 13@C11 13@C4 13@C5 pass".split(),
            "bids": [(0, 5, "C9"), (1, 11, "C10")],
            "hand": {0: {1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13}, 1: {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13}},
            "refuses": ["12@C8", "12@C9"],
        },
    ),
    Case(
        "outbid: a bridge leads into districts in play only",
        family(TWO, "bridges,statues"),
        "12@C2",
        {"legal": "13@C3 13@C8 pass".split()},
    ),
    Case(
        "outbid: a bridge leads across the river",
        family(TWO, "bridges,statues"),
        "12@C7",
        {"legal": "13@C6 13@E1 13@N10 pass".split()},
    ),
    Case(
        "outbid: the only way out of a dead end",
        family(TWO, "bridges,statues"),
        "12@N7",
        {"legal": "13@N6 pass".split()},
    ),
    Case(
        "the last building is built, the others go back, the winner opens",
        family(TWO, "bridges,statues"),
        "7@C1 13@C3",
        {
            "to_move": 1,
            "bids": [],
            "built": {0: {}, 1: {13: "C3"}},
            "hand": {0: set(range(1, 14)), 1: set(range(1, 13))},
            "choices": 12 * 34,
            "allows": ["12@C1"],
            "refuses": ["12@C3", "13@C1", "pass"],
        },
    ),
    Case(
        "only the last building takes its token",
        family(TWO, "bridges,statues"),
        "7@C1 13@C3",
        {"tokens": {0: (0, 0, 0), 1: (0, 0, 0)}},
    ),
    Case(
        "a token that was bid on lies there still",
        family(TWO, "bridges,statues"),
        "7@C1 13@C3 12@C1 pass",
        {"tokens": {0: (0, 0, 0), 1: (1, 0, 0)}, "built": {1: {13: "C3", 12: "C1"}}, "to_move": 1},
    ),
    Case(
        "a player who passed is out of the auction, and what is placed stays",
        family(FOUR, "bridges,statues,lakes,border"),
        "5@C9 pass 11@C10 pass 12@C11",
        {
            "to_move": 2,
            "bids": [(0, 5, "C9"), (2, 11, "C10"), (0, 12, "C11")],
            "legal": "13@C12 13@C14 13@C15 13@C6 pass".split(),
        },
    ),
    Case(
        "the auction ends when all others passed",
        family(FOUR, "bridges,statues,lakes,border"),
        "5@C9 pass 6@C10 pass 7@C11 pass",
        {
            "to_move": 0,
            "bids": [],
            "built": {0: {7: "C11"}, 1: {}, 2: {}, 3: {}},
            "tokens": {0: (0, 1, 0), 1: (0, 0, 0), 2: (0, 0, 0), 3: (0, 0, 0)},
            "allows": ["5@C9", "6@C10"],
        },
    ),
    Case(
        "all pass the opening: the opener builds and opens again",
        family(FOUR, "bridges,statues,lakes,border"),
        "1@C9 pass pass pass",
        {"to_move": 0, "built": {0: {1: "C9"}}},
    ),
    Case(
        "a player who cannot outbid has passed and is skipped",
        family(FOUR, "bridges,statues,lakes,border"),
        "1@C6 13@C7 1@N1 2@N2 pass 12@N6",
        {
            "to_move": 2,
            "legal": "13@N5 13@N7 13@N8 pass".split(),
            "bids": [(1, 1, "N1"), (2, 2, "N2"), (0, 12, "N6")],
        },
    ),
    Case(
        "a skipped player is not asked again",
        family(FOUR, "bridges,statues,lakes,border"),
        "1@C6 13@C7 1@N1 2@N2 pass 12@N6 pass",
        {"to_move": 0, "bids": [], "built": {0: {12: "N6"}, 1: {13: "C7"}, 2: {}, 3: {}}},
    ),
    Case(
        "the auction ends at once when the opening cannot be outbid in value",
        family(TWO, "bridges,statues"),
        "1@C6 13@C7 1@C2 13@C3 12@C2",
        {"to_move": 0, "bids": [], "built": {0: {13: "C3", 12: "C2"}, 1: {13: "C7"}}},
    ),
    Case(
        "the highest building cannot be outbid",
        family(FOUR, "bridges,statues,lakes,border"),
        "13@C9",
        {"to_move": 0, "bids": [], "built": {0: {13: "C9"}}},
    ),
    Case(
        "the auction ends at once in a place closed in by buildings",
        family(TWO, "bridges,statues"),
        "13@C11 1@C12",
        {"to_move": 0, "bids": [], "built": {0: {13: "C11", 1: "C12"}, 1: {}}},
    ),
    Case(
        "the auction ends at once in a place closed in by what lies in the auction",
        family(TWO, "bridges,statues"),
        "1@E3 2@E4",
        {
            "to_move": 1,
            "bids": [],
            "built": {0: {}, 1: {2: "E4"}},
            "hand": {0: set(range(1, 14))},
            "allows": ["3@E3"],
        },
    ),
    Case(
        "before the last building the game goes on",
        family(TWO, "bridges,statues"),
        "13@C1 12@C2 pass 11@C3 pass 10@C4 pass 9@C5 pass 8@C6 pass 7@C7 pass 6@N10 pass 5@N9 pass "
        "4@N4 pass 3@N3 pass 2@N2 pass 1@N1",
        {"over": False, "to_move": 1, "scores": [29, 0]},
        "C1 C2 C6 C7 N10 N9 N4 beside a bridge 21, trendy twice 6, metro twice and the card 5, "
        "ruins and its card -3",
    ),
    Case(
        "the game ends with the thirteenth building of a player, its token taken",
        family(TWO, "bridges,statues"),
        "13@C1 12@C2 pass 11@C3 pass 10@C4 pass 9@C5 pass 8@C6 pass 7@C7 pass 6@N10 pass 5@N9 pass "
        "4@N4 pass 3@N3 pass 2@N2 pass 1@N1 pass",
        {
            "over": True,
            "legal": [],
            "tokens": {0: (3, 2, 1)},
            "hand": {0: set()},
            "scores": [35, 0],
            "ranks": [1, 2],
        },
        "the 29 before, N1 beside a bridge 3, trendy on N1 3",
    ),
    Case(
        "equal points: more buildings win",
        family(TWO, "statues,lakes"),
        "1@C6 13@C7 1@C2 13@C3 12@C2 11@C8 pass 10@C9 pass 9@C13 pass 8@N1 pass 7@N2 pass 6@N7 pass "
        "5@N8 pass 4@N10 pass 3@E1 pass 2@E3 pass 1@E4",
        {"over": True, "scores": [4, 4], "ranks": [1, 2]},
        "C3 around a statue 3, trendy twice 6, three ruins and the card -5; against one metro and its card",
    ),
    Case(
        "equal points and buildings: the win is shared",
        family(THREE, "statues,lakes,border"),
        "13@C2 12@C8 pass pass 11@C9 pass pass 10@C13 pass pass 9@C12 pass pass 8@N8 pass pass "
        "7@N7 pass pass 6@N2 pass pass 5@N10 pass pass 4@E3 pass pass 3@E4 2@E5 pass pass 1@S10 pass pass",
        {"over": True, "scores": [-7, 0, 0], "ranks": [3, 1, 1]},
        "five ruins and the card",
    ),
]

CASES = [*SCORING, *PLAY]
