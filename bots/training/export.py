"""The export of positions: of games by informed playouts, or by a search, as columns of numbers in one file.

All that is by seat begins with the seat to move and goes clockwise, as in observations.
"""

import json
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from itertools import count
from math import prod
from pathlib import Path
from random import Random
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from urbanist.bots.match.arena import Arena
from urbanist.bots.match.pairing import derived
from urbanist.bots.match.runner import GamePool, run
from urbanist.bots.players.builtin import IsmctsBot
from urbanist.bots.players.level import levelled
from urbanist.engine import GAMES, Batch, CardFile, State
from urbanist.engine.edition import loaded
from urbanist.engine.observation import Parts, part_of
from urbanist.engine.record import win_shares
from urbanist.search.training import DealtTable, Exploration, RecordedGame, play, states
from urbanist.search.training.disk_rows import Stored
from urbanist.search.training.selfplay import onward

Column = npt.NDArray[Any]
#: Columns by name. Those of `LISTS` have the numbers of all positions one after the other.
Columns = dict[str, Column]
#: The columns with a list for each position; `moves` tells its length.
LISTS = ("actions", "policy")
#: The most games that are played at once, and the bytes of observations that they may take.
AT_ONCE, BYTES = 256, 1 << 26
#: Moves of a game, about.
USUAL_PLIES = 64


@dataclass(frozen=True, slots=True)
class ExportPlan:
    """The plan of an export: games with a setup, what is told of a position, and the search; None for playouts."""

    game: str
    seats: int
    seed: int
    positions: int
    variant: str
    options: tuple[str, ...] = ()
    cards: CardFile | None = None
    parts: Parts = "features"
    cropped: bool = False
    bot: IsmctsBot | None = None

    def table(self) -> DealtTable:
        """Return what is dealt, with the cards."""
        always = () if self.cards is None else (loaded(GAMES[self.game].notation, self.cards),)
        return DealtTable(self.variant, self.seats, (*self.options, *always))

    def names(self) -> dict[str, list[str]]:
        """Return the names of the numbers in the columns that have some."""
        game = GAMES[self.game]
        whole = (game.crop_layout if self.cropped else None) or game.layout
        layout = part_of(whole, self.parts, len(game.common_features), len(game.seat_features))
        arrays = ("common", "seats", "common_planes", "seat_planes")
        names = {name: getattr(layout, name) for name in arrays} | {"score_rows": self.kinds()}
        return {name: list(each) for name, each in names.items() if each}

    def kinds(self) -> tuple[str, ...]:
        """Return the kinds of the rows of a score."""
        table = self.table()
        dealt = GAMES[self.game].deal(variant=table.variant, seats=table.seats, options=table.options, seed=0)
        return tuple(map(str, type(dealt.score_rows(0)[0].kind)))


@dataclass(frozen=True, slots=True)
class SearchGame:
    """A game of the search of a plan at all seats."""

    plan: ExportPlan
    number: int

    @property
    def id(self) -> str:
        """The id of the game."""
        return str(self.number)

    def play(self, arena: Arena) -> RecordedGame:
        """Return the game; it needs no bots of the arena."""
        plan, bot = self.plan, self.plan.bot
        assert bot is not None
        seed = derived(plan.seed, "export", self.number)
        if bot.level is not None:
            bot = levelled(bot, bot.level, plan.game, plan.seats)
        best = replace(bot, seed=Random(seed).getrandbits(32))
        return play(GAMES[plan.game], plan.table(), (best,) * plan.seats, best, Exploration(), seed)


def exported(plan: ExportPlan, pool: GamePool) -> Generator[Columns, None, None]:
    """Yield the columns of a plan in parts; the same plan gives the same numbers, whoever plays its games."""
    parts = _playouts(plan, pool.workers) if plan.bot is None else _searches(plan, pool)
    left = plan.positions
    with closing(parts):
        for columns in parts:
            yield _first(columns, left)
            left -= len(columns["game"])
            if left <= 0:
                return


