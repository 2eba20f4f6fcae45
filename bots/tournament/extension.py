"""What may be added to a tournament that has begun: deals, rounds or bots. Its games stay what they are."""

from typing import Any

from urbanist.bots.tournament.form import ROUNDS, PlanError
from urbanist.bots.tournament.format import Format, chosen
from urbanist.bots.tournament.plan import Plan, digest_of

#: The setting that has the numbers of bots: at the beginning, and after each extension that added some.
GROWN = "grown"


def extended(stored: dict[str, Any], asked: dict[str, Any], plan: Plan) -> dict[str, Any]:
    """Return the stored settings of a tournament with what may grow as it is asked for.

    Raise `PlanError` if something would shrink, or if its format cannot be extended.
    """
    kind = chosen(plan.form)
    if not kind.grows:
        raise PlanError(f"a {kind.name} cannot be extended: play it again with another database")
    found = dict(stored)
    for key in kind.grows:
        before, after = (_size(key, settings, kind) for settings in (stored, asked))
        if after < before:
            raise PlanError(f"{key}: {after} here, {before} there; expected as many or more")
        if _begins(key, stored, asked, plan, before):
            found.pop(key, None)
            found.update({key: asked[key]} if key in asked else {})
    if len(found["bot"]) > len(stored["bot"]):
        found[GROWN] = [*stored.get(GROWN, [len(stored["bot"])]), len(found["bot"])]
        _keep_seats(stored, found, plan)
        found.update({"players": asked["players"]} if "players" in asked else {})
    return found


def grows(key: str, stored: dict[str, Any], asked: dict[str, Any], plan: Plan) -> bool:
    """Return whether a setting only adds to what is there, so that the tournament can be extended by it."""
    kind = chosen(plan.form)
    if key not in kind.grows:
        return False
    before, after = (_size(key, settings, kind) for settings in (stored, asked))
    return before < after and _begins(key, stored, asked, plan, before)


def _size(key: str, settings: dict[str, Any], kind: type[Format]) -> int:
    """Return how many deals, rounds or bots there are."""
    if key == "bot":
        return len(settings["bot"])
    if key == "rounds":
        return int(settings.get("rounds", ROUNDS))
    deals = settings.get("deals", kind.usual_deals)
    return int(deals["lines"] if isinstance(deals, dict) else deals)


def _begins(key: str, stored: dict[str, Any], asked: dict[str, Any], plan: Plan, before: int) -> bool:
    """Return whether what is asked for begins with what is there, so that it only adds to it."""
    if key == "bot":
        return bool(asked["bot"][:before] == stored["bot"])
    there, here = stored.get("deals"), asked.get("deals")
    if key == "deals" and (isinstance(there, dict) or isinstance(here, dict)):
        return (
            isinstance(there, dict)
            and isinstance(here, dict)
            and digest_of(plan.book[:before]) == there["digest"]
        )
    return True


def _keep_seats(stored: dict[str, Any], found: dict[str, Any], plan: Plan) -> None:
    """Raise `PlanError` if the tables would get other seats because there are more bots."""
    before = stored.get("players") or chosen(plan.form).usual_seats(plan.rules.game, len(stored["bot"]))
    if plan.rules.seats != before:
        raise PlanError(
            f"with {len(found['bot'])} bots a table has {plan.rules.seats} seats; players = {before} keeps them"
        )
