"""The JSON interface, as the specification has it, over HTTP of the real server."""

import json
import random
import re
import time
from pathlib import Path

import psutil
import pytest

import urbanist.search
from tests.bots.cli.using import good, refused
from tests.bots.server.served import Server, until_turn
from urbanist.engine import GAMES


def play_out(
    server: Server, game: str, seats: list[str], **more: object
) -> tuple[str, list[str | None], object]:
    """Play a game to its end, people at random; return the table, the keys and the last view."""
    table, keys = server.open(game, seats=seats, **more)
    rng = random.Random(1)
    while True:
        view = until_turn(server, table, keys)
        if view["over"]:
            return table, keys, view
        key = keys[view["to_move"]]
        mine = server.get(f"{table}?key={key}")
        assert mine["seat"] == view["to_move"]
        assert mine["legal"] == sorted(mine["legal"])
        after = server.post(f"{table}/moves", key=key, ply=mine["ply"], move=rng.choice(mine["legal"]))
        assert after["ply"] > mine["ply"]


@pytest.mark.parametrize("game", [*GAMES])
def test_a_whole_game_is_played_and_its_record_verified(server: Server, game: str, tmp_path: Path) -> None:
    table, keys, view = play_out(
        server, game, ["human", "human:Ann", "level=0", "random"][: 3 + (game == "metropolys")], seed=5
    )
    assert isinstance(view, dict)
    assert view["to_move"] is None
    assert min(view["ranks"]) == 1
    assert [sum(row["points"] for row in rows) for rows in view["rows"]] == view["scores"]
    status, _, record = server.raw("GET", f"/api{table}/record")
    assert status == 200
    (tmp_path / "game.jsonl").write_bytes(record + b"\n")
    assert good("verify", tmp_path / "game.jsonl") == "1 good record\n"
    status, again = server.ask("POST", f"{table}/again", {"key": keys[0]})
    assert (status, again["wishes"]) == (202, {"again": [0]})
    assert server.post(f"{table}/again", key=keys[1])["events"] == []


def test_the_games_are_those_of_the_engine(server: Server) -> None:
    games = {game["name"]: game for game in server.get("/games")}
    assert [*games] == [*GAMES]
    for name, game in GAMES.items():
        assert games[name]["players"] == [*game.notation.seat_counts]
        assert games[name]["levels"] == [*range(10)]


def test_a_seat_sees_its_own_cards_and_a_spectator_none(server: Server) -> None:
    table, keys = server.open("warszawa", seats=["human"] * 3, seed=7)
    views = [server.get(f"{table}?key={key}") for key in keys]
    hands = [view["deal"].split(" hands=")[1].split(",") for view in views]
    for seat, hand in enumerate(hands):
        assert [cards != "?" for cards in hand] == [other == seat for other in range(3)]
    watched = server.get(table)
    assert watched["seat"] is None
    assert watched["deal"].endswith("hands=?,?,?")
    assert watched["legal"] == []
    assert [bool(view["legal"]) for view in views] == [seat == views[0]["to_move"] for seat in range(3)]


def test_the_key_may_stand_in_the_body_the_query_or_the_header(server: Server) -> None:
    table, [key, *_] = server.open("metropolys", seats=["human", "human"])
    assert server.get(f"{table}?key={key}")["seat"] == 0
    assert server.ask("GET", table, Authorization=f"Bearer {key}")[1]["seat"] == 0
    assert server.ask("POST", f"{table}/resign?key=wrong", {})[0] == 403
    assert server.ask("POST", f"{table}/undo", {}, Authorization=f"Bearer {key}")[0] == 403