def _first(columns: Columns, n: int) -> Columns:
    """Return the columns of the first positions."""
    moves = int(columns["moves"][:n].sum())
    return {name: column[: moves if name in LISTS else n] for name, column in columns.items()}


def _playouts(plan: ExportPlan, threads: int) -> Generator[Columns, None, None]:
    """Yield the positions of games by informed playouts, some games at a time, one game after the other."""
    game, table, kinds = GAMES[plan.game], plan.table(), plan.kinds()
    deal = partial(Batch.deal, game, variant=table.variant, seats=table.seats, options=table.options)
    width = _observed(plan, deal(n=1), 1)
    games = BYTES // (USUAL_PLIES * sum(column.nbytes for column in width.values()))
    games = min(max(games, 1), AT_ONCE, plan.positions)
    for start in count(step=games):
        batch = deal(n=games, seed=derived(plan.seed, "deals", start), threads=threads)
        parts = []
        for ply in count():
            going = np.flatnonzero(batch.array["over"] == 0)
            if not len(going):
                break
            parts.append({"game": start + going} | _observed(plan, batch.take(going), threads))
            seed = derived(plan.seed, "moves", start, ply) >> 1
            batch.playout(seed, informed=True, plies=1, threads=threads)
        points, ranks = batch.standing()
        wins = (ranks == 1) / (ranks == 1).sum(axis=1, keepdims=True)
        rows = np.array([score_table(batch.state(number), kinds) for number in range(games)], np.int32)
        columns = _by_game(parts)
        yield columns | _ends(columns, columns["game"] - start, points, wins, rows)


def _searches(plan: ExportPlan, pool: GamePool) -> Generator[Columns, None, None]:
    """Yield the positions of games by a search, one game at a time, with what the search found."""
    game, kinds = GAMES[plan.game], plan.kinds()

    def told(job: SearchGame, played: RecordedGame) -> Columns:
        seen = list(states(game, played))
        last, batch = onward(seen[-1].play(played.decisions[-1].move)), Batch.of(seen)
        columns = {"game": np.full(len(seen), job.number)} | _observed(plan, batch, 1)
        words, legal = batch.moves()
        visits = np.zeros(words.shape, np.float32)
        for row, decision in enumerate(played.decisions):
            moves, counts = np.array(decision.visits).T
            visits[row, np.searchsorted(words[row, : legal[row]], moves)] = counts
        inside = batch.actions(cropped=plan.cropped)[0] >= 0
        visits *= inside
        columns["policy"] = (visits / np.maximum(visits.sum(axis=1, keepdims=True), 1))[inside]
        turn = _turn(columns, plan.seats)
        for name in ("win_share", "points"):
            values = np.array([getattr(decision, name) for decision in played.decisions], np.float32)
            columns[f"search_{name}"] = np.take_along_axis(values, turn, axis=1)
        points, wins = np.array([last.scores()]), np.array([win_shares(last.ranks())])
        rows = np.array([score_table(last, kinds)], np.int32)
        return columns | _ends(columns, np.zeros(len(seen), np.intp), points, wins, rows)

    jobs = (SearchGame(plan, number) for number in count())
    with closing(run(jobs, pool, told, ordered=True)) as games:
        yield from games


def _observed(plan: ExportPlan, batch: Batch, threads: int) -> Columns:
    """Return what the seats to move see and may do."""
    turn = batch.array["to_move"]
    seen = batch.observe(turn, parts=plan.parts, cropped=plan.cropped, threads=threads)
    actions = batch.actions(cropped=plan.cropped, threads=threads)[0]
    inside = actions >= 0
    columns: Columns = {"ply": batch.array["ply"].astype(np.int32), "seat": turn.astype(np.int8)}
    columns |= {name: column for name, column in seen._asdict().items() if column.size}
    return columns | {"moves": inside.sum(axis=1, dtype=np.int32), "actions": actions[inside]}


