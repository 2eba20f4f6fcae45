"""No byte that a seat or a spectator gets depends on what that seat may not see."""

import random
import re
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from hashlib import sha256

import pytest

from tests.bots.server.served import Server
from urbanist.engine import GAMES
from urbanist.engine.event import Event
from urbanist.engine.history import History


def turned(history: History, seat: int | None, seed: int) -> History | None:
    """Return a game with the same view for a seat and other hidden cards; None if these do not allow its events."""
    game = history.game
    start = history.states[0].reshuffled(seat, seed)
    deal = game.notation.write_deal(start.array)
    masked = history.seen_by(seat)
    retold = History.read(game, deal)
    for event, shown in zip(history.events, masked.events, strict=True):
        try:
            retold = retold.play(event if shown == event else alike(retold, shown, seat, seed))
        except ValueError:
            return None
    return retold


def alike(history: History, shown: Event, seat: int | None, seed: int) -> Event:
    """Return an event that is masked as this one is; raise `ValueError` if there is none."""
    state, mask = history.state, history.game.notation.mask_event
    drawn = state.redrawn(seed + len(history.events)).chance() if state.due else None
    choices: list[Event] = [drawn] if drawn else [*state.legal()]
    another = next((event for event in choices if mask(event, state.to_move, seat) == shown), None)
    if another is None:
        raise ValueError
    return another


def answers(
    server: Server, name: str, key: str | None, others: Sequence[str | None], hints: Sequence[str]
) -> Iterator[tuple[str, int, str]]:
    """Yield what a viewer is answered to all that it may ask, with the headers; at last all take a move back."""
    table, page = f"/tables/{name}", f"/t/{name}"
    query, cookie = (f"?key={key}", {"Cookie": f"seat_{name}={key}"}) if key else ("", {})
    token = sha256(f"page {key or ''}".encode()).hexdigest()[:32]
    for method, path, body in [
        ("GET", f"/api{table}{query}", None),
        ("GET", f"/api{table}/record{query}", None),
        ("POST", f"/api{table}/moves{query}", b'{"ply": 0, "move": "nonsense"}'),
        ("POST", f"/api{table}/moves{query}", b'{"ply": -1, "move": "pass"}'),
        ("POST", f"/api{table}/hint{query}", b"{}"),
        ("POST", f"/api{table}/relieve{query}", b"{}"),
        ("GET", f"/api{table}/news{query}", None),
        ("GET", f"{page}/news", None),
        ("GET", page, None),
        ("GET", f"{page}?c=N3&c=value-7&c=tile-1&c=0,0&c=pass", None),
        ("GET", f"{page}/picture.svg", None),
        ("POST", page, f"action=move&ply=0&move=pass&token={token}".encode()),
        *(("POST", page, f"action={hint}&token={token}".encode()) for hint in hints),
        ("POST", f"/api{table}/undo{query}", b"{}"),
        *(("POST", f"/api{table}/undo?key={other}", b"{}") for other in others),
        ("POST", page, f"action=undo&token={token}".encode()),
        ("GET", page, None),
        ("GET", f"/api{table}{query}", None),
    ]:
        form = (
            {"Content-Type": "application/x-www-form-urlencoded"} if method == "POST" and path == page else {}
        )
        status, headers, answer = server.raw(method, path, body, **cookie, **form)
        if any(f"?key={other}" in path for other in others):  # what others are answered is for them
            continue
        headers.pop("date")
        # How often a table was looked at by now is no secret, and depends on the time.
        text = re.sub(r'data-version="\d+"|^id: \d{9,}', "", answer.decode(), flags=re.MULTILINE)
        yield path.replace(name, ""), status, repr(sorted(headers.items())) + text


@pytest.fixture(scope="module")
def twin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield another server: what one draws for a view would be shown by it for the same view again."""
    second = Server(tmp_path_factory.mktemp("twin"))
    yield second
    assert second.end() == ""


#: Akropolis hides nothing: what comes is drawn when it comes.
@pytest.mark.parametrize(
    ("game", "most"),
    [
        ("metropolys", 2),
        *(pytest.param(game, 1000, marks=pytest.mark.nightly) for game in ("metropolys", "warszawa")),
    ],
)
def test_turning_hidden_cards_changes_no_byte(server: Server, twin: Server, game: str, most: int) -> None:
    seats = 3
    _, keys = server.open(game, seats=["human"] * seats, seed=11)
    history = History.start(GAMES[game].deal(seats=seats, seed=11))
    rng = random.Random(game)
    compared, hints, undone = 0, 0, 0
    asked = ["hint"] if most > 2 else []  # that of the interface comes from the same search
    while compared < most and not history.state.over:
        history = history.play(history.state.chance() or rng.choice(history.state.legal()))
        if rng.random() < 0.8 or history.state.over or history.state.due:
            continue
        for seat in (history.state.to_move, rng.randrange(seats), None):
            turns = (turned(history, seat, seed) for seed in range(100))
            other = next((each for each in turns if each and each.deal != history.deal), None)
            if other is not None:
                key = None if seat is None else keys[seat]
                name, row = secrets.token_urlsafe(8), row_of(server, keys)
                put(server, name, row, history)
                put(twin, name, row, other)
                one, two = (
                    [*answers(each, name, key, [other for other in keys if other != key], asked)]
                    for each in (server, twin)
                )
                for answer, same in zip(one, two, strict=True):
                    assert answer == same
                compared += 1
                hints += '"ideas"' in one[4][2]
                undone += one[-1][2] != one[0][2]
    assert compared > 1
    assert hints
    assert undone


def row_of(server: Server, keys: Sequence[str | None]) -> tuple[str, str, str, str]:
    """Return what the file has of a table with these keys beside its deal and its events."""
    with closing(sqlite3.connect(server.folder / "tables.sqlite", timeout=60)) as connection:
        query = "SELECT setup, state, meta, changed FROM tables WHERE setup LIKE ?"
        return connection.execute(query, [f"%{keys[0]}%"]).fetchmany(1)[0]


def put(server: Server, name: str, row: tuple[str, str, str, str], game: History) -> None:
    """Add a table with a game."""
    setup, *rest = row
    with closing(sqlite3.connect(server.folder / "tables.sqlite", timeout=60)) as connection, connection:
        connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?)", (name, setup, game.deal, *rest))
        rows = [(name, number, text) for number, text in enumerate(game.texts)]
        connection.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)
