"""What the JSON interface may be asked, made from its own description: no 500, and no stranger changes a table."""

from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, event, given, settings

from tests.bots.server.served import Server
from tests.fuzz.pace import brief
from urbanist.engine import GAMES

schemathesis = pytest.importorskip("schemathesis", reason="needs the extra api-test")
MODES = [*schemathesis.GenerationMode]


@pytest.fixture(scope="module")
def operations(server: Server) -> list[Any]:
    """Return what the server says can be asked, but for the streams, which do not end."""
    described = schemathesis.openapi.from_url(f"http://127.0.0.1:{server.port}/api/openapi.json")
    known = [each.ok() for each in described.get_all_operations()]
    return [each for each in known if not each.path.endswith("/news")]


@pytest.fixture(scope="module")
def played(server: Server) -> list[tuple[str, Any]]:
    """Return tables of all games in the midst of a game, each with what a spectator sees."""
    moves = []
    for game in GAMES:
        table, keys = server.open(game, seats=["human"] * 3, seed=1)
        for _ in range(9):
            view = server.get(table)
            mine = server.get(f"{table}?key={keys[view['to_move']]}")
            server.post(f"{table}/moves", key=keys[view["to_move"]], ply=mine["ply"], move=mine["legal"][0])
        moves.append((table, server.get(table)))
    return moves


ACTIONS = st.sampled_from(["undo", "again", "relieve", "resign"])


@given(data=st.data())
@settings(brief(100), deadline=None, suppress_health_check=[*HealthCheck])
def test_no_request_breaks_the_server_or_changes_a_table_without_a_key(
    data: st.DataObject, server: Server, operations: list[Any], played: list[tuple[str, Any]]
) -> None:
    operation, mode = data.draw(st.sampled_from(operations)), data.draw(st.sampled_from(MODES))
    case = data.draw(operation.as_strategy(generation_mode=mode))
    table, view = data.draw(st.sampled_from(played))
    asked, body, path = table, case.body, case.path_parameters
    # What is right in part comes further.
    if isinstance(body, dict) and data.draw(st.booleans()):
        if "game" in body:
            body["game"] = data.draw(st.sampled_from([*GAMES]))
        elif "table" in path:
            asked, keys = server.open(view["game"], seats=["human"] * 3)
            body["key"] = keys[0]
    if "table" in path and data.draw(st.integers(0, 4)):
        path["table"] = asked.rpartition("/")[2]
    if "action" in path and data.draw(st.booleans()):
        path["action"] = data.draw(ACTIONS)
    answer = case.call(timeout=60)
    event(f"{operation.label}: {answer.status_code}")
    assert answer.status_code != 500, answer.text
    assert answer.status_code < 400 or [*answer.json()] == ["error"], answer.text
    case.validate_response(answer, checks=[schemathesis.checks.response_schema_conformance])
    # Who is here is no part of the game.
    assert {**server.get(table), "seats": 0} == {**view, "seats": 0}
