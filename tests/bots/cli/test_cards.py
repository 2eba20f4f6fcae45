"""`--cards FILE`: a user's set of cards is dealt, played with and read again; a bad set is one error line."""

import copy
import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.bots.cli.using import PROGRAM, call, good, refused
from tests.engine.akropolis.sets import mine as akropolis
from tests.engine.metropolys.sets import mine as metropolys
from tests.engine.python_games import Nim
from tests.engine.warszawa.sets import FILE, small
from urbanist.bots.cli.main import COMMANDS
from urbanist.engine.edition import loaded
from urbanist.engine.notation import CardFile, NotationError

Data = dict[str, Any]
SEATS = ["--seats", "greedy,random,random"]
#: A file with the name `mine` for each game but Warszawa.
FILES: dict[str, Callable[[], Data]] = {"akropolis": akropolis, "metropolys": metropolys}
#: Each game but Warszawa; one of them waits for the night, where another process has to start.
DAY = [pytest.param(game, marks=[pytest.mark.nightly] * (game == "metropolys")) for game in FILES]


def mine() -> Data:
    """Return a small set of cards with a hall that no other set has."""
    data = small() | {"name": "mine"}
    data["cards"][0] |= {"id": "myhall", "site": None}
    return data


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    """Return the file of a set."""
    return written(tmp_path, mine())


def written(folder: Path, data: object) -> Path:
    path = folder / "mine.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def ran(*arguments: object, status: int = 0) -> "subprocess.CompletedProcess[str]":
    """Run the program in a new process, which knows no sets but those of its arguments, and return the result."""
    command = [*PROGRAM, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == status, done.stderr
    return done


def first_moves(deal: str, cards: Path) -> list[str]:
    return good("legal", "--cards", cards, "--deal", deal).split()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "the file ends too early: expected cards, as JSON"),
        (b"\xef\xbb\xbf \n", "the file ends too early: expected cards, as JSON"),
        (b'{"name": "x', "the file ends too early: expected cards, as JSON up to the last bracket"),
        (None, "the file ends too early"),
        (b"{]", "JSON is malformed"),
    ],
)
def test_a_file_that_is_empty_or_ends_too_early_is_one_line(
    cards: Path, content: bytes | None, said: str
) -> None:
    cards.write_bytes(cards.read_bytes()[:-20] if content is None else content)
    for command in (
        ("deal", "warszawa", "--seed", 1),
        ("match", "warszawa", "--seats", "random,random,random", "--games", 1),
    ):
        line = refused(*command, "--cards", cards)
        assert f"{cards}: {said}" in line