def test_a_move_is_refused_with_what_is_wrong(server: Server) -> None:
    table, keys = server.open("metropolys", seats=["human", "human"], seed=2)
    turn = server.get(table)["to_move"]
    mine, other = keys[turn], keys[1 - turn]
    for body, status, said in [
        ({"key": mine, "ply": 1, "move": "1@N1"}, 409, "the table has moved on: it is at ply 0, not at 1"),
        ({"key": other, "ply": 0, "move": "1@N1"}, 403, "it is not your turn"),
        ({"key": mine, "ply": 0, "move": "pass"}, 422, "pass"),
        ({"key": mine, "ply": 0, "move": "99@N1"}, 422, "99@N1"),
        ({"key": "nobody", "ply": 0, "move": "1@N1"}, 403, "no seat of this table has this key"),
        ({"ply": 0, "move": "1@N1"}, 403, "a key of a seat is needed"),
        ({"key": mine, "move": "1@N1"}, 400, "ply"),
        ({"key": mine, "ply": 0, "move": "1@N1", "more": 1}, 400, "more"),
        ({"key": mine, "ply": 0, "move": "x" * 300}, 400, "200"),
    ]:
        code, answer = server.ask("POST", f"{table}/moves", body)
        assert (code, [*answer]) == (status, ["error"]), answer
        assert said in answer["error"]
        assert "\n" not in answer["error"]
    assert server.get(table)["ply"] == 0


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/api/nothing", None, 404),
        ("GET", "/api/tables/nothing", None, 404),
        ("DELETE", "/api/games", None, 405),
        ("POST", "/api/tables", b"{", 400),
        ("POST", "/api/tables", b"\xff\xfe", 400),
        ("POST", "/api/tables", b"[]", 400),
        ("POST", "/api/tables", b'{"game": "chess"}', 400),
        ("POST", "/api/tables", b'{"game": "metropolys", "players": 7}', 400),
        ("POST", "/api/tables", b'{"game": "metropolys", "players": 3, "seats": ["human"]}', 400),
        ("POST", "/api/tables", b'{"game": "metropolys", "options": ["first=1"]}', 400),
        ("POST", "/api/tables", b'{"game": "metropolys", "seats": ["human", "ismcts:time=99"]}', 400),
        ("POST", "/api/tables", b'{"game": "metropolys", "seats": ["human", "rm -rf /"]}', 400),
        ("POST", "/api/tables", b'{"game": "metropolys", "seats": ["human", "human:\\u202e"]}', 400),
        (
            "POST",
            "/api/tables",
            '{"game": "metropolys", "seats": ["human:Bob", "human:B\u043eb"]}'.encode(),
            400,
        ),
        ("POST", "/api/tables", b'{"game": "metropolys", "clock": "yes"}', 400),
        ("POST", "/api/tables", b" " * 100_000, 413),
        ("GET", "/api/tables/" + "x" * 5000, None, 404),
    ],
)
def test_wrong_requests_get_one_line(
    server: Server, method: str, path: str, body: bytes | None, status: int
) -> None:
    code, headers, answer = server.raw(method, path, body)
    assert (code, headers["content-type"]) == (status, "application/json"), answer
    assert [*json.loads(answer)] == ["error"]
    assert "\\n" not in answer.decode()


def test_pages_of_other_servers_and_other_names_are_refused(server: Server) -> None:
    assert server.ask("GET", "/games", Host="evil.example")[0] == 403
    for origin in ("http://evil.example", "null", ""):
        assert server.ask("POST", "/tables", {"game": "metropolys"}, Origin=origin)[0] == 403
    assert (
        server.ask("POST", "/tables", {"game": "metropolys"}, Origin=f"http://127.0.0.1:{server.port}")[0]
        == 201
    )


def test_an_undo_needs_all_people_and_takes_the_last_decision_back(server: Server) -> None:
    table, keys = server.open("metropolys", seats=["human", "human"], seed=2)
    turn = server.get(table)["to_move"]
    mine = server.get(f"{table}?key={keys[turn]}")
    assert server.ask("POST", f"{table}/undo", {"key": keys[0]})[0] == 403
    server.post(f"{table}/moves", key=keys[turn], ply=0, move=mine["legal"][0])
    status, view = server.ask("POST", f"{table}/undo", {"key": keys[turn]})
    assert (status, view["ply"], view["wishes"]) == (202, 1, {"undo": [turn]})
    assert server.post(f"{table}/undo", key=keys[1 - turn]) == {**server.get(f"{table}?key={keys[1 - turn]}")}
    assert server.get(table)["ply"] == 0


def test_what_was_drawn_is_not_taken_back(server: Server) -> None:
    table, keys = server.open("akropolis", seats=["human", "human"], seed=2)
    view = server.get(table)
    while not any(event.startswith("!") for event in view["events"]):
        key = keys[view["to_move"]]
        move = server.get(f"{table}?key={key}")["legal"][0]
        view = server.post(f"{table}/moves", key=key, ply=view["ply"], move=move)
    assert server.ask("POST", f"{table}/undo", {"key": keys[0]}) == (
        403,
        {"error": "what was drawn since cannot be taken back"},
    )


