"""A tournament that is extended keeps its games, and gets those of more deals, rounds or bots."""

import json
from pathlib import Path

import pytest

from tests.bots.contest.plans import TWO, planned
from urbanist.bots.contest.formats.tables import tables_of
from urbanist.bots.contest.plan_schema import PlanError
from urbanist.bots.contest.run import Run
from urbanist.bots.contest.store import Store

THIRD = '[[bot]]\nplay = "random:seed=9"\n'


def played(folder: Path, text: str, *, extend: bool = False) -> dict[str, str]:
    """Return the records of a tournament by id, played to its end."""
    plan = planned(folder, text)
    with Store.open(plan, resume=extend, extend=extend) as store:
        run = Run(plan, store)
        list(run.play())
        records = [json.loads(record) for record in store.records()]
    return {record["meta"]["game"]: json.dumps(record) for record in records}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"deals = 1\n{TWO}", f"deals = 2\n{TWO}"),
        (f"format = 'gauntlet'\ndeals = 1\n{TWO}", f"format = 'gauntlet'\ndeals = 2\n{TWO}"),
        (
            f"format = 'swiss'\nrounds = 1\ndeals = 1\n{TWO}",
            f"format = 'swiss'\nrounds = 2\ndeals = 1\n{TWO}",
        ),
        (f"format = 'sprt'\ndeals = 1\n[sprt]\n{TWO}", f"format = 'sprt'\ndeals = 2\n[sprt]\n{TWO}"),
        (f"players = 2\ndeals = 1\n{TWO}", f"players = 2\ndeals = 2\n{TWO}{THIRD}"),
    ],
)
def test_more_deals_rounds_or_bots_give_the_games_of_a_larger_tournament(
    before: str, after: str, tmp_path: Path
) -> None:
    whole = tmp_path / "whole"
    whole.mkdir()
    first = played(tmp_path, before)
    extended = played(tmp_path, after, extend=True)
    assert first.items() < extended.items()
    assert extended == played(whole, after)
    assert played(tmp_path, after, extend=True) == extended


def test_the_tables_of_bots_that_came_later_come_last() -> None:
    assert list(tables_of((4,), 2)) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert list(tables_of((3, 4), 2)) == [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)]
    assert list(tables_of((2, 3, 4), 3)) == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]


@pytest.mark.parametrize(
    ("after", "complaint"),
    [
        (f"players = 2\ndeals = 1\n{TWO}", "deals: 1 here, 2 there; expected as many or more"),
        ('players = 2\ndeals = 2\n[[bot]]\nplay = "greedy"\n[[bot]]\nplay = "greedy:seed=1"\n', "bot is ["),
        (f"players = 2\ndeals = 2\nseed = 5\n{TWO}{THIRD}", "seed is another there, 5 here"),
        (
            f"deals = 2\n{TWO}{THIRD}",
            "with 3 bots a table has 3 seats; players = 2 keeps them",
        ),
        (f"players = 2\nformat = 'swiss'\ndeals = 2\n{TWO}", "format is"),
    ],
)
def test_what_is_no_extension_is_refused_and_changes_nothing(
    after: str, complaint: str, tmp_path: Path
) -> None:
    before = f"players = 2\ndeals = 2\n{TWO}"
    first = played(tmp_path, before)
    with pytest.raises(PlanError) as refused:
        played(tmp_path, after, extend=True)
    assert complaint in str(refused.value)
    assert played(tmp_path, before, extend=True) == first


def test_without_asking_nothing_is_extended(tmp_path: Path) -> None:
    played(tmp_path, f"deals = 1\n{TWO}")
    with pytest.raises(PlanError, match=r"deals is 1 there, 2 here; --extend adds to it$"):
        Store.open(planned(tmp_path, f"deals = 2\n{TWO}"), resume=True)
