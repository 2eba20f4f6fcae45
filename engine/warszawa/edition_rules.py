"""What the rules ask of an edition of Warszawa: its map, cards, sites, tasks, norms and neutral buildings."""

import re
from collections import Counter
from collections.abc import Sequence

from urbanist.engine.edition import section
from urbanist.engine.notation import NotationError, miscounted, repeated
from urbanist.engine.warszawa.edition import TYPES, MapHex, WarszawaEdition
from urbanist.engine.warszawa.geography import CELLS, HEXES, RIGHT_BANK, URBAN

VERBS = ("norm", "send", "clear", "use", "pass", "build", "metro", "bridge", "done")
MAX_CARDS = 64  # of a stage, because they are bits of one word
MAX_TASKS = 32
MOST_SEATS = 5
NEUTRAL = 7
TASK_ID = re.compile("t[0-9][0-9]")


def check_edition(edition: WarszawaEdition) -> None:
    """Raise `NotationError` if a game could not be played with an edition."""
    for check in (_check_cards, _check_sites, _check_tasks, _check_norms, _check_neutral):
        check(edition)


def check_map(places: Sequence[MapHex]) -> None:
    """Raise `NotationError` if the map of a file is not that of the game."""
    seen = set()
    for place in places:
        where = place.q, place.r
        if where not in CELLS:
            raise NotationError("it is outside the map").at(f"hex {place.q},{place.r}")
        if where in seen:
            raise repeated(f"hex {place.q},{place.r}")
        seen.add(where)
        expected = {
            "bank": "right" if where in RIGHT_BANK else "left",
            "zone": "urban" if where in URBAN else "suburban",
            "rubble": where in URBAN,
        }
        for key, value in expected.items():
            if getattr(place, key) != value:
                error = NotationError("{key} is {value} on the map", key=key, value=str(value).lower())
                raise error.at(f"hex {place.q},{place.r}")
    missing = [f"{q},{r}" for q, r in HEXES if (q, r) not in seen]
    if missing:
        raise NotationError("it is missing").at(f"hex {missing[0]}")


def _check_cards(edition: WarszawaEdition) -> None:
    for card in edition.cards:
        if card.id in VERBS or TASK_ID.fullmatch(card.id):
            raise NotationError("the notation uses this id for something else").at(f"card '{card.id}'")
    for stage, least in ((1, edition.limits.start_cards * MOST_SEATS), (2, 0)):
        _check_number(f"cards, stage {stage}", len(edition.stage_cards(stage)), least, MAX_CARDS)


def _check_sites(edition: WarszawaEdition) -> None:
    owner: dict[tuple[int, int], str] = {}
    for card in edition.cards:
        if card.site is None:
            continue
        place = f"card '{card.id}': site {card.site[0]},{card.site[1]}"
        if card.site not in CELLS:
            raise NotationError("it is outside the map").at(place)
        if card.site not in URBAN or card.site in RIGHT_BANK:
            raise NotationError("it is not urban, on the left bank").at(place)
        if card.stage != 1 or card.zone == "suburban":
            raise NotationError("a historic site is for a stage 1 card that is not suburban").at(place)
        if card.site in owner:
            raise NotationError("it is already the site of card '{owner}'", owner=owner[card.site]).at(place)
        owner[card.site] = card.id


def _check_tasks(edition: WarszawaEdition) -> None:
    for stage in (1, 2):
        rounds = max(edition.rounds.none[stage - 1], edition.rounds.rounds7[stage - 1])
        least = edition.limits.tasks_open * rounds
        _check_number(f"tasks, stage {stage}", len(edition.stage_tasks(stage)), least, MAX_TASKS)


def _check_norms(edition: WarszawaEdition) -> None:
    cards: Counter[str] = Counter(card.type for card in edition.cards)
    for norm in edition.norms:
        for name, n in Counter(norm.objects).items():
            if name in TYPES and n > cards[name]:
                raise NotationError(
                    "norm '{norm}': nobody can meet it: it needs {number} {kind}, the cards have {there}",
                    norm=norm.id,
                    number=n,
                    kind=name,
                    there=cards[name],
                )
    if len(edition.norms) < 2 * MOST_SEATS:
        raise miscounted(len(edition.norms), f">= {2 * MOST_SEATS}").at(section("norms"))


def _check_neutral(edition: WarszawaEdition) -> None:
    if len(edition.neutral) != NEUTRAL:
        raise miscounted(len(edition.neutral), NEUTRAL).at(section("neutral"))


def _check_number(what: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise miscounted(number, f"{least}-{most}").at(section(what))
