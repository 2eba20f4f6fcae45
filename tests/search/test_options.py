"""Options as they are declared, and what their values may be."""

import gc
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from urbanist.bots.players.builtin import BOTS
from urbanist.engine import GAMES, History
from urbanist.search import ismcts
from urbanist.search.limit import Limit
from urbanist.search.option import Option, options_of
from urbanist.search.options import PimcOptions, SearchOptions
from urbanist.search.parts import tuned
from urbanist.search.verb import LEAVES

REFUSED = [
    ({"nodes": 0}, "nodes=0: expected a whole number from 1 to 4294967295"),
    ({"nodes": 1.5}, "nodes=1.5: expected a whole number from 1 to 4294967295"),
    ({"time": float("nan")}, "time=nan: expected a number more than 0 and less than 1000000"),
    ({"memory": 0}, "memory=0: expected a number more than 0 and at most 1048576"),
    ({"seed": "x"}, "seed=x: expected a whole number"),
    ({"explore": -1}, "explore=-1: expected a number from 0 to 1000"),
    ({"power": 2}, "power=2: expected a number from 0 to 1"),
    ({"utility": "glory"}, "utility=glory: expected one of points, margin, win"),
    ({"playout": True}, "playout=on: expected one of uniform, informed"),
]


@pytest.mark.parametrize(("asked", "complaint"), REFUSED)
def test_a_value_out_of_range_is_refused_and_told_what_is_allowed(
    asked: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(ValueError) as caught:
        SearchOptions(**asked)
    assert str(caught.value) == complaint


def declared() -> list[tuple[str, Option]]:
    return sorted({option.name: option for bot in BOTS.values() for option in options_of(bot)}.items())


@pytest.mark.parametrize(("name", "option"), declared())
def test_every_option_of_a_bot_says_what_it_means_and_takes_its_own_default(
    name: str, option: Option
) -> None:
    assert option.meaning
    assert not option.meaning.endswith(".")
    option.check(option.default)
    if option.default is not None:
        assert option.read(option.write(option.default)) == option.default


@pytest.mark.parametrize("given", [{}, {"nodes": 100}, {"time": 0.5}, {"nodes": 100, "time": 0.5}])
@pytest.mark.parametrize(
    ("seconds", "nodes"), [(None, None), (0.2, None), (2.0, None), (None, 50), (None, 500), (0.2, 50)]
)
def test_of_several_limits_the_smaller_holds(
    given: dict[str, Any], seconds: float | None, nodes: int | None
) -> None:
    smaller = SearchOptions(**given).limit(Limit(time=seconds, nodes=nodes))
    all_seconds = [limit for limit in (given.get("time"), seconds) if limit is not None]
    all_nodes = [limit for limit in (given.get("nodes"), nodes) if limit is not None]
    assert smaller.time == min(all_seconds, default=None)
    assert smaller.nodes == min(all_nodes, default=None if all_seconds else 5000)


#: What was found with the weights of some network.
FOUND = {"plies": 4, "explore": 0.9, "history": 1.0}
#: What is the same for every evaluation.
PLAIN = {
    "widen": 2.0,
    "plies": 0,
    "fpu_reduction": 0.1,
    "history": 0.0,
    "afterstates": 0.0,
    "common_draws": False,
}


@pytest.mark.parametrize(
    ("asked", "tuned_options", "expected"),
    [
        ({}, None, PLAIN | {"explore": 1.4, "prior": "game"}),
        ({}, {}, PLAIN | {"explore": 0.4, "prior": "net"}),
        ({}, FOUND, PLAIN | {"prior": "net"} | FOUND),
        ({"eval": "playout"}, FOUND, PLAIN | {"explore": 1.4, "prior": "game"}),
        ({"eval": "mixed"}, FOUND, PLAIN | {"explore": 0.7, "prior": "net"}),
        ({"explore": 0.2, "plies": 0}, FOUND, {"explore": 0.2, "plies": 0, "history": 1.0}),
    ],
)
def test_what_suits_an_evaluation_is_used_where_nothing_else_was_asked_for(
    asked: dict[str, Any], tuned_options: dict[str, Any] | None, expected: dict[str, Any]
) -> None:
    leaf = LEAVES[asked.get("eval", "playout" if tuned_options is None else "net")]
    options = tuned(SearchOptions(**asked), leaf, tuned_options)
    assert {name: getattr(options, name) for name in expected} == expected


def test_every_search_option_is_an_option_of_a_search_of_worlds() -> None:
    assert [option.name for option in options_of(PimcOptions)] == [
        *(option.name for option in options_of(SearchOptions)),
        "worlds",
    ]


def test_a_ctrl_c_at_any_line_of_a_search_ends_it() -> None:
    """Libraries of C drop a Ctrl-C that comes while they call Python code that they do not expect to fail."""
    view = History.start(GAMES["metropolys"].deal(seats=2, seed=1)).seen_by(0)

    def searched() -> None:
        ismcts(view, options=SearchOptions(nodes=1, seed=7))

    searched()  # the weights are loaded
    line = 1
    while interrupted(searched, line):
        line += 1
    assert line > 100


def interrupted(search: Callable[[], None], line: int) -> bool:
    """Run a function, press Ctrl-C at a line counted from its start, and return whether it was that long."""
    before = sys.gettrace()
    lines = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal lines
        lines += event == "line"
        if lines == line:
            raise KeyboardInterrupt
        return trace

    # Hypothesis follows the garbage collector by a function, whose lines are none of the search.
    gc.disable()
    sys.settrace(trace)
    try:
        search()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
        gc.enable()
    assert lines < line, f"the interrupt at line {line} was lost"
    return False
