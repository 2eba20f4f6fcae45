"""The folder of a training: its settings, the games, the weights and the report of each generation.

Games are added line by line, everything else appears under its name when it is complete. So an interrupted training
loses at most the games that are being played.
"""

from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import asdict

from urbanist.bots.files import LineFile, is_temporary, lock_file, whole, write
from urbanist.engine import GAMES, CardFile, NotationError
from urbanist.engine.edition import loaded
from urbanist.search.network import Network, Size, network_of
from urbanist.search.training import Curve, Fit, RecordedGame, Schedule, Setups

Line = TypeVar("Line", bound=Struct)
Count = Annotated[int, Meta(ge=1)]
Share = Annotated[float, Meta(ge=0, le=1)]
Positive = Annotated[float, Meta(gt=0)]
#: The start of a training from the weights that come with urbanist.
SHIPPED = "shipped"


class TrainingError(Exception):
    """A folder that is not what it should be, or that another process uses."""


class Hyperparameters(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The hyperparameters of a training: of its fits, of their window, and of self-play."""

    passes: Count = Schedule.passes  # over all positions in a fit
    rate: Positive = Schedule.rate  # the first one of the value, with 256 positions a step
    batch: Count = Fit.batch  # positions a step, at most
    bootstraps: Annotated[int, Meta(ge=0)] = 0  # fits of the value that go on, to what it expects itself
    bootstrap_trace: Share = 0.9  # lambda of their targets
    window: Count = 4  # the most generations that a fit reads, of the newest half
    noise: Share = 0.0  # the share of noise in the priors of the first moves of a search
    full: Share = 0.25  # the share of decisions that take a whole search

    @property
    def schedule(self) -> Schedule:
        """The schedule of a fit."""
        return Schedule(self.passes, self.rate)

    def by_name(self) -> dict[str, Any]:
        """Return all hyperparameters by name."""
        return asdict(self)


class TrainingSettings(Hyperparameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a training: games of a generation, visits a move, the network, and the test against the best.

    A variant, a number of players or options of None are drawn anew for each game of self-play.
    """

    game: str
    variant: str | None = None
    players: Count | None = None
    options: tuple[str, ...] | None = None
    cards: CardFile | None = None
    seed: int = 1
    start: str | None = None  # the file of weights that it began with, or "shipped"
    games: Count = 1000  # a generation
    nodes: Count = 200  # a move of self-play
    trace: Share = 0.97  # lambda of the targets: 1 for the end of a game, 0 for what the search expected
    units: Count = Size().value  # of each hidden layer of what judges positions
    policy_units: Count = Size().policy  # of the hidden layer of what ranks moves
    choices: Count = 200_000  # decisions, at most, that the fit of the policy draws from
    gate_deals: Count = 150  # the most deals of the test at each number of seats
    gate_nodes: Count = 300  # a move of the test

    def setups(self) -> Setups:
        """Return the setups of the games, whose cards are known then; `NotationError` if the rules forbid one."""
        game = GAMES[self.game]
        always = () if self.cards is None else (loaded(game.notation, self.cards),)
        return Setups.of(game, self.variant, self.players, self.options, always)


class GenerationReport(Struct, frozen=True, kw_only=True):
    """The results of a generation; losses are those of the validation set."""

    generation: int
    games: int
    positions: int
    entropy: float  # of the win shares, in nats
    error: float  # standard error of points
    visits: float  # cross entropy of the visits of a decision, in nats
    deals: int  # of the test
    score: float  # share of the test's games that the new weights won
    low: float
    high: float
    accepted: bool
    seconds: float
    value_curve: Curve = []  # of the value network; reports of 0.2.0 have none
    policy_curve: Curve = []


class Numbered(Struct, frozen=True, array_like=True):
    """A line of a file of games."""

    number: int
    game: RecordedGame


class Header(Struct, frozen=True, array_like=True):
    """The number of such a line, whose game is not read."""

    number: int
    game: msgspec.Raw


class Group(Struct, frozen=True, array_like=True):
    """A line of a file of tests: the number of a deal, and the score of the new weights there."""

    deal: int
    score: float


class Folder:
    """The files of one training."""

    def __init__(self, path: Path, settings: TrainingSettings) -> None:
        self.path, self.settings = path, settings
        self.game = GAMES[settings.game]
        settings.setups()  # the cards that its games have
        #: The page about the training, for whoever shows its reports.
        self.page = path / "report.html"
        #: The file of the weights that the training began with.
        self.first_weights = path / "weights-start.npz"

    @classmethod
    def open(cls, path: Path, asked: TrainingSettings) -> "Folder":
        """Return the folder of a new or an interrupted training; `TrainingError` if it has other settings.

        Its path is absolute, because workers of a cluster read weights there from folders of their own.
        """
        path = path.absolute()
        file = path / "settings.json"
        if file.is_file():
            settings = settings_of(path)
            for name in TrainingSettings.__struct_fields__:
                if getattr(settings, name) != getattr(asked, name):
                    raise TrainingError(
                        f"{file}: {name} = {getattr(settings, name)}, and {getattr(asked, name)} was asked for; "
                        "expected the same settings, or a new folder"
                    )
        else:
            if path.exists() and not (
                path.is_dir() and all(is_temporary(each, file) for each in path.iterdir())
            ):
                raise TrainingError(
                    f"{path}: not the folder of a training; expected a new or an empty folder"
                )
            _first(asked)
            path.mkdir(parents=True, exist_ok=True)
            write(file, msgspec.json.format(msgspec.json.encode(asked)) + b"\n")
        folder = cls(path, asked)
        network = None if folder.first_weights.exists() else _first(asked)
        if network is not None:
            with whole(folder.first_weights) as weights:
                network.save(weights, folder.game)
        return folder

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the folder for this process; `TrainingError` if another process trains in it."""
        with (self.path / "settings.json").open("rb") as file:
            lock_file(file, TrainingError(f"{self.path}: another process is training here"))
            yield

    def reports(self) -> list[GenerationReport]:
        """Return the reports of all finished generations."""
        return list(_each(self.path / "reports.jsonl", GenerationReport))

    def finish(self, report: GenerationReport) -> None:
        """Add the report of a generation, which ends it."""
        _append(self.path / "reports.jsonl", report)

    def accepted(self) -> tuple[str, ...]:
        """Return the files of the first weights and of those that passed their tests, the oldest first."""
        passed = [self.weights(report.generation) for report in self.reports() if report.accepted]
        return tuple(map(str, [self.first_weights, *passed] if self.settings.start else passed))

    def weights(self, generation: int) -> Path:
        """Return the file of the weights of a generation."""
        return self.path / f"weights-{generation:03}.npz"

    def keep(self, generation: int, network: Network) -> None:
        """Write the weights of a generation."""
        with whole(self.weights(generation)) as file:
            network.save(file, self.game)

    def numbers(self, generation: int) -> set[int]:
        """Return the numbers of the games of a generation."""
        return {line.number for line in _each(self.path / f"games-{generation:03}.jsonl", Numbered)}

    def games(self, generation: int) -> Iterator[tuple[int, RecordedGame]]:
        """Yield the games of a generation by number, in the order of the numbers, one at a time in memory."""
        file = self.path / f"games-{generation:03}.jsonl"
        numbers = [line.number for line in _each(file, Header)]
        if not numbers:
            return
        with file.open("rb") as opened:
            starts, end = [], 0
            for line in opened:
                if line.strip():  # empty lines have no number
                    starts.append(end)
                end += len(line)
            for number, start in sorted(dict(zip(numbers, starts, strict=True)).items()):
                opened.seek(start)
                line = opened.readline().removeprefix(BOM_UTF8)
                yield number, msgspec.json.decode(line, type=Numbered).game

    def add(self, generation: int, number: int, game: RecordedGame) -> None:
        """Add a game to a generation."""
        _append(self.path / f"games-{generation:03}.jsonl", Numbered(number, game))

    def groups(self, generation: int) -> dict[int, float]:
        """Return the scores of a generation's test, by the number of the deal."""
        return {line.deal: line.score for line in _each(self.path / f"test-{generation:03}.jsonl", Group)}

    def add_group(self, generation: int, deal: int, score: float) -> None:
        """Add the score of a deal to the test of a generation."""
        _append(self.path / f"test-{generation:03}.jsonl", Group(deal, score))


def settings_of(folder: Path) -> TrainingSettings:
    """Return the settings of an earlier training in a folder; `TrainingError` if there are none."""
    file = folder / "settings.json"
    try:
        return msgspec.json.decode(file.read_bytes().removeprefix(BOM_UTF8), type=TrainingSettings)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise TrainingError(
            f"{file}: {error}; expected the settings of a training with this version"
        ) from None
    except OSError as error:
        raise TrainingError(f"{file}: {error.strerror}; expected the folder of a training") from None


def _each(file: Path, form: type[Line]) -> Iterator[Line]:
    """Yield the lines of a file, which ends with a whole line at last."""
    if not file.is_file():
        return
    begins = "[" if form.__struct_config__.array_like else "{"
    with file.open("r+b", buffering=0) as opened:
        lines = LineFile(file, opened, begins, begins)
        try:
            for line in lines.lines():
                yield _decoded(file, *line, form)
        except NotationError as error:
            raise TrainingError(f"{error}; expected a line of a training with this version") from None
        lines.settle()


def _decoded(file: Path, number: int, line: str, form: type[Line]) -> Line:
    try:
        return msgspec.json.decode(line, type=form)
    except msgspec.MsgspecError as error:
        raise TrainingError(
            f"{file}, line {number}: {error}; expected a line of a training with this version"
        ) from None


def _append(file: Path, line: Struct) -> None:
    with file.open("a+b", buffering=0) as opened:
        LineFile(file, opened, "", "").add(msgspec.json.encode(line).decode(), safe=False)


def _first(settings: TrainingSettings) -> Network | None:
    """Return the network that a training begins with, if any; `TrainingError` if its file is none."""
    if settings.start is None:
        return None
    try:
        network = network_of(GAMES[settings.game], None if settings.start == SHIPPED else settings.start)
    except ValueError as error:
        raise TrainingError(str(error)) from None
    if network is None:
        raise TrainingError(f"no weights of {settings.game} come with urbanist; expected a file of weights")
    return network