def _turn(columns: Columns, seats: int) -> Column:
    """Return the seats in clockwise order from the seat to move on, [positions, seats]."""
    turn: Column = (columns["seat"].astype(np.intp)[:, None] + np.arange(seats)) % seats
    return turn


def _by_game(parts: list[Columns]) -> Columns:
    """Return columns that come ply by ply in the order of the games."""
    columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    order = np.argsort(columns["game"], kind="stable")
    ends = np.cumsum(columns["moves"])[order]
    lengths = columns["moves"][order]
    starts = np.repeat(ends - lengths - np.cumsum(lengths) + lengths, lengths)
    moves = starts + np.arange(len(starts))
    return {name: column[moves if name in LISTS else order] for name, column in columns.items()}


def _ends(columns: Columns, place: Column, points: Column, wins: Column, rows: Column) -> Columns:
    """Return what came of the games in which positions stand at a place of these arrays."""
    turn = _turn(columns, points.shape[1])
    return {
        "win_share": np.take_along_axis(wins[place], turn, axis=1).astype(np.float32),
        "points": np.take_along_axis(points[place], turn, axis=1).astype(np.int32),
        "score_rows": np.take_along_axis(rows[place], turn[:, :, None], axis=1),
    }


def score_table(state: State, kinds: tuple[str, ...]) -> list[list[int]]:
    """Return the points in each kind of row of the score of each seat."""
    tables = [{str(row.kind): row.points for row in state.score_rows(seat)} for seat in range(state.seats)]
    return [[rows.get(kind, 0) for kind in kinds] for rows in tables]


# -- files -----------------------------------------------------------------------------------------------------------


def write_npz(file: BinaryIO, parts: Iterator[Columns], plan: ExportPlan) -> None:
    """Write an archive of numpy; columns wait in files without a name beside it, so that memory does not grow."""
    stored: dict[str, Stored] = {}
    names = {f"{name}_names": np.array(each) for name, each in plan.names().items()}
    with ExitStack() as kept:
        for columns in parts:
            for name, column in columns.items():
                if name not in stored:
                    rows = Stored(column.shape[1:], Path(file.name).parent, column.dtype)
                    stored[name] = kept.enter_context(rows)
                stored[name].add(column)
        arrays: dict[str, Any] = {name: column.array() for name, column in stored.items()} | names
        np.savez(file, **arrays)


def write_parquet(file: BinaryIO, parts: Iterator[Columns], plan: ExportPlan) -> None:
    """Write a Parquet file by Arrow: arrays are tensors, and lists are lists."""
    import pyarrow as pa  # late: it belongs to an extra
    from pyarrow import parquet

    def array(name: str, columns: Columns) -> Any:
        column = columns[name]
        if name in LISTS:
            ends = np.cumsum(columns["moves"], dtype=np.int32)
            return pa.ListArray.from_arrays(np.concatenate([[np.int32(0)], ends]), column)
        if column.ndim == 1:
            return pa.array(column)
        shape = column.shape[1:]
        flat = pa.FixedSizeListArray.from_arrays(np.ascontiguousarray(column).reshape(-1), prod(shape))
        return pa.ExtensionArray.from_storage(pa.fixed_shape_tensor(flat.type.value_type, shape), flat)

    writer = None
    try:
        for columns in parts:
            arrays = {name: array(name, columns) for name in columns}
            if writer is None:
                names = {f"{name}_names": json.dumps(each) for name, each in plan.names().items()}
                fields = [pa.field(name, each.type, nullable=False) for name, each in arrays.items()]
                writer = parquet.ParquetWriter(
                    file, pa.schema(fields, names), compression="zstd", use_dictionary=False
                )
            writer.write_batch(pa.record_batch(list(arrays.values()), schema=writer.schema))
    finally:
        if writer is not None:
            writer.close()


Writer = Callable[[BinaryIO, Iterator[Columns], ExportPlan], None]
#: The functions that write a file, by its suffix.
WRITERS: dict[str, Writer] = {".npz": write_npz, ".parquet": write_parquet}