def test_who_gives_up_among_others_is_played_on_by_a_bot(server: Server) -> None:
    table, keys = server.open("metropolys", seats=["human", "human", "human"], seed=2)
    assert server.post(f"{table}/resign", key=keys[0])["over"] is False
    view = server.post(f"{table}/resign", key=keys[1])
    assert view["over"] is False
    view = until_turn(server, table, [None, None, keys[2]])
    assert view["to_move"] == 2
    over = server.post(f"{table}/resign", key=keys[2])
    assert (over["over"], over["ranks"][2]) == (True, 3)
    assert server.ask("POST", f"{table}/resign", {"key": keys[2]})[0] == 403


def test_a_hint_names_legal_moves(server: Server) -> None:
    table, keys = server.open("metropolys", seats=["human", "level=0"])
    until_turn(server, table, keys)
    legal = server.get(f"{table}?key={keys[0]}")["legal"]
    ideas = server.post(f"{table}/hint", key=keys[0])["ideas"]
    assert {idea["move"] for idea in ideas} <= {*legal}
    assert all(0 <= idea["win_share"] <= 1 and idea["line"][0] == idea["move"] for idea in ideas)
    closed, [key, *_] = server.open("metropolys", seats=["human", "level=0"], help=False)
    assert server.ask("POST", f"{closed}/hint", {"key": key})[0] == 403


def test_nobody_is_relieved_who_has_just_moved(server: Server) -> None:
    table, keys = server.open("metropolys", seats=["human", "human"])
    turn = server.get(table)["to_move"]
    assert server.ask("POST", f"{table}/relieve", {"key": keys[turn]})[0] == 403
    status, answer = server.ask("POST", f"{table}/relieve", {"key": keys[1 - turn]})
    assert (status, "120 seconds" in answer["error"]) == (403, True)


def test_the_clock_of_a_person_runs_out(server: Server) -> None:
    table, [key, _] = server.open("metropolys", seats=["human", "random"], clock="0.1s/move")
    with server.news(f"{table}/news?key={key}") as views:
        view = next(each for each in views if each["over"])
    assert view["ranks"] == [2, 1]


def test_a_table_can_be_closed_to_spectators(server: Server) -> None:
    table, [key, _] = server.open("metropolys", seats=["human", "human"], watch=False)
    assert server.ask("GET", table)[0] == 403
    assert server.ask("GET", f"{table}/news")[0] == 403
    assert server.get(f"{table}?key={key}")["seat"] == 0


def test_the_record_is_closed_until_the_end(server: Server) -> None:
    table, _ = server.open("metropolys", seats=["human", "human"])
    assert server.ask("GET", f"{table}/record")[0] == 403


def test_the_interface_describes_itself(server: Server) -> None:
    described = server.get("/openapi.json")
    assert described["openapi"].startswith("3.1")
    assert "/api/tables/{table}/moves" in described["paths"]


def test_a_bot_relieves_who_is_away_for_the_time_of_the_table_until_they_return(server: Server) -> None:
    table, keys = server.open("metropolys", seats=["human", "human"], seed=2, away=1)
    away = server.get(table)["to_move"]
    mine, theirs = keys[1 - away], keys[away]
    while server.ask("POST", f"{table}/relieve", {"key": mine})[0] == 403:
        assert server.get(table)["ply"] == 0
        time.sleep(0.1)
    view = until_turn(server, table, [None if seat == away else key for seat, key in enumerate(keys)])
    assert view["seats"][away]["relieved"]
    back = server.get(f"{table}?key={theirs}")
    assert not back["seats"][away]["relieved"]
    assert back["seats"][away]["here"]


def test_a_view_tells_the_time_that_is_left(server: Server) -> None:
    table, [key, _] = server.open("metropolys", seats=["human", "random"], clock="10m+5s")
    first, second = until_turn(server, table, [key, None]), server.get(table)
    [left, none] = [seat["clock"] for seat in second["seats"]]
    assert none is None
    assert 0 < left <= first["seats"][0]["clock"] <= 600


def test_refusals_are_in_the_language_of_who_asks(server: Server) -> None:
    assert server.ask("GET", "/tables/no", Accept_Language="pl")[1] == {"error": "nie ma takiego stołu"}
    table, [key, _] = server.open("metropolys", seats=["human", "human"])
    body = {"key": key, "ply": 7, "move": "pass"}
    status, answer = server.ask("POST", f"{table}/moves", body, Accept_Language="cs,en")
    assert (status, answer["error"]) == (409, "hra postoupila: tahů je 0, ne 7")


