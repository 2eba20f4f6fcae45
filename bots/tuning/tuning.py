"""A tuning: what to tune, the games of each iteration, the step that follows from them, and the journal that keeps it.

What to tune is the content of a TOML file; its keys have the meaning that they have in a tournament. The journal is a
file of JSON: the settings in its first line, and each iteration in a line of its own.
"""

import json
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from msgspec import DecodeError, Meta, Struct, ValidationError, convert, structs, to_builtins
from msgspec.json import decode

from urbanist.bots.files import FileErrors, LineFile
from urbanist.bots.match.pairing import MAX_SEED, Pairing, Rules, drawn_seed
from urbanist.bots.match.workers import MAX_WORKERS, standing
from urbanist.bots.players.player import Bot, Forfeit
from urbanist.bots.process.sandbox import Protection
from urbanist.bots.protocol.command import program_of
from urbanist.bots.protocol.handshake import Declaration
from urbanist.bots.tournament.format import orders_of_two
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
from urbanist.bots.tournament.results import GameResult
from urbanist.bots.tournament.sprt import group_scores
from urbanist.bots.tuning.spsa import ParameterSection, Spsa, Variants, parameter, with_values
from urbanist.search.limit import Limit

#: Keys that change no result.
CIRCUMSTANCES = ("workers", "logs")


class TuningFile(Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
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
    keys: TuningFile
    rules: Rules
    name: str
    bot: Bot
    control: Limit | None
    spsa: Spsa

    @property
    def journal(self) -> Path:
        """The file that keeps the iterations."""
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
    keys = read_struct(path, TuningFile)
    try:
        return _made(path, keys)
    except ValueError as error:
        raise PlanError(f"{path}: {error}") from None


def _made(path: Path, keys: TuningFile) -> Tuning:
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
            given = convert(table, ParameterSection)
        except ValidationError as error:
            raise PlanError(f"tune.{name}: {explained(str(error), ParameterSection)}") from None
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


FORMAT = "urbanist-tuning/1"
#: How each file begins.
BEGINNING = f'{{"format": "{FORMAT}"'


class Iteration(Struct, frozen=True, forbid_unknown_fields=True):
    """One iteration, counted from 0: its variants, the score of `plus` (0 to 1), forfeits, and the values after it."""

    iteration: int
    plus: dict[str, str]
    minus: dict[str, str]
    score: float
    games: int
    forfeits: int
    values: dict[str, float]


class Journal:
    """The open file of a tuning; each iteration that it has added is on the disk."""

    def __init__(self, file: LineFile, seed: int, iterations: list[Iteration]) -> None:
        self._file = file
        self.seed, self.iterations = seed, iterations

    @classmethod
    @contextmanager
    def open(cls, tuning: Tuning, *, resume: bool) -> Iterator["Journal"]:
        """Open the journal of a tuning: a new file, or with `resume` the existing one.

        A file without a line is a new one. Raise `PlanError` if a new file exists already, if there is none to resume,
        if it is of another tuning, or if another process writes to it.
        """
        path = tuning.journal
        errors = FileErrors(
            PlanError(f"{path}: no such file, so there is no tuning to resume; start it without --resume"),
            PlanError(f"{path} exists already; --resume continues the tuning in it"),
            PlanError(f"{path}: another process is playing this tuning"),
        )
        with LineFile.open(path, BEGINNING, "{", resume=resume, errors=errors) as file:
            iterations: list[Iteration] = []
            seed = tuning.rules.seed
            if not file.is_new:
                seed, iterations = _read(file.lines(), path, tuning)
            file.settle()
            if file.is_new:
                file.add(_text({"format": FORMAT, "seed": seed, "settings": tuning.settings()}))
            yield cls(file, seed, iterations)

    def add(self, iteration: Iteration) -> None:
        """Add an iteration; raise `OSError` if it cannot be written."""
        self._file.add(_text(to_builtins(iteration)))
        self.iterations.append(iteration)


def _text(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False)


def _read(lines: Iterable[tuple[int, str]], path: Path, tuning: Tuning) -> tuple[int, list[Iteration]]:
    """Return the seed and the iterations in the lines of a file; raise `PlanError` if they are of another tuning."""
    try:
        (_, first), *others = lines
        head = json.loads(first)
        seed, settings = int(head["seed"]), head["settings"]
        if head["format"] != FORMAT:
            raise KeyError(FORMAT)
        iterations = [decode(line, type=Iteration) for _, line in others]
    except (ValueError, TypeError, KeyError, DecodeError, ValidationError):
        raise PlanError(f"{path}: not the journal of a tuning") from None
    asked = json.loads(json.dumps(tuning.settings()))
    if tuning.keys.seed is not None:
        settings, asked = {**settings, "seed": seed}, {**asked, "seed": tuning.keys.seed}
    other = next((key for key in sorted({*settings, *asked}) if settings.get(key) != asked.get(key)), None)
    if other is not None:
        there, here = (json.dumps(found.get(other, "not given"))[:120] for found in (settings, asked))
        raise PlanError(f"{path} belongs to another tuning: {other} is {there} there, {here} here")
    return seed, iterations


#: The numbers of the two variants among the bots of a game.
PLUS, MINUS = 0, 1


class Run:
    """The run of a tuning with its journal, which knows the seed."""

    def __init__(self, tuning: Tuning, journal: Journal) -> None:
        self.tuning, self.journal = tuning.seeded(journal.seed), journal
        self._orders = orders_of_two(tuning.rules.seats)

    @property
    def values(self) -> dict[str, float]:
        """The values of the options so far."""
        iterations = self.journal.iterations
        return dict(iterations[-1].values) if iterations else self.tuning.spsa.start()

    def play(self) -> Generator[Iteration, None, None]:
        """Play the missing iterations, and yield each after it is saved; the games do not depend on the workers."""
        spsa = self.tuning.spsa
        with standing(self.tuning.keys.workers) as play:
            for number in range(len(self.journal.iterations), spsa.iterations):
                values = self.values
                variants = spsa.variants(number, values)
                played = [
                    GameResult.of(pairing, game) for pairing, game in play(self._pairings(number, variants))
                ]
                scores = group_scores(played, PLUS, MINUS, len(self._orders))
                score = sum(scores.values()) / len(scores)
                iteration = Iteration(
                    number,
                    variants.plus,
                    variants.minus,
                    score,
                    len(played),
                    sum(len(game.forfeits) for game in played),
                    spsa.after(number, values, variants.turns, score),
                )
                self.journal.add(iteration)
                yield iteration

    def _pairings(self, number: int, variants: Variants) -> Iterator[Pairing]:
        """Yield the games of an iteration: each deal in all seatings of the two variants."""
        tuning = self.tuning
        bots = tuple(with_values(tuning.bot, texts) for texts in (variants.plus, variants.minus))
        names = ("plus", "minus")
        deals = tuning.keys.deals
        for deal in range(number * deals, (number + 1) * deals):
            for game, order in enumerate(self._orders, 1):
                yield Pairing(
                    f"{number + 1}.{deal + 1}.{game}",
                    tuning.rules,
                    deal,
                    order,
                    tuple(bots[side] for side in order),
                    tuple(names[side] for side in order),
                    None if tuning.control is None else (tuning.control,) * len(order),
                    restart=True,  # a process of other options would wait for nothing
                    noting="none",
                )
