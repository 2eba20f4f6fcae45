"""The plan of a tournament from its file: what is played, by whom and how often."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from urbanist.bots.contest.book import digest_of, read_book
from urbanist.bots.contest.entrant import control, entrant, one_lined
from urbanist.bots.contest.format import Format, Plan, chosen, whole_form
from urbanist.bots.contest.plan_schema import CIRCUMSTANCES, Openings, PlanError, PlanFile, read_struct
from urbanist.bots.match.adjudication import adjudication_of
from urbanist.bots.match.pairing import Rules, drawn_seed
from urbanist.bots.match.runner import GamePool
from urbanist.bots.process.resource_limits import LONGEST_LOG
from urbanist.bots.protocol.command import StartCheck, check_start, traced
from urbanist.engine import GAMES, CardFile, Game
from urbanist.engine.edition import loaded
from urbanist.engine.name import check_apart
from urbanist.engine.suggestion import suggestion

#: What SQLite adds to the names of the files beside a database.
BESIDE = ("-wal", "-shm", "-journal")
#: The setting that has the numbers of bots: at the beginning, and after each extension that added some.
GROWN = "grown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament(Plan):
    """The plan that a file describes, and the database of its games.

    If the file sets no seed, that of the plan is drawn at random; the database keeps the one that was played first.
    """

    path: Path
    form: PlanFile
    database: Path

    @property
    def name(self) -> str:
        """The name of the tournament: that of its file."""
        return self.path.stem

    def settings(self) -> dict[str, Any]:
        """Return all settings that results depend on; two tournaments with equal settings are the same."""
        values: dict[str, Any] = to_builtins(self.form)
        values = {key: value for key, value in values.items() if key in PlanFile.__struct_fields__}
        values |= to_builtins(self.own) | {"seed": self.rules.seed}
        if self.rules.cards is not None:
            # The results depend on the content of the file, not on its path.
            values["cards"] = self.rules.cards.digest
        if self.book:
            values["deals"] = {"lines": len(self.book), "digest": digest_of(self.book)}
        return {key: value for key, value in values.items() if key not in CIRCUMSTANCES}

    def played_by(self, workers: int | None, scheduler: str | None) -> "Tournament":
        """Return the plan with other workers or another scheduler; None keeps the setting of the file."""
        return replace(self, pool=GamePool(workers or self.pool.workers, scheduler or self.pool.scheduler))

    def traced(self, file: Path) -> "Tournament":
        """Return the plan with a trace of the lines of all programs."""
        entrants = (
            replace(entrant, bot=traced(entrant.bot, entrant.name, file)) for entrant in self.entrants
        )
        return replace(self, entrants=tuple(entrants))

    def check_start(self) -> StartCheck:
        """Start each bot once, and return what programs say; raise `PlanError` if one cannot play."""
        try:
            return check_start(self.bots, self.rules.game)
        except ValueError as error:
            raise PlanError(f"{self.path}: {error}") from None


def read_plan(path: Path) -> Tournament:
    """Return the plan of a file; raise `PlanError` if it is invalid, `OSError` if it cannot be read.

    What is played and the logs stand beside the file, so that cannot be a device or a pipe.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        raise PlanError(
            f"{path}: not a file: the results stand beside it; expected the path of a tournament file"
        )
    form = read_struct(path, whole_form())
    try:
        return planned(path, form)
    except ValueError as error:
        raise PlanError(f"{path}: {error}") from None


