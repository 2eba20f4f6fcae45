"""Puzzles in the browser: tried, judged, and noted in a logbook of the person."""

import os
import re
import time
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest

from tests.bots.server.served import Server, until_turn
from tests.bots.server.test_pages import FORM
from urbanist.bots.server.logbooks import KEPT, PEOPLE, Logbooks
from urbanist.bots.server.review import ReviewJob, review_of
from urbanist.bots.server.table import TableError
from urbanist.bots.table.puzzles.motif import by_motif
from urbanist.bots.table.puzzles.store import read_shipped
from urbanist.bots.table.session.logbook import Logbook


def test_a_puzzle_is_tried_and_noted_with_its_reasons(server: Server) -> None:
    status, told, _ = server.raw("GET", "/puzzles/metropolys")
    path = told["location"]
    puzzle = next(each for each in read_shipped("metropolys") if path.endswith(each.id))
    assert (status, "set-cookie" in told) == (303, False)
    page = server.raw("GET", path)[2].decode()
    assert "Find the best move." in page
    assert "your rating: 1500" in page
    status, _, wrong = server.raw("POST", path, b"action=move&move=14@N1", **FORM)
    assert status == 422
    assert re.search(rb'role="alert" id="wrong"[^>]*>[^<]+<', wrong)
    right = server.raw("POST", path, f"action=move&move={puzzle.best}".encode(), **FORM)[2].decode()
    assert "<h2>Right: " in right
    assert re.search(r"Your rating: \d+ .*\(\+", right)
    assert f"{path}?answer={puzzle.best.replace('@', '%40')}&amp;at=0" in right
    following = server.raw("GET", f"/puzzles/metropolys?after={puzzle.id}")[1]["location"]
    hinted = server.raw("POST", following, b"action=hint", **FORM)[2].decode()
    assert re.search(r'id="hint".*<b>What\?</b> \w+', hinted)
    assert "Puzzles: 1 of " in server.raw("GET", "/")[2].decode()
    with Logbook(server.folder / "results.sqlite") as logbook:
        assert [each.solved for each in logbook.attempts("metropolys").values()] == [True, False]
    motif, puzzles = next(iter(by_motif(read_shipped("metropolys")).items()))
    of_motif = server.raw("GET", f"/puzzles/metropolys?motif={motif.replace(' ', '+')}")[1]["location"]
    assert any(each.id in of_motif for each in puzzles)
    page = server.raw("GET", of_motif)[2].decode()
    assert f" of {len(puzzles)}, " in page
    assert f"({len(puzzles)})</a>" in page
    assert server.raw("GET", "/puzzles/metropolys?motif=none")[0] == 404
    assert server.raw("GET", "/puzzles/metropolys/none")[0] == server.raw("GET", "/puzzles/none")[0] == 404


def test_a_mistake_is_played_better_until_a_move_is_as_good(server: Server) -> None:
    path, [ann, bot] = server.open("metropolys", seats=["human:Ann", "level=1"], seed=3)
    table, ask = path.replace("/tables/", "/t/"), {"Cookie": f"seat_{path.split('/')[2]}={ann}"}
    until_turn(server, path, [ann, bot])
    view = server.get(f"{path}?key={ann}")
    played = view["legal"][-1]
    server.post(f"{path}/moves", key=ann, ply=view["ply"], move=played)
    until_turn(server, path, [ann, bot])
    server.post(f"{path}/resign", key=ann)
    assert f'href="{table}/games/1/mistakes/1"' in server.raw("GET", "/", None, **ask)[2].decode()
    record = server.raw("GET", f"/api{path}/record")[2].decode()
    [mistake] = review_of(ReviewJob(record, "en", "", "", "", "", mistakes=True)).mistakes
    first = f"{table}/games/1/mistakes/1"

    def asked(**form: object) -> tuple[int, str]:
        body = urlencode(form).encode() if form else None
        status, _, page = server.raw("POST" if form else "GET", first, body, **ask, **FORM)
        return status, page.decode()

    while "looked at once more" in (page := asked()[1]):
        time.sleep(0.1)
    assert "You played 9 on N9. Find a better one: mistake 1 of 1, 0 found so far." in page
    status, page = asked(action="move", move=played)
    assert (status, "9 on N9 leaves you" in page, mistake.best in page) == (422, True, False)
    assert asked(action="move", move="1@Z9")[0] == 422
    assert "A hint: " in asked(action="hint")[1]
    assert "The best move is " in asked(action="solution")[1]
    status, page = asked(action="move", move=mistake.best)
    assert (status, "<h2>Right: " in page) == (200, True)
    assert f'href="{table}/games/1/mistakes/2?better=1"' in page
    best = quote(mistake.best)
    assert "<h2>Right: " in server.raw("GET", f"{first}?answer={best}&better=0&at=1", None, **ask)[2].decode()
    end = server.raw("GET", f"{table}/games/1/mistakes/2?better=1", None, **ask)[2].decode()
    assert "You found a better move for 1 of 1 mistakes." in end


def test_each_person_has_a_logbook_and_old_ones_make_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logbooks = Logbooks(tmp_path)
    assert logbooks.of(None, "192.0.2.1") is None
    assert logbooks.of(None, "") == tmp_path / "results.sqlite"
    ann, bob = logbooks.of("ann", "192.0.2.1"), logbooks.of("../bob", "")
    assert ann is not None
    assert bob is not None
    assert ann != bob
    assert ann.parent == bob.parent == tmp_path / "people"
    ann.parent.mkdir()
    ann.touch()
    assert PEOPLE > 1
    monkeypatch.setattr("urbanist.bots.server.logbooks.PEOPLE", 1)
    with pytest.raises(TableError, match="1 people"):
        logbooks.make_room(bob)
    long_ago = ann.stat().st_mtime - KEPT - 1
    os.utime(ann, (long_ago, long_ago))
    logbooks.make_room(bob)
    assert not ann.exists()
