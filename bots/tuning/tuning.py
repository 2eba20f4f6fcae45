"""What to tune: the content of a TOML file, checked; its keys have the meaning that they have in a tournament."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct, ValidationError, convert, structs, to_builtins

from urbanist.bots.match.pairing import MAX_SEED, Rules, drawn_seed
from urbanist.bots.match.workers import MAX_WORKERS
from urbanist.bots.players.player import Bot, Forfeit
from urbanist.bots.process.sandbox import Protection
from urbanist.bots.protocol.command import program_of
from urbanist.bots.protocol.introduction import Declaration
from urbanist.bots.tournament.plan import entrant, game_of, rules_of
from urbanist.bots.tournament.plan_schema import (
    Clock,
    Count,
    Entry,
    File,
    PlanError,
    Seats,
    explained,
    read_struct,
)
from urbanist.bots.tuning.spsa import Given, Spsa, parameter
from urbanist.search.limit import Limit

#: Keys that change no result.
CIRCUMSTANCES = ("workers", "logs")


class Keys(Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """All keys of a file."""

    game: str
    bot: Entry
    tune: dict[str, dict[str, Any]]
    variant: str | None = None
    options: list[str] = []
    cards: File | None = None
    players: Seats | None = None
    iterations: Count = 200
    deals: Count = 4
    rate: Annotated[float, Meta(gt=0, le=10)] = 0.1
    seed: Annotated[int, Meta(ge=0, le=MAX_SEED - 1)] | None = None
    clock: Clock | None = None
    sandbox: Protection = "none"
    workers: Annotated[int, Meta(ge=1, le=MAX_WORKERS)] = 1
    logs: File | None = None


@dataclass(frozen=True, slots=True)
class Tuning:
    """A bot whose options are tuned, the games that decide, and the plan of the iterations."""

    path: Path
    keys: Keys
    rules: Rules
    name: str
    bot: Bot
    control: Limit | None
    spsa: Spsa

    @property
    def journal(self) -> Path:
        """The file that keeps the steps."""
        return self.path.with_suffix(".jsonl")

    def settings(self) -> dict[str, Any]:
        """Return all settings that the results depend on."""
        found: dict[str, Any] = to_builtins(self.keys)
        if self.rules.cards is not None:
            found["cards"] = self.rules.cards.digest
        return {key: value for key, value in found.items() if key not in (*CIRCUMSTANCES, "seed")}

    def played_by(self, workers: int | None) -> "Tuning":
        """Return the tuning with other workers; None keeps the setting of the file."""
        return self if workers is None else replace(self, keys=structs.replace(self.keys, workers=workers))

    def seeded(self, seed: int) -> "Tuning":
        """Return the tuning with another seed of all games and variants."""
        return replace(self, rules=replace(self.rules, seed=seed), spsa=replace(self.spsa, seed=seed))


def read_tuning(path: Path) -> Tuning:
    """Return the tuning of a file; raise `PlanError` if it is invalid, `OSError` if it cannot be read."""
    keys = read_struct(path, Keys)
    try:
        return _made(path, keys)
    except ValueError as error:
        raise PlanError(f"{path}: {error}") from None


def _made(path: Path, keys: Keys) -> Tuning:
    seed = drawn_seed() if keys.seed is None else keys.seed
    seats = keys.players or min(game_of(keys.game).notation.seat_counts)
    cards = path.parent / keys.cards if keys.cards else None
    rules = rules_of(keys.game, seats, seed, keys.variant, keys.options, cards)
    journal = path.with_suffix(".jsonl")
    logs = path.parent / keys.logs if keys.logs else None
    made = entrant(1, keys.bot, keys.clock, keys.sandbox, logs, (path, journal, *([logs] if logs else [])))
    if keys.bot.restart is False:
        raise PlanError("bot: restart = false: each iteration has other options, so programs start anew")
    if not keys.tune:
        raise PlanError("[tune.OPTION] is missing: which option is to be tuned?")
    declared = _declarations(made.bot)
    parameters = []
    for name, table in keys.tune.items():
        try:
            given = convert(table, Given)
        except ValidationError as error:
            raise PlanError(f"tune.{name}: {explained(str(error), Given)}") from None
        parameters.append(parameter(name, given, made.bot, declared.get(name)))
    spsa = Spsa(tuple(parameters), keys.iterations, keys.rate, seed)
    return Tuning(path, keys, rules, made.name, made.bot, made.control, spsa)


def _declarations(bot: Bot) -> dict[str, Declaration]:
    """Return the options that a program declares, by name; none for other bots."""
    program = program_of(bot)
    if program is None:
        return {}
    try:
        client = program.start()
    except Forfeit as forfeit:
        raise PlanError(f"bot '{bot.name}': {forfeit}") from None
    client.process.close()
    return client.options
