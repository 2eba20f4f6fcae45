"""Records: played games as lines of JSON."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from urbanist.engine.game import Game, State
from urbanist.engine.history import History
from urbanist.engine.message import Message
from urbanist.engine.notation import HIDDEN, NotationError, either, miscounted, not_utf8, too_long
from urbanist.engine.suggestion import suggestion


def behind(ranks: Sequence[int], lost: Mapping[int, int]) -> tuple[int, ...]:
    """Return new ranks in which the seats of `lost` are behind all others, the first one that lost the last.

    `lost` has the event at which each of them lost; who lost at the same event shares a rank.
    """
    # What is compared: nobody who lost is before one who did not, and later is better.
    places = [(1, -lost[seat]) if seat in lost else (0, rank) for seat, rank in enumerate(ranks)]
    return tuple(1 + sum(other < place for other in places) for place in places)


def win_shares(ranks: Sequence[int]) -> tuple[float, ...]:
    """Return each seat's share of the win; the seats of rank 1 share it equally."""
    winners = sum(rank == 1 for rank in ranks)
    return tuple((rank == 1) / winners for rank in ranks)


FORMAT = "urbanist-record/1"
#: How each line begins that this program writes.
BEGINNING = f'{{"format":"{FORMAT}"'
PLAYED_OUT = "played out"
ABORTED = "aborted"
FORFEITS = ("illegal", "time", "crash", "protocol")
LONGEST_LINE = 1 << 20

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Lost:
    """A seat that forfeited: `reason` is a word of FORFEITS, `what` explains it in one line.

    From event number `event` on, counted from 1, a stand-in chooses the moves of the seat.
    """

    seat: int
    reason: str
    event: int
    what: str


