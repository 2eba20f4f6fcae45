"""The pages of rules: every number is that of the engine, and every example is a game that was played."""

import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise, product

import pytest

from tests.bots.table.playing import city_game, played, rebuilt
from tests.imports import ROOT
from tests.oracle.metropolys_scoring import best_chains, best_lakes, full_districts
from urbanist.bots.table import PlayerView, rules_of, table_of
from urbanist.bots.table.akropolis.language import tr as akropolis_tr
from urbanist.bots.table.akropolis.model.city import city_of, placements
from urbanist.bots.table.akropolis.terminal.city_board import faces, paint
from urbanist.bots.table.kit.language import LANGUAGES
from urbanist.bots.table.kit.terminal.hex_grid import MESHES, HexWindow
from urbanist.bots.table.metropolys.model.auction import MEDIUM, TALL
from urbanist.bots.table.session import manual
from urbanist.bots.table.warszawa.model.city import edition_of, open_tasks, supply_of
from urbanist.bots.table.warszawa.text.moves import wording_of
from urbanist.engine import GAMES
from urbanist.engine.akropolis import pieces as tiles
from urbanist.engine.akropolis.editions import EDITIONS
from urbanist.engine.akropolis.illegal_move_reasons import price
from urbanist.engine.history import History
from urbanist.engine.metropolys import pieces
from urbanist.engine.metropolys.editions import EDITIONS as CITIES
from urbanist.engine.score_row import ScoreRow
from urbanist.engine.warszawa import geography
from urbanist.engine.warszawa.score_rows import norm_objects, norm_row

OWN = ("metropolys", "akropolis", "warszawa")
#: The games and the languages of their pages.
PAGES = [
    (game, language)
    for game, language in product(OWN, LANGUAGES)
    if language == "en" or (ROOT / "bots/table" / game / f"rules.{language}.md").exists()
]


def page(game: str) -> str:
    """Return a page as one line without the numbers of lists."""
    return " ".join(re.sub(r"^\d+\. ", "", manual.plain_rules(rules_of(game)), flags=re.MULTILINE).split())


def whole(game: str, seats: int, options: tuple[str, ...] = ()) -> History:
    if game == "akropolis":
        return city_game(1000, seats=seats, options=options)
    return rebuilt(1000, seats=seats, options=options)


def joined(words: list[object]) -> str:
    return " or ".join([", ".join(map(str, words[:-1])), str(words[-1])])


@cache
def rows() -> dict[tuple[str, str], list[ScoreRow]]:
    """Return the rows of the scores of many games of Metropolys, by variant and name."""
    by_name: dict[tuple[str, str], list[ScoreRow]] = {}
    for variant in ("family", "expert"):
        for seed in range(1, 9):
            state = played(1000, seed, variant=variant).state
            for seat in range(state.seats):
                for row in state.score_rows(seat):
                    by_name.setdefault((variant, row.subject or row.kind), []).append(row)
    return by_name


def each(what: str, variant: str = "expert") -> int:
    """Return the points for each thing of a row."""
    [points] = {row.each for row in rows()[variant, what]}
    return points


def held(what: str) -> int:
    """Return the points of a card that somebody holds."""
    [points] = {row.points for row in rows()["expert", what] if row.points}
    return points


def least(counts, names: list[str]) -> int:
    """Return how many buildings make the first group."""
    return next(number for number in range(1, 9) if counts(names[:number]))


