"""The deal of Metropolys: districts in play, tokens on the board, objective cards, first player."""

from dataclasses import dataclass
from random import Random

from tests.oracle.metropolys_board import BOARDS, NAMES, TYPES, Board
from tests.oracle.metropolys_numbers import DATA, Numbers

KEYS = "game variant players data districts first trendy metro ruins cards".split()
FAMILY_AREAS = "bridges statues lakes border".split()
EXPERT_AREAS = "bridges statues lakes districts chains".split()

# The allowed districts: all five; all but one outer district; all but two adjacent outer districts.
DISTRICTS_IN_PLAY = {
    4: ["CNESW"],
    3: ["CNES", "CNEW", "CNSW", "CESW"],
    2: ["CNE", "CES", "CSW", "CNW"],
}


@dataclass(frozen=True)
class Deal:
    """A full deal."""

    variant: str
    players: int
    districts: str
    first: int
    trendy: list[str]
    metro: list[str]
    ruins: list[str]
    cards: list[str]
    data: str = "printed"

    @property
    def numbers(self) -> Numbers:
        """The numbers of the rules."""
        return DATA[self.data]

    @property
    def board(self) -> Board:
        """The board."""
        return BOARDS[self.data]

    def __str__(self) -> str:
        values = {
            "game": "metropolys",
            "variant": self.variant,
            "players": str(self.players),
            "data": self.data,
            "districts": self.districts,
            "first": str(self.first),
            "trendy": ",".join(self.trendy),
            "metro": ",".join(self.metro),
            "ruins": ",".join(self.ruins),
            "cards": ",".join(self.cards),
        }
        keys = [key for key in KEYS if key != "data" or self.data != "printed"]
        return " ".join(f"{key}={values[key]}" for key in keys)

    def in_play(self) -> list[str]:
        """Return the neighbourhoods in play, in board order."""
        return [name for name in self.board.names if name[0] in self.districts]

    def token_kind(self, name: str) -> str | None:
        """Return the kind of the token dealt to this neighbourhood; None if it has none."""
        for kind in ("trendy", "metro", "ruins"):
            if name in getattr(self, kind):
                return kind
        return None


def parse_deal(text: str) -> Deal:
    """Return the deal of a full deal line; raise `ValueError` if the rules forbid it."""
    pairs = [token.partition("=") for token in text.split(" ")]
    keys = [key for key, _, _ in pairs]
    named = [key for key in KEYS if key != "data" or key in keys]
    require(keys == named, f"keys {keys}; expected {named}")
    value = {key: value for key, _, value in pairs}
    require(value["game"] == "metropolys", f"game {value['game']!r}; expected 'metropolys'")
    variant = value["variant"]
    require(variant in ("family", "expert"), f"variant {variant!r}; expected family or expert")
    require(value["players"] in ("2", "3", "4"), f"players {value['players']!r}; expected 2, 3 or 4")
    players = int(value["players"])
    require(value["first"] in "0 1 2 3".split()[:players], f"first {value['first']!r}; expected a seat")
    data = value.get("data", "printed")
    require(data in DATA, f"data {data!r}; expected one of {list(DATA)}")
    deal = Deal(
        data=data,
        variant=variant,
        players=players,
        districts=value["districts"],
        first=int(value["first"]),
        trendy=value["trendy"].split(","),
        metro=value["metro"].split(","),
        ruins=value["ruins"].split(","),
        cards=value["cards"].split(","),
    )
    check_districts(deal)
    check_tokens(deal)
    check_cards(deal)
    return deal


def require(condition: bool, message: str) -> None:
    """Raise `ValueError` with `message` if the condition is false."""
    if not condition:
        raise ValueError(message)


def check_districts(deal: Deal) -> None:
    """Require districts that are allowed for the number of players."""
    allowed = DISTRICTS_IN_PLAY[deal.players]
    require(deal.districts in allowed, f"districts {deal.districts!r}; expected one of {allowed}")


def check_tokens(deal: Deal) -> None:
    """Require the right number of tokens of each kind and in each district, at most one a place, no dead ends."""
    for kind, count in deal.numbers.tokens[deal.players].items():
        names = getattr(deal, kind)
        require(len(names) == count, f"{len(names)} {kind} tokens; expected {count}")
        for name in names:
            require(name in deal.in_play(), f"{kind} token on {name!r}; expected a neighbourhood in play")
            require(name not in deal.board.dead_ends, f"{kind} token on {name!r}, a dead end")
        require(names == sorted(set(names), key=NAMES.index), f"{kind} tokens not in board order")
    everywhere = deal.trendy + deal.metro + deal.ruins
    require(len(everywhere) == len(set(everywhere)), "two tokens on one neighbourhood")
    for district in deal.districts:
        count = sum(name[0] == district for name in everywhere)
        expected = deal.numbers.centre if district == "C" else deal.numbers.outer
        require(count == expected, f"{count} tokens in district {district}; expected {expected}")


def check_cards(deal: Deal) -> None:
    """Require for each seat one card of each kind of the variant, and no card twice."""
    require(len(deal.cards) == deal.players, f"{len(deal.cards)} cards; expected {deal.players}")
    areas, types = card_decks(deal.variant, deal.players)
    dealt = [card.split("+") for card in deal.cards]
    for card in dealt:
        if deal.variant == "family":
            require(len(card) == 1, f"card {'+'.join(card)!r}; expected an area")
        else:
            require(len(card) == 2, f"card {'+'.join(card)!r}; expected AREA+TYPE")
            require(card[1] in types, f"type card {card[1]!r}; expected one of {types}")
        require(card[0] in areas, f"area card {card[0]!r}; expected one of {areas}")
    for pile in zip(*dealt, strict=True):
        require(len(set(pile)) == len(pile), f"a card dealt twice in {deal.cards}")


def card_decks(variant: str, players: int) -> tuple[list[str], list[str]]:
    """Return the decks of Area cards and Type cards; the family variant has no Type cards."""
    if variant == "expert":
        return EXPERT_AREAS, list(TYPES)
    if players == 2:
        return [area for area in FAMILY_AREAS if area != "border"], []
    return FAMILY_AREAS, []


def random_deal(
    rng: Random, variant: str, players: int, districts: str | None = None, data: str = "printed"
) -> Deal:
    """Return a random deal in these districts, or in drawn ones if None."""
    numbers, board = DATA[data], BOARDS[data]
    districts = districts or rng.choice(DISTRICTS_IN_PLAY[players])
    places: list[str] = []
    for district in districts:
        sites = [name for name in board.names if name[0] == district and name not in board.dead_ends]
        places += rng.sample(sites, numbers.centre if district == "C" else numbers.outer)
    rng.shuffle(places)
    tokens: dict[str, list[str]] = {}
    for kind, count in numbers.tokens[players].items():
        tokens[kind] = sorted(places[:count], key=NAMES.index)
        places = places[count:]
    areas, types = card_decks(variant, players)
    cards = rng.sample(areas, players)
    if variant == "expert":
        cards = [f"{area}+{type_}" for area, type_ in zip(cards, rng.sample(types, players), strict=True)]
    return Deal(
        variant=variant,
        players=players,
        districts=districts,
        first=rng.randrange(players),
        trendy=tokens["trendy"],
        metro=tokens["metro"],
        ruins=tokens["ruins"],
        cards=cards,
        data=data,
    )
