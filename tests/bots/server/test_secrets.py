"""No byte that a seat or a spectator gets depends on what that seat may not see."""

import random
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
    found = History.read(game, deal)
    for event, shown in zip(history.events, masked.events, strict=True):
        try:
            found = found.play(event if shown == event else alike(found, shown, seat, seed))
        except ValueError:
            return None
    return found


def alike(history: History, shown: Event, seat: int | None, seed: int) -> Event:
    """Return an event that is masked as this one is; raise `ValueError` if there is none."""
    state, mask = history.state, history.game.notation.mask_event
    drawn = state.redrawn(seed + len(history.events)).chance() if state.due else None
    choices: list[Event] = [drawn] if drawn else [*state.legal()]
    found = next((event for event in choices if mask(event, state.to_move, seat) == shown), None)
    if found is None:
        raise ValueError
    return found


def answers(server: Server, name: str, key: str | None) -> Iterator[tuple[str, int, str]]:
    """Yield what a viewer is answered to all that it may ask, with the headers."""
    table, page = f"/tables/{name}", f"/t/{name}"
    query, cookie = (f"?key={key}", {"Cookie": f"seat_{name}={key}"}) if key else ("", {})
    token = sha256(f"page {key or ''}".encode()).hexdigest()[:32]
    for method, path, body in [
        ("GET", f"/api{table}{query}", None),
        ("GET", f"/api{table}/record{query}", None),
        ("POST", f"/api{table}/moves{query}", b'{"ply": 0, "move": "nonsense"}'),
        ("POST", f"/api{table}/moves{query}", b'{"ply": -1, "move": "pass"}'),
        ("POST", f"/api{table}/undo{query}", b"{}"),
        ("POST", f"/api{table}/relieve{query}", b"{}"),
        ("GET", page, None),
        ("GET", f"{page}?c=N3&c=value-7&c=tile-1&c=0,0&c=pass", None),
        ("GET", f"{page}/picture.svg", None),
        ("POST", page, f"action=undo&token={token}".encode()),
        ("POST", page, f"action=move&ply=0&move=pass&token={token}".encode()),
    ]:
        form = (
            {"Content-Type": "application/x-www-form-urlencoded"} if method == "POST" and path == page else {}
        )
        status, headers, found = server.raw(method, path, body, **cookie, **form)
        headers.pop("date")
        yield (
            path.replace(name, ""),
            status,
            (repr(sorted(headers.items())) + found.decode()).replace(name, ""),
        )


@pytest.mark.parametrize("game", ["metropolys", "warszawa"])
def test_turning_hidden_cards_changes_no_byte(server: Server, game: str) -> None:
    seats = 3
    _, keys = server.open(game, seats=["human"] * seats, seed=11)
    history = History.start(GAMES[game].deal(seats=seats, seed=11))
    rng = random.Random(game)
    compared = 0
    while not history.state.over:
        history = history.play(rng.choice(history.state.legal()))
        if rng.random() < 0.8 or history.state.over:
            continue
        for seat in (rng.randrange(seats), None):
            turns = (turned(history, seat, seed) for seed in range(100))
            other = next((each for each in turns if each and each.deal != history.deal), None)
            if other is not None:
                key = None if seat is None else keys[seat]
                names = put(server, keys, [history, other])
                one, two = ([*answers(server, name, key)] for name in names)
                assert one == two
                compared += 1
    assert compared > 4


def put(server: Server, keys: Sequence[str | None], games: Sequence[History]) -> list[str]:
    """Add tables with these games, and with the keys of a table that is there; return their names."""
    with closing(sqlite3.connect(server.folder / "tables.sqlite", timeout=60)) as connection, connection:
        query = "SELECT setup, state, meta, changed FROM tables WHERE setup LIKE ?"
        [(setup, state, meta, changed)] = connection.execute(query, [f"%{keys[0]}%"]).fetchmany(1)
        names = []
        for history in games:
            names.append(secrets.token_urlsafe(8))
            row = names[-1], setup, history.deal, state, meta, changed
            connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?)", row)
            rows = [(names[-1], number, text) for number, text in enumerate(history.texts)]
            connection.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)
        return names
