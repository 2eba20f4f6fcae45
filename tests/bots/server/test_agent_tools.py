"""Agents play by the Model Context Protocol: the client of its own package speaks to the real process."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from tests.bots.server.served import PROGRAM
from urbanist.engine import GAMES


async def call(client: Any, tool: str, **arguments: object) -> Any:
    """Return what a tool answers."""
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer.content
    return answer.structured_content


#: By day a game that is given up after some events, by night whole games.
CASES = [("metropolys", 8), *(pytest.param(game, 1000, marks=pytest.mark.nightly) for game in GAMES)]


@pytest.mark.parametrize(("game", "events"), CASES)
def test_an_agent_plays_a_game_to_its_end_or_gives_it_up(game: str, events: int, tmp_path: Path) -> None:
    mcp = pytest.importorskip("mcp", reason="needs the extra mcp")

    async def played() -> None:
        command = mcp.StdioServerParameters(command=str(PROGRAM), args=["mcp", "--data", str(tmp_path)])
        async with mcp.Client(mcp.stdio_client(command)) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            assert names == {"list_games", "rules", "open_table", "look", "play", "hint", "act"}
            assert len((await call(client, "rules", game=game))["result"]) > 1000
            fewest = min(GAMES[game].notation.seat_counts)
            seats = ["human", *["level=0"] * (fewest - 1)]
            opened = await call(client, "open_table", game=game, seats=seats, seed=3)
            table, key = opened["table"], opened["seats"][0]["key"]
            rng = random.Random(game)
            view = await call(client, "look", table=table, key=key)
            ideas = (await call(client, "hint", table=table, key=key))["ideas"]
            assert {idea["move"] for idea in ideas} <= {*view["legal"]}
            refused = await client.call_tool(
                "play", {"table": table, "key": key, "ply": view["ply"], "move": "x"}
            )
            assert refused.is_error
            while not view["over"] and view["ply"] < events:
                move = rng.choice(view["legal"])
                view = await call(client, "play", table=table, key=key, ply=view["ply"], move=move)
            if not view["over"]:
                view = await call(client, "act", table=table, key=key, action="resign")
            assert view["over"]
            assert len(view["ranks"]) == fewest

    asyncio.run(played())
