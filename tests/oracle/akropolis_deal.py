"""The deal of Akropolis: options, first player, the open market."""

from dataclasses import dataclass
from random import Random

from tests.oracle.akropolis_tiles import SETUPS, TILES, tiles_in_play

KEYS = "game players options first market".split()
SCORING = "houses markets barracks temples gardens".split()
OPTIONS = [*SCORING, "long"]


@dataclass(frozen=True)
class Deal:
    """A deal; the order of the stacks is not part of it."""

    players: int
    options: tuple[str, ...]
    first: int
    market: tuple[int, ...]

    def __str__(self) -> str:
        options = ",".join(self.options) or "none"
        market = ",".join(map(str, self.market))
        return f"game=akropolis players={self.players} options={options} first={self.first} market={market}"

    @property
    def setup(self) -> tuple[int, int, int]:
        """The number of open tiles at the start, of stacks, and of tiles in a stack."""
        return SETUPS[self.players, "long" in self.options]

    def hidden_tiles(self) -> list[int]:
        """Return the tiles of the stacks in ascending order."""
        tiles = tiles_in_play(self.players, "long" in self.options)
        return [tile for tile in tiles if tile not in self.market]


def parse_deal(text: str) -> Deal:
    """Return the deal of a deal line; raise `ValueError` if the rules forbid it."""
    pairs = [token.partition("=") for token in text.split(" ")]
    keys = [key for key, _, _ in pairs]
    require(keys == KEYS, f"keys {keys}; expected {KEYS}")
    value = {key: value for key, _, value in pairs}
    require(value["game"] == "akropolis", f"game {value['game']!r}; expected 'akropolis'")
    require(value["players"] in ("2", "3", "4"), f"players {value['players']!r}; expected 2, 3 or 4")
    options = () if value["options"] == "none" else tuple(value["options"].split(","))
    require(options == tuple(o for o in OPTIONS if o in options), f"options {options}; expected {OPTIONS}")
    require(value["first"] in "0 1 2 3".split()[: int(value["players"])], f"first {value['first']!r}")
    require((int(value["players"]), "long" in options) in SETUPS, "the long game is for 2 or 3 players")
    names = value["market"].split(",")
    require(all(name in map(str, TILES) for name in names), f"market {names}; expected tiles 1 to 61")
    deal = Deal(int(value["players"]), options, int(value["first"]), tuple(map(int, names)))
    in_play = tiles_in_play(deal.players, "long" in options)
    require(len(set(deal.market)) == len(deal.market) == deal.setup[0], f"market {names}: wrong number")
    require(set(deal.market) <= set(in_play), f"market {names}: a tile for more players")
    return deal


def require(condition: bool, message: str) -> None:
    """Raise `ValueError` with `message` if the condition is false."""
    if not condition:
        raise ValueError(message)


def random_deal(rng: Random, players: int, options: tuple[str, ...]) -> Deal:
    """Return a random deal with these options."""
    tiles = tiles_in_play(players, "long" in options)
    market = rng.sample(tiles, SETUPS[players, "long" in options][0])
    return Deal(players, options, rng.randrange(players), tuple(market))