def test_what_never_ends_is_no_file_of_cards(tmp_path: Path) -> None:
    """A pipe that nobody writes to, and a device without end; also where a tournament names it."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        line = refused("deal", "warszawa", "--seed", 1, "--cards", path)
        assert f"{path}: not a regular file: expected a file of cards" in line
    plan = 'game = "warszawa"\nformat = "round robin"\ndeals = 1\ncards = "pipe"\n'
    bots = '[[bot]]\nplay = "random"\n[[bot]]\nplay = "greedy"\n[[bot]]\nname = "b"\nplay = "random"\n'
    (tmp_path / "cup.toml").write_text(plan + bots, encoding="utf-8")
    assert "not a regular file" in refused("tournament", tmp_path / "cup.toml")


def test_a_deal_uses_the_cards_and_names_them(cards: Path) -> None:
    deal = good("deal", "warszawa", "--cards", cards, "--players", 3, "--seed", 1).rstrip("\n")
    assert " data=mine " in deal
    assert " data=house " in good("deal", "warszawa", "--players", 3, "--seed", 1)
    assert all(move.startswith("norm@") for move in first_moves(deal, cards))
    assert good("perft", "--cards", cards, "--deal", deal, "--depth", 1) == "total 2\n"
    assert "with the mine set of cards" in good("show", "--cards", cards, "--deal", deal)


@pytest.mark.parametrize("game", DAY)
def test_whole_games_of_other_data_are_dealt_played_shown_and_read_again(game: str, tmp_path: Path) -> None:
    cards = written(tmp_path, FILES[game]())
    deal = good("deal", game, "--cards", cards, "--players", 3, "--seed", 1).rstrip("\n")
    assert " data=mine " in deal
    assert "data=" not in good("deal", game, "--players", 3, "--seed", 1)
    legal = first_moves(deal, cards)
    assert good("perft", "--cards", cards, "--deal", deal, "--depth", 1) == f"total {len(legal)}\n"
    file = tmp_path / "games.jsonl"
    assert call("match", game, "--cards", cards, *SEATS, "--games", 3, "--out", file).exit_code == 0
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert all(" data=mine " in record["deal"] for record in records)
    assert good("verify", "--cards", cards, file) == "3 good records\n"
    good("show", "--cards", cards, f"{file}:2", "--svg", tmp_path / "end.svg")
    assert (tmp_path / "end.svg").stat().st_size > 9000
    review = good("analyse", "--cards", cards, f"{file}:2", "--nodes", 1, "--json")
    assert " data=mine " in json.loads(review)["deal"]
    told = good(
        "balance", game, "--cards", cards, "--players", 3, "--games", 40, "--seed", 1, "--search-games", 0
    )
    assert " 40 games " in told


@pytest.mark.parametrize("game", DAY)
def test_a_program_is_served_and_checked_with_other_data(game: str, tmp_path: Path) -> None:
    """The checks play a whole game by the protocol."""
    cards = written(tmp_path, FILES[game]())
    served = " ".join([*map(repr, PROGRAM), "bot", "greedy", "--cards", str(cards)])
    only = ["--game", game, "--only", f"game/{game}/*/3", "--only", "own-deal", "--only", "taken-up"]
    lenient = ["--grace", 10_000, "--patience", 60]
    shown = good("check-bot", served, "--cards", cards, *only, *lenient)
    assert shown.endswith("ok   taken-up\nok   own-deal\n")


@pytest.mark.parametrize("game", DAY)
def test_a_file_finds_its_game(game: str, tmp_path: Path) -> None:
    cards = written(tmp_path, FILES[game]())
    deal = good("deal", game, "--cards", cards, "--seed", 1).rstrip("\n")
    assert (
        good("legal", "--cards", cards, "--deal", deal)
        == ran("legal", "--cards", cards, "--deal", deal).stdout
    )
    assert refused("deal", "warszawa", "--cards", cards, "--seed", 1) == (
        f'{cards}: it is not for warszawa: expected a section "game": "warszawa"'
    )
    house = written(tmp_path, {key: value for key, value in mine().items() if key != "game"})
    assert refused("deal", game, "--cards", house, "--seed", 1) == (
        f'{house}: it is not for {game}: expected a section "game": "{game}"'
    )


def test_an_unknown_set_is_an_error_that_names_the_option(cards: Path) -> None:
    deal = good("deal", "warszawa", "--cards", cards, "--seed", 1).rstrip("\n")
    shown = ran("legal", "--deal", deal, status=2).stderr
    assert shown == (
        "urbanist: deal token 'data=mine': no such set of cards; there are house; --cards FILE adds another\n"
    )


def test_workers_play_with_them(cards: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    asked = ["match", "warszawa", "--cards", cards, *SEATS, "--games", 2, "--seed", 4, "--workers", 2]
    assert call(*asked, "--out", file).exit_code == 0
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert all(" data=mine " in record["deal"] for record in records)
    assert good("verify", "--cards", cards, file) == "2 good records\n"
    review = good("analyse", "--cards", cards, f"{file}:2", "--nodes", 1, "--json")
    assert " data=mine " in json.loads(review)["deal"]


@pytest.mark.nightly
def test_a_tournament_deals_with_them_here_and_on_a_cluster(cards: Path, tmp_path: Path) -> None:
    for name, workers in (("one", "workers = 2"), ("two", 'workers = 1\nscheduler = "local"')):
        (tmp_path / f"{name}.toml").write_text(
            f'game = "warszawa"\ncards = "mine.json"\nplayers = 3\ndeals = 1\nseed = 1\n{workers}\n'
            + "".join(f'[[bot]]\nplay = "{bot}"\n' for bot in ("greedy", "random", "random:seed=1")),
            encoding="utf-8",
        )
        ran("tournament", tmp_path / f"{name}.toml", "--records", tmp_path / f"{name}.jsonl")
    one, two = ((tmp_path / f"{name}.jsonl").read_text(encoding="utf-8") for name in ("one", "two"))
    assert one == two
    assert one.count(" data=mine ") == 3


def test_a_tournament_is_not_resumed_with_other_cards(cards: Path, tmp_path: Path) -> None:
    plan = tmp_path / "cup.toml"
    bots = "".join(f'[[bot]]\nplay = "random:seed={seed}"\n' for seed in range(3))
    plan.write_text(f'game = "warszawa"\ncards = "mine.json"\nplayers = 3\ndeals = 1\n{bots}')
    good("tournament", plan)
    moved = tmp_path / "elsewhere.json"
    cards.rename(moved)
    plan.write_text(plan.read_text().replace("mine.json", "elsewhere.json"))
    good("tournament", plan, "--resume")
    changed = mine()
    changed["cards"][0]["points"] += 1
    written(tmp_path, changed).rename(moved)
    shown = ran("tournament", plan, "--resume", status=2).stderr
    assert re.search(
        r"belongs to another tournament: cards is \"[0-9a-f]{16}\" there, \"[0-9a-f]{16}\" here\n$", shown
    )


@pytest.mark.nightly
def test_the_shown_command_resumes_a_game_at_the_table(cards: Path, tmp_path: Path) -> None:
    saved = tmp_path / "game.jsonl"
    table = ("--seats", "human,random,random", "--seed", 1, "--plain", "--record", saved)
    begun = good("play", "warszawa", "--cards", cards, *table)
    command = f"urbanist play warszawa --cards {cards} --resume {saved}"
    assert command in begun
    assert command in ran(*command.split()[1:], "--plain").stdout
    assert "no such set of cards" in ran("play", "--resume", saved, status=1).stderr


def test_a_served_bot_takes_cards(cards: Path) -> None:
    deal = good("deal", "warszawa", "--cards", cards, "--players", 3, "--seed", 1, "--view", 0)
    asked = f"uginewgame seat 0 deal {deal}position\nquery turn\nquit\n"
    known = good("bot", "random", "--cards", cards, given=asked).splitlines()
    assert [line.partition(" ")[0] for line in known] == ["response"]
    alone = [*PROGRAM, "bot", "random"]
    unknown = subprocess.run(alone, input=asked, capture_output=True, text=True, check=True).stdout
    assert unknown.splitlines()[0] == (
        "info string uginewgame: deal token 'data=mine': no such set of cards; there are house; "
        "--cards FILE adds another"
    )


def test_check_bot_and_bench_take_cards(cards: Path) -> None:
    served = " ".join([*map(repr, PROGRAM), "bot", "random", "--cards", str(cards)])
    only = "--game warszawa --only game/warszawa/advanced/3 --only own-deal --only taken-up".split()
    lenient = ["--grace", 10_000, "--patience", 60]
    assert good("check-bot", served, "--cards", cards, *only, *lenient) == (
        "ok   game/warszawa/advanced/3\nok   taken-up\nok   own-deal\n"
    )
    house, own = (
        json.loads(good("bench", "warszawa", *more, "--seconds", 0.05, "--json"))["signature"]
        for more in ([], ["--cards", cards])
    )
    assert house != own


BAD: list[tuple[Callable[[Data], object], str]] = [
    (lambda data: data["cards"][3].pop("type"), "object missing required field `type`"),
    (lambda data: data["cards"][0].update(site=[4, 0]), "card 'myhall': site 4,0: it is outside the map"),
    (lambda data: data["hexes"][0].update(q=9), "hex 9,-3: it is outside the map"),
    (lambda data: data["cards"][1].update(id="myhall"), "'card myhall' appears twice"),
    (
        lambda data: (
            data["norms"][0].update(objects=["cultural"] * 4)
            or [card.update(type="service") for card in data["cards"]]
        ),
        "norm 'n01': nobody can meet it: it needs 4 cultural, the cards have 0",
    ),
    (lambda data: data.update(name="house"), "name: another edition is called 'house' already"),
]


@pytest.mark.parametrize(("change", "message"), BAD, ids=[message for _, message in BAD])
def test_a_bad_set_is_one_line_with_the_entry_and_the_rule(
    change: Callable[[Data], object], message: str, tmp_path: Path
) -> None:
    data = copy.deepcopy(mine())
    change(data)
    file = written(tmp_path, data)
    shown = refused("deal", "warszawa", "--seed", 1, "--cards", file)
    assert shown.startswith(f"{file}: ")
    assert message in shown


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "the file ends too early"),
        (b"\x1b[2J", "JSON is malformed"),
        (b"[" * 99_999, "too many nested brackets"),
    ],
)
def test_a_file_that_is_no_set_is_one_line(content: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_bytes(content)
    assert message in refused("deal", "warszawa", "--seed", 1, "--cards", file)


def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    for path, error in ((tmp_path, "Is a directory"), (tmp_path / "none", "No such file or directory")):
        assert refused("deal", "warszawa", "--seed", 1, "--cards", path, status=1) == f"{path}: {error}"


def test_a_file_of_another_game_is_one_line(cards: Path) -> None:
    expected = f'{cards}: it is not for metropolys: expected a section "game": "metropolys"'
    for asked in (
        ["deal", "metropolys", "--seed", 1],
        ["match", "metropolys", "--seats", "random,random", "--games", 1],
        ["play", "metropolys"],
        ["bench", "metropolys"],
        ["check-bot", "cat", "--game", "metropolys"],
    ):
        assert refused(*asked, "--cards", cards) == expected


def test_a_game_whose_cards_are_fixed_takes_none() -> None:
    with pytest.raises(NotationError, match=r"mine: nim has a fixed set of cards and reads no card file"):
        loaded(Nim().notation, CardFile("mine", b"{}"))


def test_cards_may_be_given_only_once(cards: Path) -> None:
    asked = ["deal", "warszawa", "--cards", cards, "--options", "data=house", "--seed", 1]
    assert refused(*asked) == "option 'data' of warszawa is given twice"


def test_every_command_about_deals_takes_cards() -> None:
    without = {
        "games",
        "rules",
        "stats",
        "completion",
        "puzzles",
        "tournament",
        "league",
        "connect",
        "serve",
        "mcp",
    }  # the files of tournaments name them; a league has its own deals, and tables those of the house
    taking = {name for name in COMMANDS if "--cards" in good(name, "--help")}
    assert taking == {*COMMANDS} - without


def test_the_house_set_may_be_named_too(tmp_path: Path) -> None:
    file = written(tmp_path, FILE)
    assert good("deal", "warszawa", "--cards", file, "--seed", 1) == good("deal", "warszawa", "--seed", 1)