@dataclass(frozen=True, slots=True)
class Record:
    """One played game; `scores` and `ranks` may be None if the game was aborted."""

    deal: str
    seats: tuple[str, ...]
    events: tuple[str, ...]
    scores: tuple[int, ...] | None
    ranks: tuple[int, ...] | None
    ended: str = PLAYED_OUT
    meta: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        history: History,
        seats: tuple[str, ...],
        meta: dict[str, Any] | None = None,
        lost: Sequence[Lost] = (),
    ) -> "Record":
        """Return the record of a history; it counts as aborted if the game is not over.

        Seats of `lost`, in the order in which they lost, are behind all others, and the first of them is last: `ended`
        names that one, and `meta` lists all. Who lost at the same event shares a rank.
        """
        over = history.state.over
        meta = dict(meta or {})
        ended = PLAYED_OUT if over else ABORTED
        if over and lost:
            ended = f"forfeit {lost[0].seat} {lost[0].reason}"
            meta["forfeits"] = [asdict(seat) for seat in lost]
        return cls(
            history.deal,
            seats,
            history.texts,
            history.state.scores() if over else None,
            behind(history.state.ranks(), {seat.seat: seat.event for seat in lost}) if over else None,
            ended,
            meta,
        )

    def to_json(self) -> str:
        """Return the record as one line of JSON, without a newline."""
        return json.dumps({"format": FORMAT, **asdict(self)}, separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> "Record":
        """Return the record in a line of JSON; raise `NotationError` if its form is wrong."""
        try:
            content = json.loads(text)
            # A text can have half of a character, as it is or by its name in JSON (\ud800), which no file can hold.
            text.encode()
            if "\\ud" in text.lower():
                json.dumps(content, ensure_ascii=False).encode()
        except (ValueError, RecursionError) as error:
            raise NotationError("not a line of JSON: {reason}", reason=str(error)) from None
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise NotationError("expected an object with {keys}", keys=f'"format":"{FORMAT}"')
        _check_fields(content)
        return cls(
            _text(content, "deal"),
            _list(content, "seats", str),
            _list(content, "events", str),
            None if content.get("scores") is None else _list(content, "scores", int),
            None if content.get("ranks") is None else _list(content, "ranks", int),
            _text(content, "ended"),
            content["meta"] if isinstance(content.get("meta"), dict) else {},
        )

    @property
    def lost(self) -> tuple[Lost, ...]:
        """The seats that forfeited, in the order in which they did; raise `NotationError` if `meta` names none such."""
        told = self.meta.get("forfeits", [])
        try:
            forfeits = tuple(Lost(**each) for each in told)
        except TypeError as error:
            raise NotationError("forfeits: {reason}", reason=str(error)) from None
        if not all(_is_forfeit(each, len(self.seats)) for each in forfeits):
            raise NotationError("forfeits: expected objects with {keys}", keys="seat, reason, event, what")
        return forfeits

    def replay(self, games: Mapping[str, Game]) -> History:
        """Replay the game by the rules and return its history; raise `NotationError` at the first error."""
        game = find_game(self.deal, games)
        self._check_full(game)
        history = History.read(game, self.deal, self.events)
        self._check_end(history)
        return history

    def _check_full(self, game: Game) -> None:
        """Raise `NotationError` if the deal or an event is masked."""
        token = next((token for token in self.deal.split(" ") if HIDDEN in token), None)
        masked = next((number for number, event in enumerate(self.events, 1) if HIDDEN in event), 0)
        if token is None and not masked:
            return
        if token is not None:
            raise _masked(token)
        History.read(game, self.deal, self.events[: masked - 1])  # an earlier error is reported first
        raise _masked(self.events[masked - 1]).at(Message("event {event}", event=masked))

    def _check_end(self, history: History) -> None:
        state = history.state
        if len(self.seats) != state.seats:
            raise NotationError(
                "{seats} seats are named for {players} players", seats=len(self.seats), players=state.seats
            )
        if self.ended == PLAYED_OUT and not state.over:
            raise NotationError(
                "ended '{ended}' after event {event}, but the game is not over",
                ended=PLAYED_OUT,
                event=len(self.events),
            )
        if self.ended not in (ABORTED, PLAYED_OUT):
            self._check_forfeit(state)
        elif state.over or self.scores is not None or self.ranks is not None:
            self._compare("scores", self.scores, state.scores())
            self._compare("ranks", self.ranks, state.ranks())

    def _check_forfeit(self, state: State) -> None:
        words = self.ended.split(" ")
        seats = [str(seat) for seat in range(len(self.seats))]
        if len(words) != 3 or words[0] != "forfeit" or words[1] not in seats or words[2] not in FORFEITS:
            raise NotationError(
                "ended '{ended}': expected {forms} or '{last}'",
                ended=self.ended,
                forms=f"'{PLAYED_OUT}', '{ABORTED}'",
                last=f"forfeit SEAT {'|'.join(FORFEITS)}",
            )
        for what, told in (("scores", self.scores), ("ranks", self.ranks)):
            if told is not None and len(told) != len(seats):
                raise miscounted(len(told), len(seats)).at(what)
        if state.over and self.scores is not None:
            self._compare("scores", self.scores, state.scores())
        if self.ranks is not None and self.ranks[int(words[1])] != max(self.ranks):
            raise NotationError(
                "ranks {ranks}: seat {seat} has forfeited, so its rank must be last",
                ranks=str(list(self.ranks)),
                seat=words[1],
            )

    def _compare(self, what: str, recorded: tuple[int, ...] | None, expected: tuple[int, ...]) -> None:
        if recorded != expected:
            error = NotationError(
                "{what} {shown}, by the rules {expected}",
                what=what,
                shown="none" if recorded is None else str(list(recorded)),
                expected=str(list(expected)),
            )
            raise error.at(Message("event {event}", event=len(self.events)))


def _is_forfeit(lost: Lost, seats: int) -> bool:
    """Return whether what was read is the forfeit of a seat."""
    numbers = type(lost.seat) is int and type(lost.event) is int and 0 <= lost.seat < seats and lost.event > 0
    return numbers and lost.reason in FORFEITS and isinstance(lost.what, str)


def find_game(deal: str, games: Mapping[str, Game]) -> Game:
    """Return the game that a deal line names; raise `NotationError` if there is no such game."""
    first = deal.partition(" ")[0]
    name = first.removeprefix("game=")
    if name == first or name not in games:
        raise NotationError(
            "deal token '{token}': expected {form}",
            token=first[:60],
            form=either(f"game={known}" for known in sorted(games)),
        )
    return games[name]


def read_lines(path: Path, end: int | None = None) -> Iterator[tuple[int, str]]:
    """Yield the non-empty lines of a record file with their numbers: all, or those before the byte `end`.

    Raise `NotationError` if a line is too long or is not UTF-8.
    """
    with path.open("rb") as file:
        number = read = 0
        while (end is None or read < end) and (line := file.readline(LONGEST_LINE + 1)):
            number += 1
            read += len(line)
            if len(line) > LONGEST_LINE:
                raise too_long(LONGEST_LINE).at(f"{path}:{number}")
            try:
                text = line.decode("utf-8-sig" if number == 1 else "utf-8").strip()
            except UnicodeDecodeError as error:
                raise not_utf8(error).at(f"{path}:{number}") from None
            if text:
                yield number, text


def _check_fields(content: dict[str, Any]) -> None:
    """Raise `NotationError` if there is an unknown field."""
    known = ["format", *(field.name for field in fields(Record))]
    unknown = next((key for key in content if key not in known), None)
    if unknown is not None:
        raise NotationError(
            "unknown field '{field}'; {suggestion}",
            field=unknown[:60],
            suggestion=suggestion(unknown[:60], known),
        )


def _text(content: dict[str, Any], key: str) -> str:
    if not isinstance(content.get(key), str):
        raise _not_of_form(key, '"..."')
    return str(content[key])


def _list(content: dict[str, Any], key: str, kind: type[T]) -> tuple[T, ...]:
    items = content.get(key)
    if not isinstance(items, list) or not all(type(item) is kind for item in items):
        raise _not_of_form(key, '["...", ...]' if kind is str else "[1, 2, ...]")
    return tuple(items)


def _not_of_form(key: str, form: str) -> NotationError:
    return NotationError('"{key}" is missing or not of the form {form}', key=key, form=form)


def _masked(item: str) -> NotationError:
    return NotationError(
        "'{item}' is masked: a record has everything in full, without '{mask}'", item=item, mask=HIDDEN
    )
