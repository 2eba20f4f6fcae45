"""Cities scored by hand: the moves of seat 0 and the points by the rules."""

from dataclasses import dataclass, field

Row = tuple[int, int]


@dataclass(frozen=True)
class Case:
    """A city of seat 0 by its moves, the value and stars of each kind that has any, and the points with stones."""

    name: str
    why: str
    moves: str
    points: int
    stones: int
    rows: dict[str, Row]
    options: str = "none"
    allows: tuple[str, ...] = field(default=())  # places of the next tile, as Q,R/K
    refuses: tuple[str, ...] = field(default=())

    def __str__(self) -> str:
        return self.name


MARKETS = "49@3,-1/1 36@2,1/1 41@3,1/0 {plaza} 46@1,1/2"
RING = "{east}@1,1/1 6@-1,2/2 {south}@-1,3/1"
TEMPLES = "52@1,1/2 40@0,0/1 21@-1,3/3 20@3,-1/2 48@2,1/5 50@1,3/4 39@2,0/0"
HOUSES = "26@-1,2/0 35@-2,0/5 22@-3,2/5 57@-2,2/4 14@0,-1/1 27@-1,0/0 60@0,-2/4"

CASES = [
    Case(
        "the start tile alone",
        "a plaza without houses; nothing stands on one tile, the start tile no more than others",
        "1@2,0/0",
        points=1,
        stones=1,
        rows={"houses": (0, 2)},
        allows=("1,1/1", "0,1/1", "3,1/5"),
        refuses=tuple("2,0/0 3,0/2 1,0/0 1,0/5 5,0/0 3,3/4 4,0/3".split()),
    ),
    Case(
        "a tile on three tiles",
        "all three quarries under it give a stone each at once; the houses plaza of the first tile stays open",
        "1@2,0/0 2@1,1/1 3@1,0/0",
        points=4,
        stones=4,
        rows={"houses": (0, 3), "markets": (0, 2)},
        allows=("3,1/1", "1,3/1"),
        refuses=(
            "1,0/0",  # one tile alone
            "2,0/2",  # heights 2, 1 and 2
            "2,0/0",  # 2, 1 and 1
            "1,1/0",
        ),
    ),
    Case(
        "of two groups of one size the more valuable counts",
        "two houses on the ground are worth 2, one on the ground and one on level 2 are worth 3",
        "35@2,0/0 8@-2,1/3 60@-1,2/2 28@-1,1/1",
        points=6,
        stones=3,
        rows={"houses": (3, 1), "barracks": (1, 0), "temples": (0, 2), "gardens": (0, 3)},
    ),
    Case(
        "the larger group counts though a smaller one is worth more",
        "two houses on level 2 are worth 4, but three on the ground, worth 3, are the larger group",
        "1@2,0/0 2@1,1/1 35@1,0/0 8@-2,1/3 60@-2,2/1 14@-3,2/2",
        points=15,
        stones=4,
        rows={"houses": (3, 3), "barracks": (1, 2), "temples": (0, 2)},
    ),
    Case(
        "three markets in a row count nothing",
        "each touches another one; the two gardens and the barracks have no plaza",
        MARKETS.format(plaza="3@-1,0/3"),
        points=1,
        stones=1,
        rows={"houses": (0, 1), "markets": (0, 2), "barracks": (1, 0), "gardens": (2, 0)},
    ),
    Case(
        "a market covered sets its neighbours free",
        "the middle one of three lies under a quarry: the other two count",
        MARKETS.format(plaza="3@-1,0/3") + " 12@1,1/0",
        points=9,
        stones=3,
        rows={"houses": (0, 1), "markets": (2, 2), "barracks": (1, 2), "gardens": (2, 0)},
    ),
    Case(
        "a market beside a market plaza counts twice by the option",
        "one of the two touches the plaza: 2 and 1",
        MARKETS.format(plaza="3@2,-2/0") + " 12@1,1/0",
        points=11,
        stones=3,
        rows={"houses": (0, 1), "markets": (3, 2), "barracks": (1, 2), "gardens": (2, 0)},
        options="markets",
    ),
    Case(
        "a lake is not the edge",
        "the barracks at 1,2 look outside, those at -1,2 only on the lake at 0,1",
        RING.format(east=36, south=12),
        points=5,
        stones=1,
        rows={"houses": (0, 1), "markets": (1, 2), "barracks": (1, 2)},
    ),
    Case(
        "barracks with four open sides count twice by the option",
        "those at 1,2 have four empty spaces outside beside them",
        RING.format(east=36, south=12),
        points=7,
        stones=1,
        rows={"houses": (0, 1), "markets": (1, 2), "barracks": (2, 2)},
        options="barracks",
    ),
    Case(
        "gardens always count",
        "one garden, a garden plaza of three stars",
        RING.format(east=5, south=13),
        points=4,
        stones=1,
        rows={"houses": (0, 2), "markets": (0, 2), "gardens": (1, 3)},
    ),
    Case(
        "a garden at a lake counts twice by the option",
        "the garden at 1,1 touches the lake at 0,1",
        RING.format(east=5, south=13),
        points=7,
        stones=1,
        rows={"houses": (0, 2), "markets": (0, 2), "gardens": (2, 3)},
        options="gardens",
    ),
    Case(
        "temples count where all is built round",
        "three of five, two of them on level 2; four markets stand alone, two of them on level 2",
        TEMPLES,
        points=16,
        stones=4,
        rows={"houses": (1, 0), "markets": (6, 2), "barracks": (0, 2), "temples": (5, 0)},
    ),
    Case(
        "temples above the ground count twice by the option",
        "2 and 2 twice, 1 once",
        TEMPLES,
        points=16,
        stones=4,
        rows={"houses": (1, 0), "markets": (6, 2), "barracks": (0, 2), "temples": (9, 0)},
        options="temples",
    ),
    Case(
        "ten points of houses are ten without the option",
        "six houses on heights 1, 1, 2, 1, 3 and 2; their plaza is covered",
        HOUSES,
        points=5,
        stones=5,
        rows={"houses": (10, 0), "markets": (1, 0), "barracks": (4, 0), "temples": (0, 2), "gardens": (1, 0)},
    ),
    Case(
        "ten points of houses count twice by the option",
        "just enough",
        HOUSES,
        points=5,
        stones=5,
        rows={"houses": (20, 0), "markets": (1, 0), "barracks": (4, 0), "temples": (0, 2), "gardens": (1, 0)},
        options="houses",
    ),
    Case(
        "four levels",
        "the bay at 0,1 is open to the outside; of five barracks all count, on heights 3, 2, 1, 1 and 1",
        "15@1,2/4 33@4,0/1 21@0,3/3 13@3,-2/2 34@4,3/4 6@0,2/5 16@7,1/3 5@1,-2/4 7@3,-1/1 54@2,1/5 26@3,-1/2 "
        "17@2,0/5 47@2,1/2 1@3,0/2",
        points=20,
        stones=8,
        rows={"houses": (3, 3), "markets": (3, 0), "barracks": (8, 0), "gardens": (1, 3)},
        options="long",
    ),
]
