"""The deal of Akropolis: options, first player, the open market."""

from dataclasses import dataclass
from random import Random

from tests.oracle.akropolis_tiles import DATA, Data

KEYS = "game players options data first market".split()
SCORING = "houses markets barracks temples gardens".split()
OPTIONS = [*SCORING, "long"]


@dataclass(frozen=True)
class Deal:
    """A deal; the order of the stacks is not part of it."""

    players: int
    options: tuple[str, ...]
    first: int
    market: tuple[int, ...]
    data: str = "printed"

    def __str__(self) -> str:
        options = ",".join(self.options) or "none"
        market = ",".join(map(str, self.market))
        data = "" if self.data == "printed" else f" data={self.data}"
        return f"game=akropolis players={self.players} options={options}{data} first={self.first} market={market}"

    @property
    def pieces(self) -> Data:
        """The tiles and numbers."""
        return DATA[self.data]

    @property
    def setup(self) -> tuple[int, int, int]:
        """The number of open tiles at the start, of stacks, and of tiles in a stack."""
        return self.pieces.setups[self.players, "long" in self.options]

    def hidden_tiles(self) -> list[int]:
        """Return the tiles of the stacks in ascending order."""
        tiles = self.pieces.tiles_in_play(self.players, "long" in self.options)
        return [tile for tile in tiles if tile not in self.market]


def parse_deal(text: str) -> Deal:
    """Return the deal of a deal line; raise `ValueError` if the rules forbid it."""
    pairs = [token.partition("=") for token in text.split(" ")]
    keys = [key for key, _, _ in pairs]
    named = [key for key in KEYS if key != "data" or key in keys]
    require(keys == named, f"keys {keys}; expected {named}")
    value = {key: value for key, _, value in pairs}
    data = value.get("data", "printed")
    require(data in DATA, f"data {data!r}; expected one of {list(DATA)}")
    pieces = DATA[data]
    require(value["game"] == "akropolis", f"game {value['game']!r}; expected 'akropolis'")
    require(value["players"] in ("2", "3", "4"), f"players {value['players']!r}; expected 2, 3 or 4")
    options = () if value["options"] == "none" else tuple(value["options"].split(","))
    require(options == tuple(o for o in OPTIONS if o in options), f"options {options}; expected {OPTIONS}")
    require(value["first"] in "0 1 2 3".split()[: int(value["players"])], f"first {value['first']!r}")
    require(
        (int(value["players"]), "long" in options) in pieces.setups, "the long game is for 2 or 3 players"
    )
    names = value["market"].split(",")
    require(all(name in map(str, pieces.tiles) for name in names), f"market {names}: no such tile")
    deal = Deal(int(value["players"]), options, int(value["first"]), tuple(map(int, names)), data)
    in_play = pieces.tiles_in_play(deal.players, "long" in options)
    require(len(set(deal.market)) == len(deal.market) == deal.setup[0], f"market {names}: wrong number")
    require(set(deal.market) <= set(in_play), f"market {names}: a tile for more players")
    return deal


def require(condition: bool, message: str) -> None:
    """Raise `ValueError` with `message` if the condition is false."""
    if not condition:
        raise ValueError(message)


def random_deal(rng: Random, players: int, options: tuple[str, ...], data: str = "printed") -> Deal:
    """Return a random deal with these options."""
    pieces = DATA[data]
    tiles = pieces.tiles_in_play(players, "long" in options)
    market = rng.sample(tiles, pieces.setups[players, "long" in options][0])
    return Deal(players, options, rng.randrange(players), tuple(market), data)