def metropolys() -> list[str]:
    board = CITIES.at(0).board
    outer = {len([place for place in pieces.NAMES if place[0] == letter]) for letter in "NESW"}
    [ten] = outer
    centre = len(pieces.NAMES) - 4 * ten
    last = max(pieces.VALUES)
    [tallest] = {row.points // row.count for row in rows()["expert", "tallest building"] if row.points}
    [types] = {each(kind) for kind in pieces.TYPES if ("expert", kind) in rows()}
    [family] = {each(card, "family") for card in pieces.FAMILY_CARDS}
    lake = list(board.lakes[0])
    assert {len(ends) for ends in board.bridges} == {2}
    assert {len(ends) for ends in board.statues} == {3}
    usual = {players: allowed[0] for players, allowed in pieces.ALLOWED_DISTRICTS.items()}
    assert usual == {2: "CNE", 3: "CNES", 4: "CNESW"}
    return [
        f"For {joined(list(GAMES['metropolys'].notation.seat_counts))} players.",
        (
            f"{len(pieces.NAMES)} places (neighbourhoods) in {len(pieces.DISTRICTS)} districts: {centre} in the "
            f"Centre, and {ten} each in North, East, South and West. With 3 players West is left out, "
            "with 2 players South"
        ),
        f"one of {len(pieces.TYPES)} types: {', '.join(pieces.TYPES[:-1])} or {pieces.TYPES[-1]}",
        (
            f"Everybody has {last} buildings, one of each value from {min(pieces.VALUES)} to {last}. Their height is "
            f"small (1 to {MEDIUM - 1}), medium ({MEDIUM} to {TALL - 1}) or tall ({TALL} to {last})"
        ),
        f"the last of {last} buildings",
        f"trendy token: {each('trendy tokens')} points each",
        f"metro token: {each('metro tokens')} point each",
        f"metro card: {held('metro card')} points",
        f"ruins token: {each('ruins tokens')} point each",
        f"ruins card: {held('ruins card')} points",
        f"It gives {family} points for each",
        "2 players play without the border card",
        f"Tallest building: {tallest} points in each district",
        f"Type card (secret): {types} points for each",
        f"bridges: {each('bridges')} points for 2 buildings",
        f"statues: {each('statues')} points for 3 buildings around",
        f"lakes: {each('lakes')} points for {least(best_lakes, lake)} buildings around",
        (
            f"districts: {each('districts')} points for each district with "
            f"{least(full_districts, ['C1', 'C2', 'C3', 'C4'])} or more"
        ),
        f"chains: {each('chains')} points for {least(best_chains, ['C1', 'C3', 'C4', 'C5'])} buildings that are",
        "the places at a statue are the 3 that meet there",
    ]


def turns(seats: int, options: tuple[str, ...] = ()) -> int:
    """Return the number of turns of each seat in a game of Akropolis."""
    history = whole("akropolis", seats, options)
    return sum(not state.due and state.to_move == 0 for state in history.states[:-1])


def doubled_houses() -> int:
    """Return the least value of a group of houses that doubles."""
    states = [state for seed in range(1, 5) for state in city_game(1000, seed, options=("houses",)).states]
    values = sorted(
        {row.count for state in states for seat in range(2) for row in state.score_rows(seat)[:1]}
    )
    gap = next(high // 2 for low, high in pairwise(values) if high >= 2 * low > 2)
    assert not any(gap <= value < 2 * gap for value in values)
    return gap


def akropolis() -> list[str]:
    printed = EDITIONS.at(0)
    setups = [printed.setup(seats, long=False).market for seats in (2, 3, 4)]
    stones = [
        int(GAMES["akropolis"].deal(seats=4, options=("first=0",)).array["city"][seat]["stones"])
        for seat in range(4)
    ]
    stars = printed.stars
    assert stars.markets == stars.barracks == stars.temples
    quarries = printed.start.count("quarry")
    [three] = {len(tile.hexes) for tile in printed.tiles}
    barracks = re.findall(r"\d+", akropolis_tr.named("doubled", "barracks"))
    return [
        f"from tiles of {three} hexes",
        f"For {joined(list(GAMES['akropolis'].notation.seat_counts))} players.",
        f"Tile: {three} hexes",
        (
            f"Houses have {stars.houses} star, markets, barracks and temples {stars.temples}, "
            f"gardens {stars.gardens}"
        ),
        "the level of a hex, 1 on the ground",
        "and 1 point at the end",
        (
            f"a house plaza with {quarries} quarries around it, and with {stones[0]} stone if you move first, "
            f"{stones[1]} if you move second, then {stones[2]} and {stones[3]}"
        ),
        f"Any other costs {price(1)} for each tile before it",
        f"on {three} empty places",
        f"on {three} hexes of equal height that belong to 2 or more tiles",
        "Take 1 stone for each quarry",
        f"has {setups[0]} tiles with 2 players, {setups[1]} with 3 and {setups[2]} with 4",
        f"after {joined([turns(seats) for seats in (2, 3, 4)])} turns of each of 2, 3 or 4 players",
        (
            f"for 2 or 3 players) all {len(printed.tiles)} tiles are played, "
            f"in {turns(2, ('long',))} or {turns(3, ('long',))}"
        ),
        "all 6 places around them",
        "Each unused stone gives 1 point",
        f"two of these {len(tiles.KINDS)} options",
        f"worth {doubled_houses()} or more",
        f"with {barracks[0]} or {barracks[1]} empty places outside",
        "on level 2 or higher",
    ]


@cache
def paid() -> dict[str, set[tuple[int, ...]]]:
    """Return what was paid for buildings, segments and bridges in many games of Warszawa, by the kind of the move."""
    by_row: dict[str, set[tuple[int, ...]]] = {}
    for seed in range(1, 7):
        history = rebuilt(1000, seed, greed=0.5)
        for before, after, event in zip(history.states, history.states[1:], history.texts, strict=False):
            verb, _, rest = event.partition("@")
            if verb in ("build", "metro", "bridge"):
                kind = verb if verb == "metro" else f"{verb} {rest.rpartition('/')[2]}"
                spent = wording_of(before, before.game.notation.move(event), after).exchanged[0]
                thrift = kind == "build r" and supply_of(before, before.to_move).rubble_price == 1
                by_row.setdefault("thrift" if thrift else kind, set()).add(spent)
    return by_row


def warszawa() -> list[str]:
    deals = {seats: GAMES["warszawa"].deal(seats=seats, options=("first=0",), seed=1) for seats in (3, 4, 5)}
    state = deals[4]
    edition = edition_of(state)
    start = supply_of(state, 0)
    urban, right = len(geography.URBAN), len(geography.RIGHT_BANK)
    norm = start.norms[0].id
    wanted = norm_objects(state, norm)
    fewer = norm_objects(deals[5], supply_of(deals[5], 0).norms[0].id)
    ends = [whole("warszawa", 4, options=options) for options in ((), ("rounds7",))]
    rounds = [
        max(int(s.array["round"]) + 1 for s in end.states if int(s.array["stage"]) and not s.over)
        for end in ends
    ]
    norms = [
        row
        for seed in range(1, 9)
        for seat in range(4)
        for row in rebuilt(1000, seed).state.score_rows(seat)
        if row.kind == "norm"
    ]
    styles = {
        row.points
        for seed in range(1, 9)
        for seat in range(4)
        for row in rebuilt(1000, seed).state.score_rows(seat)[-2:]
    }
    assert styles == {0, 3, 5}
    assert {row.points for row in norms if row.count == 1} == {3}
    assert {row.points for row in norms if row.count == 0} == {-3}
    assert paid() | {"build c": {(1, 1, 0)}, "build r": {(1, 0, 2)}, "thrift": {(1, 0, 1)}} == paid()
    assert paid()["metro"] == {(1, 0, 0)}
    assert paid()["bridge cr"] == {(1, 1, 1)}
    assert paid().get("bridge rrr", {(1, 0, 3)}) == {(1, 0, 3)}
    assert paid().get("bridge cc", {(1, 2, 0)}) == {(1, 2, 0)}
    score = {str(row.kind): row.each for row in state.score_rows(0)}
    segment, bridge = (score[kind] for kind in ("metro segments", "bridges"))
    unlimited = [field.id for field in edition.boards[4] if field.unlimited]
    assert unlimited == [1, 2, 3]
    [barter] = {field.effect.barter for field in edition.boards[4]} - {0}
    neutral = re.search(r"neutral=(\S+)", History.start(deals[3]).deal)
    assert neutral
    return [
        "after 1945, in the advanced game of Odbudowa Warszawy 1945-1980",
        f"For {joined(list(GAMES['warszawa'].notation.seat_counts))} players.",
        f"two stages of {rounds[0]} rounds each",
        (
            f"Map: {len(geography.HEXES)} hexes. {urban} of them are urban, the outer ring of "
            f"{len(geography.HEXES) - urban} is suburban. The Vistula parts {right} of them"
        ),
        "at first, with 3 players only on the left bank",
        (
            f"holds {start.store} of each, and {start.store} cards in hand. You begin with {start.cubes[0]} fund, "
            f"{start.cubes[1]} concrete and {start.held} cards"
        ),
        f"you have {start.engineers} of them, with 5 players {supply_of(deals[5], 0).engineers}",
        f"you keep one of {len(start.norms)} norms",
        f"{len(open_tasks(state))} urban tasks lie open",
        f"at most {edition.limits.buildings} buildings, with foundations",
        f"the first {len(unlimited)} fields hold any number",
        "for 1 fund and 1 concrete, or 1 fund and 2 rubble",
        "gives 1 point for each adjacent hex",
        f"for 1 fund and 1 metro marker: {segment} point. You have {start.markers} markers",
        (
            f"for 1 fund, 1 metro marker and 1 concrete with 1 rubble (or 3 rubble, or 2 concrete): {bridge} points. "
            f"At most {edition.limits.bridges} bridges"
        ),
        '"service beside residential for 2"',
        f"The option rounds7 leaves {rounds[1]} rounds",
        *(
            f"1 point for each {thing}"
            for thing in ("hex without", "residential", "service or", "cultural", "representative")
        ),
        "Metro: 1 point for each",
        (
            f"Norm: 3 points for each complete set of its {len(wanted)} objects, with 5 players of the first "
            f"{len(fewer)}. No set: {norm_row(state, 0, norm).points} points"
        ),
        "5 points to the player with the most buildings of a style. Those who are equal get 3 each",
        f"take up to {barter} of one other kind",
        "a store of 4 (storage), buildings for 1 fund and 1 rubble (thrift)",
        "With 3 players there is none",
        f"with 3 players, {len(neutral[1].split(','))} buildings of nobody",
    ]


CLAIMS = {"metropolys": metropolys, "akropolis": akropolis, "warszawa": warszawa}


@pytest.mark.parametrize("game", OWN)
def test_every_number_on_a_page_is_that_of_the_engine(game: str) -> None:
    text, _, _ = page(game).partition("## Example")
    for claim in CLAIMS[game]():
        assert claim in text
        text = text.replace(claim, "")
    assert not re.findall(r"[^.]*\d[^.]*", text)


#: The games of the examples: deal, events, and the names of the players.
EXAMPLES = {
    "metropolys": (
        (
            "game=metropolys variant=expert players=3 districts=CNES first=0 trendy=C14,N5,N10,E1,S3,S4,S6,S10 "
            "metro=C6,C10,C15,N6,E2,E8,S5 ruins=C1,C2,C9,N4,N8,E3,E9 "
            "cards=statues+housing,bridges+industry,districts+shopping"
        ),
        (
            "2@C13 13@C14 12@S4 13@S5 8@N1 12@N5 13@S3 11@S6 pass 12@S7 7@N8 10@N3 12@N2 1@N1 2@S6 11@E1 10@S4 11@S8 "
            "1@S4 9@S2 pass pass 2@S1 10@E8 pass 6@E4 pass 7@E3 8@E5 10@E2"
        ),
        ("Ann", "Ben", "Cleo"),
        1,
    ),
    "akropolis": (
        "game=akropolis players=2 options=none first=0 market=27,49,9,50",
        "27@0,-3/0 49@0,-3/0 9@0,-5/0 !25,21,16 21@0,-5/0 25@-2,-3/0 50@2,-7/2 !6,5,1 16@-1,-5/1",
        ("", ""),
        0,
    ),
    "warszawa": (
        (
            "game=warszawa variant=advanced players=3 options=none data=house first=0 "
            "neutral=residential,residential,service,transport,cultural,representative,industrial tasks=t01,t11,t12 "
            "norms=n05+n11,n03+n08,n01+n06 hands=domkc+glowna,gus+stadion,filharmonia+trasawz"
        ),
        (
            "norm@n05 norm@n03 norm@n06 glowna@0,-3 gus@1,-3 send@4 send@5 send@6 clear@0,-2 clear@-1,-1 "
            "trasawz@0,-2 send@8:cf send@7 !lampy+cdt filharmonia@-1,-1 send@9 !zeran lampy@-1,-2 send@2 "
            "build@0,-3/c metro@0,-3/0 done"
        ),
        ("", "", ""),
        0,
    ),
}


def example(game: str) -> str:
    """Return the last section of a page."""
    return manual.plain_rules(rules_of(game)).rpartition("\n## ")[2]


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_the_example_of_a_page_is_a_game_in_the_words_of_the_program(
    game: str, language: str, speak: Callable[[str], None]
) -> None:
    speak(language)
    deal, events, players, seat = EXAMPLES[game]
    history = History.read(GAMES[game], deal, events.split())
    pov = PlayerView.of(history, None, players, revealed=True)
    told = [table_of(game).narrate(pov, ply) for ply in range(len(history.events))]
    scored = [str(table_of(game).fact(row)) for row in history.state.score_rows(seat)]
    shown = [line.removeprefix("- ") for line in example(game).splitlines() if line.startswith("- ")]
    said = iter([*told, *scored])
    assert all(line in said for line in shown)
    assert all(
        line in shown for line, row in zip(scored, history.state.score_rows(seat), strict=True) if row.points
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_city_of_the_example_is_drawn_by_its_board(language: str, speak: Callable[[str], None]) -> None:
    speak(language)
    deal, events, _, seat = EXAMPLES["akropolis"]
    history = History.read(GAMES["akropolis"], deal, events.split())
    assert len(placements(PlayerView.of(history, seat, ("", "")), seat)) == 4
    city = city_of(history.state, seat)
    window, mesh = HexWindow.of(city), MESHES[-2]
    canvas = paint(faces(city, mesh, {}), mesh, window)
    drawn = re.sub("[▀▄]", " ", canvas.text().plain)
    lines = [line.rstrip() for line in drawn.splitlines() if line.strip()]
    assert "\n".join(lines) in example("akropolis")


@pytest.mark.parametrize("game", OWN)
def test_a_page_has_goal_turn_scoring_words_and_example(game: str) -> None:
    headings = re.findall("^#+ (.*)", rules_of(game), re.MULTILINE)
    assert headings[:2] == [game.capitalize(), "Goal"]
    assert headings[-2:] == ["Words", "Example"]
    assert any(heading.startswith(("A turn", "A round")) for heading in headings)
    assert any("Scoring" in heading or "count" in heading for heading in headings)


def shape(text: str) -> list[tuple[str, list[str], list[str]]]:
    """Return the mark at the beginning of each line of a page, and its numbers and options in ascending order."""
    return [
        (
            re.findall(r"^ *(?:#+|-|\d+\.|)", line)[0],
            sorted(re.findall(r"\d+", line)),
            sorted(re.findall("`(--[^`]*)`", line)),
        )
        for line in text.splitlines()
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", OWN)
def test_every_line_of_a_translated_page_has_the_numbers_of_the_english_one(
    game: str, language: str, speak: Callable[[str], None]
) -> None:
    english = shape(rules_of(game))
    speak(language)
    assert shape(rules_of(game)) == english