def planned(path: Path, form: PlanFile) -> Tournament:
    """Return the plan of a form; raise `ValueError` if the form is invalid."""
    kind, own = chosen(form)
    for key in ("database", "logs", "cards"):
        one_lined(key, getattr(form, key) or "")
    logs = path.parent / (form.logs or f"{path.stem}.logs")
    database = path.parent / form.database if form.database else path.with_suffix(".sqlite")
    hides = (path, logs, database, *(Path(f"{database}{end}") for end in BESIDE))
    book: tuple[str, ...] = ()
    seats = form.players
    if form.openings is not None and not isinstance(form.deals, str):
        raise PlanError("[openings]: expected deals = 'FILE', the file of the openings")
    if isinstance(form.deals, str):
        book, seats = opened(form, path.parent)
        hides = (*hides, path.parent / form.deals)
    # A bot has a log and a packed one.
    log_size = min(LONGEST_LOG, (form.logs_size << 20) // (2 * max(len(form.bot), 1)))
    cards = path.parent / form.cards if form.cards else None
    entrants = tuple(
        entrant(place, entry, form.clock, form.sandbox, logs, hides, log_size, cards)
        for place, entry in enumerate(form.bot, 1)
    )
    duplicates = [name for name, times in Counter(entrant.name for entrant in entrants).items() if times > 1]
    if duplicates:
        raise PlanError(f"two bots have the name '{duplicates[0]}'; give one of them another name")
    check_apart(entrant.name for entrant in entrants)
    game_of(form.game)
    seats = kind.usual_seats(form.game, len(entrants)) if seats is None else seats
    kind.check_entrants(len(entrants), seats)
    rules = rules_of(form.game, seats, form.seed, form.variant, form.options, cards)
    if form.anchor is not None:
        known("anchor", form.anchor, [entrant.name for entrant in entrants])
    plan = Tournament(
        kind=kind,
        own=own,
        rules=rules,
        entrants=entrants,
        deals=len(book) if isinstance(form.deals, str) else form.deals or kind.usual_deals,
        book=book,
        shuffles=form.openings is not None and form.openings.order == "random",
        seatings=form.seatings,
        restart=form.restart,
        noting=form.notes,
        adjudication=adjudication_of(form.adjudicate, form.resign),
        clock=control(form.clock, None),
        entries=tuple(form.bot),
        anchor=form.anchor,
        rest_after=form.rest_after,
        pool=GamePool(form.workers, form.scheduler),
        path=path,
        form=form,
        database=database,
    )
    kind.check(plan)
    return plan


def opened(form: PlanFile, folder: Path) -> tuple[tuple[str, ...], int]:
    """Return the deals of a file and their seats; raise `PlanError` if other settings contradict them."""
    assert isinstance(form.deals, str)
    one_lined("deals", form.deals)
    game_of(form.game)
    for key, given in (("variant", form.variant), ("options", form.options)):
        if given:
            raise PlanError(f"{key}: the deals of '{form.deals}' say it; leave it out")
    if form.cards:
        loaded(GAMES[form.game].notation, CardFile.read(folder / form.cards))
    book, seats = read_book(folder / form.deals, form.game, form.openings or Openings())
    if form.players not in (None, seats):
        raise PlanError(f"players = {form.players}: the deals of '{form.deals}' are for {seats}")
    return book, seats


def game_of(name: str) -> Game:
    """Return the game of a name; raise `PlanError` if there is no such game."""
    if name not in GAMES:
        raise PlanError(f"no game '{name}'; {suggestion(name, sorted(GAMES))}")
    return GAMES[name]


def rules_of(
    game: str, seats: int, seed: int | None, variant: str | None, options: Sequence[str], cards: Path | None
) -> Rules:
    """Return the rules of the games of a file, with a new seed if there is none; raise `ValueError` if one is wrong."""
    game_of(game)
    file = None if cards is None else CardFile.read(cards)
    rules = Rules(game, seats, drawn_seed() if seed is None else seed, variant, tuple(options), file)
    rules.start(0)
    return rules


def known(key: str, name: str, names: Sequence[str]) -> None:
    """Raise `PlanError` if there is no bot with the name that a setting gives."""
    if name not in names:
        raise PlanError(f"{key} = '{name}': no bot with this name; {suggestion(name, names)}")


def extended(stored: dict[str, Any], asked: dict[str, Any], plan: Tournament) -> dict[str, Any]:
    """Return the stored settings of a tournament with what may grow as it is asked for.

    Raise `PlanError` if something would shrink.
    """
    kind = plan.kind
    values = dict(stored)
    for key in kind.grows:
        before, after = (_size(key, settings, kind) for settings in (stored, asked))
        if after < before:
            raise PlanError(f"{key}: {after} here, {before} there; expected as many or more")
        if _begins(key, stored, asked, plan, before):
            values.pop(key, None)
            values.update({key: asked[key]} if key in asked else {})
    if len(values["bot"]) > len(stored["bot"]):
        values[GROWN] = [*stored.get(GROWN, [len(stored["bot"])]), len(values["bot"])]
        _keep_seats(stored, values, plan)
        values.update({"players": asked["players"]} if "players" in asked else {})
    return values


def grows(key: str, stored: dict[str, Any], asked: dict[str, Any], plan: Tournament) -> bool:
    """Return whether a setting only adds to what is there, so that the tournament can be extended by it."""
    kind = plan.kind
    if key not in kind.grows:
        return False
    before, after = (_size(key, settings, kind) for settings in (stored, asked))
    return before < after and _begins(key, stored, asked, plan, before)


def _size(key: str, settings: dict[str, Any], kind: type[Format]) -> int:
    """Return how many deals, rounds or bots there are, or how large another number is that may grow."""
    if key == "bot":
        return len(settings["bot"])
    if key != "deals":
        return int(settings.get(key, getattr(kind.settings(), key)))
    deals = settings.get("deals", kind.usual_deals)
    return int(deals["lines"] if isinstance(deals, dict) else deals)


def _begins(key: str, stored: dict[str, Any], asked: dict[str, Any], plan: Tournament, before: int) -> bool:
    """Return whether what is asked for begins with what is there, so that it only adds to it."""
    if key == "bot":
        return bool(asked["bot"][:before] == stored["bot"])
    there, here = stored.get("deals"), asked.get("deals")
    if key == "deals" and (isinstance(there, dict) or isinstance(here, dict)):
        return (
            isinstance(there, dict)
            and isinstance(here, dict)
            and not plan.shuffles  # with more lines all stand in another order
            and digest_of(plan.book[:before]) == there["digest"]
        )
    return True


def _keep_seats(stored: dict[str, Any], values: dict[str, Any], plan: Tournament) -> None:
    """Raise `PlanError` if the tables would get other seats because there are more bots."""
    before = stored.get("players") or plan.kind.usual_seats(plan.rules.game, len(stored["bot"]))
    if plan.rules.seats != before:
        raise PlanError(
            f"with {len(values['bot'])} bots a table has {plan.rules.seats} seats; players = {before} keeps them"
        )
