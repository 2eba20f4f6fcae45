"""What an installed package brings in C: a verb and a game (`examples/plugin`), and literal copies of our verbs."""

import ctypes
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.plugin import ROOT, compiled, on_path, restored
from tests.search.positions import BY_NAME, untimed, whole_game
from urbanist.bots import play_game
from urbanist.bots.players.builtin import IsmctsBot, RandomBot
from urbanist.engine import Batch, History, Record
from urbanist.search import SearchOptions, Selection, TreeSearch, register
from urbanist.search.verb import TABLES

#: The rule, compiled outside: the same text, which only has to name what its own header declares.
TWINS = (ROOT / "search" / "selection.pyx").read_text(encoding="utf-8") + (
    "\nfrom urbanist.search.selection cimport SelectionParams\n"
)
TABLES_OF_GAMES = (
    "metropolys-expert-2",
    "metropolys-family-4",
    "akropolis-standard-3",
    "warszawa-advanced-3",
)


@pytest.fixture(scope="module")
def package() -> Path:
    return compiled(ROOT / "examples" / "plugin", **{"urbanist_plugin/twins.pyx": TWINS})


@pytest.fixture(autouse=True)
def installed(package: Path) -> Iterator[None]:
    with restored(*TABLES.values()), on_path(package):
        yield


@pytest.mark.parametrize("table", TABLES_OF_GAMES)
@pytest.mark.parametrize("twin", ["ucb", "puct"])
@pytest.mark.parametrize("expansion", ["widening", "shortlist"])
def test_a_literal_copy_under_another_name_makes_the_same_tree_to_the_last_bit(
    table: str, twin: str, expansion: str
) -> None:
    ours = TABLES["selection"][twin]
    place = f"urbanist_plugin.twins:{twin.upper()}"
    row = {name: getattr(ours, name) for name in ("counts", "shares", "history")}
    register(Selection(f"twin-{twin}", place, **row))
    history = whole_game(BY_NAME[table], 5).until(7)
    view = history.seen_by(history.state.to_move)
    trees = []
    for name in (twin, f"twin-{twin}"):
        options = SearchOptions(
            nodes=400, seed=3, endings=False, selection=name, expansion=expansion, history=0.3
        )
        search = TreeSearch(view.game, options)
        result = search.think(view.state(2), observer=view.seat)
        trees.append((untimed(result), search.nodes().tobytes()))
    assert trees[0] == trees[1]


def test_the_rule_of_the_package_is_a_word_of_its_option_and_searches() -> None:
    view = whole_game(BY_NAME["metropolys-expert-2"], 5).until(7).seen_by(0)
    results = [
        untimed(
            TreeSearch(view.game, SearchOptions(nodes=300, seed=seed, selection="thompson")).think(
                view.state(2), observer=0
            )
        )
        for seed in (1, 1, 2)
    ]
    assert results[0] == results[1] != results[2]


def test_the_command_line_knows_the_package(package: Path) -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("urbanist"), "games"],
        env=os.environ | {"PYTHONPATH": str(package)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "\nselection=thompson\n  what it does: the move whose value, drawn by" in done.stdout


def test_what_was_compiled_for_other_structs_is_refused() -> None:
    from urbanist_plugin import thompson  # type: ignore[import-not-found]

    context = ctypes.pythonapi.PyCapsule_SetContext
    context.argtypes = [ctypes.py_object, ctypes.c_void_p]
    capsule: Any = thompson.THOMPSON
    before = ctypes.pythonapi.PyCapsule_GetContext
    before.restype, before.argtypes = ctypes.c_void_p, [ctypes.py_object]
    layout = before(capsule)
    context(capsule, 1)
    try:
        with pytest.raises(ValueError) as caught:
            TreeSearch(BY_NAME["metropolys-expert-2"].game, SearchOptions(selection="thompson"))
    finally:
        context(capsule, layout)
    assert str(caught.value) == (
        "selection 'thompson': compiled for other structs than this urbanist has; compile it again"
    )


def test_the_game_of_the_package_is_played_searched_and_written() -> None:
    from urbanist_plugin.heaps import GAME  # type: ignore[import-not-found]

    state = GAME.read_deal("game=heaps players=2 first=0 heaps=3,5,7")
    assert GAME.notation.describe(state.array) == "a: |||\nb: |||||\nc: |||||||"
    played = play_game(History.start(state), [IsmctsBot(nodes=2000), RandomBot()], seeds=[1, 2])
    assert played.record.ranks == (1, 2), "who begins at 3, 5, 7 wins"
    assert Record.from_json(played.record.to_json()) == played.record
    # Only this move leaves heaps whose exclusive or is 0.
    small = GAME.read_deal("game=heaps players=2 first=0 heaps=1,3,5")
    assert str(TreeSearch(GAME, SearchOptions(nodes=5000)).think(small).move) == "c3"
    batch = Batch.of([state] * 100)
    batch.playout(seed=1)
    assert set(batch.ranks()[:, 0]) == {1, 2}
    with pytest.raises(ValueError, match="'d1' is not a move of heaps"):
        state.play("d1")