def test_a_full_disk_is_told_and_loses_nothing(server: Server) -> None:
    table, keys = server.open("metropolys", seats=["human", "human"], seed=2)
    turn = server.get(table)["to_move"]
    move = {"key": keys[turn], "ply": 0, "move": server.get(f"{table}?key={keys[turn]}")["legal"][0]}
    process = psutil.Process(server.process.pid)
    limits = process.rlimit(psutil.RLIMIT_FSIZE)
    process.rlimit(psutil.RLIMIT_FSIZE, (1, limits[1]))
    try:
        status, answer = server.ask("POST", f"{table}/moves", move)
        assert (status, "cannot be kept" in answer["error"]) == (503, True)
        assert server.ask("POST", "/tables", {"game": "metropolys"})[0] == 503
        assert server.get(table)["ply"] == 0
    finally:
        process.rlimit(psutil.RLIMIT_FSIZE, limits)
    assert server.post(f"{table}/moves", **move)["ply"] == 1


def test_a_disk_that_is_nearly_used_up_opens_no_table_and_disturbs_no_game(tmp_path: Path) -> None:
    server = Server(tmp_path, "--disk", "0.1")
    path, [ann, bob] = server.open("metropolys", seats=["human:Ann", "human:Bob"], seed=2)
    status, told = 0, {"error": ""}
    while status != 429:
        status, told = server.ask("POST", "/tables", {"game": "metropolys", "seats": ["human", "human"]})
    assert re.fullmatch(r"this server has \d+ tables: no more are opened until .*", told["error"])
    for _ in range(8):
        view = server.get(path)
        key = (ann, bob)[view["to_move"]]
        move = server.get(f"{path}?key={key}")["legal"][0]
        assert len(server.post(f"{path}/moves", key=key, ply=view["ply"], move=move)["events"]) > view["ply"]
    assert server.get(path)["ply"] == 8
    assert server.end() == ""


def test_who_serves_may_offer_a_network_of_their_own(tmp_path: Path) -> None:
    net = tmp_path / "secret.npz"
    net.write_bytes(
        Path(urbanist.search.__file__).with_name("weights").joinpath("metropolys.npz").read_bytes()
    )
    bot = f"ismcts:nodes=4:weights={net}"
    server = Server(tmp_path / "tables", "--bot", f"net={bot}", "--bot", "quick=ismcts:nodes=2")
    try:
        assert {game["name"]: game["bots"] for game in server.get("/games")} == {
            name: ["net", "quick"] if name == "metropolys" else ["quick"] for name in GAMES
        }
        home = server.raw("GET", "/")[2]
        assert home.count(b'value="net"') == max(GAMES["metropolys"].notation.seat_counts)
        table, _, view = play_out(server, "metropolys", ["human", "net", "quick"], seed=5)
        assert isinstance(view, dict)
        assert [seat["who"] for seat in view["seats"]] == ["human", "net", "quick"]
        record = server.raw("GET", f"/api{table}/record")[2]
        for answer in (home, record, json.dumps(view).encode(), server.raw("GET", table[4:])[2]):
            assert b"secret" not in answer
        for game, seat in (("akropolis", "net"), ("metropolys", bot)):
            assert server.ask("POST", "/tables", {"game": game, "seats": ["human", seat]})[0] == 400
        # A table waits for its bots when the server is started without them.
        server.end()
        server.options = ("--bot", "quick=ismcts:nodes=2")
        server.start()
        status, answer = server.ask("GET", table)
        assert (status, answer) == (503, {"error": "the bot net cannot play here"})
    finally:
        server.end()


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        (
            "net",
            "--bot net: expected a name of its own and a built-in bot, such as net=ismcts:weights=net.onnx",
        ),
        ("greedy=random", "expected a name of its own"),
        ("human=random", "expected a name of its own"),
        ("=random", "expected 1 to 40 characters"),
        ("a\x1b=random", "expected signs that can be seen"),
        ("net=python bot.py", "no bot 'python bot.py'"),
        ("net=ismcts:weights=/nowhere.onnx", "--bot net=ismcts:weights=/nowhere.onnx: "),
    ],
)
def test_a_wrong_bot_of_the_server_is_one_line(bot: str, said: str) -> None:
    assert said in refused("serve", "--bot", bot)
