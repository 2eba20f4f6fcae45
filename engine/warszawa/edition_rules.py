"""What the rules ask of an edition of Warszawa: its map, cards, sites, tasks, norms and neutral buildings."""

import re
from collections import Counter
from collections.abc import Sequence

from urbanist.engine.notation import NotationError
from urbanist.engine.warszawa.edition import TYPES, Edition, Place
from urbanist.engine.warszawa.geography import CELLS, HEXES, RIGHT_BANK, URBAN

VERBS = ("norm", "send", "clear", "use", "pass", "build", "metro", "bridge", "done")
MAX_CARDS = 64  # of a stage, because they are bits of one word
MAX_TASKS = 32
MOST_SEATS = 5
NEUTRAL = 7
TASK_ID = re.compile("t[0-9][0-9]")


def check_edition(edition: Edition) -> None:
    """Raise `NotationError` if a game could not be played with an edition."""
    for check in (_check_cards, _check_sites, _check_tasks, _check_norms, _check_neutral):
        check(edition)


def check_map(places: Sequence[Place]) -> None:
    """Raise `NotationError` if the map of a file is not that of the game."""
    seen = set()
    for place in places:
        where = place.q, place.r
        if where not in CELLS:
            raise NotationError("hex {hex}: it is outside the map", hex=f"{place.q},{place.r}")
        if where in seen:
            raise NotationError("hex {hex}: it appears twice", hex=f"{place.q},{place.r}")
        seen.add(where)
        expected = {
            "bank": "right" if where in RIGHT_BANK else "left",
            "zone": "urban" if where in URBAN else "suburban",
            "rubble": where in URBAN,
        }
        for key, value in expected.items():
            if getattr(place, key) != value:
                raise NotationError(
                    "hex {hex}: {key} is {value} on the map",
                    hex=f"{place.q},{place.r}",
                    key=key,
                    value=str(value).lower(),
                )
    missing = [f"{q},{r}" for q, r in HEXES if (q, r) not in seen]
    if missing:
        raise NotationError(
            "hex {hex}: it is missing, the map has {number} hexes", hex=missing[0], number=len(HEXES)
        )


def _check_cards(edition: Edition) -> None:
    for card in edition.cards:
        if card.id in VERBS:
            raise NotationError("card '{card}': the id is a verb of the notation", card=card.id)
        if TASK_ID.fullmatch(card.id):
            raise NotationError("card '{card}': the id has the form of a task id", card=card.id)
    for stage in (1, 2):
        n = len(edition.stage_cards(stage))
        if n > MAX_CARDS:
            raise NotationError(
                "section '{section}': {number} cards of stage {stage}, at most {most}",
                section="cards",
                number=n,
                stage=stage,
                most=MAX_CARDS,
            )
    each = edition.limits.start_cards
    if len(edition.stage_cards(1)) < each * MOST_SEATS:
        raise NotationError(
            "section '{section}': expected at least {number} stage 1 cards, {each} for each player",
            section="cards",
            number=each * MOST_SEATS,
            each=each,
        )


def _check_sites(edition: Edition) -> None:
    owner: dict[tuple[int, int], str] = {}
    for card in edition.cards:
        if card.site is None:
            continue
        where = {"card": card.id, "site": f"{card.site[0]},{card.site[1]}"}
        if card.site not in CELLS:
            raise NotationError("card '{card}': site {site} is outside the map", **where)
        if card.site not in URBAN or card.site in RIGHT_BANK:
            raise NotationError("card '{card}': site {site} is not urban, on the left bank", **where)
        if card.stage != 1 or card.zone == "suburban":
            raise NotationError(
                "card '{card}': site {site}: a historic site is for a stage 1 card that is not suburban",
                **where,
            )
        if card.site in owner:
            raise NotationError(
                "card '{card}': site {site} is already the site of card '{owner}'",
                owner=owner[card.site],
                **where,
            )
        owner[card.site] = card.id


def _check_tasks(edition: Edition) -> None:
    for stage in (1, 2):
        n, each = len(edition.stage_tasks(stage)), edition.limits.tasks_open
        rounds = max(edition.rounds.none[stage - 1], edition.rounds.rounds7[stage - 1])
        if not each * rounds <= n <= MAX_TASKS:
            raise NotationError(
                "section '{section}': {number} tasks of stage {stage}, expected {least} ({each} for each round) "
                "to {most}",
                section="tasks",
                number=n,
                stage=stage,
                least=each * rounds,
                each=each,
                most=MAX_TASKS,
            )


def _check_norms(edition: Edition) -> None:
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
        raise NotationError(
            "section '{section}': expected at least {number}, two for each player",
            section="norms",
            number=2 * MOST_SEATS,
        )


def _check_neutral(edition: Edition) -> None:
    if len(edition.neutral) != NEUTRAL:
        raise NotationError(
            "section '{section}': {number} buildings, the right bank has {there}",
            section="neutral",
            number=len(edition.neutral),
            there=NEUTRAL,
        )
