"""Tests of packings of disjoint groups, compared with an exhaustive search."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracle.metropolys_board import ADJACENT, BRIDGES, LAKES, NAMES, STATUES
from tests.oracle.metropolys_scoring import best_bridges, best_chains, best_lakes, best_statues
from urbanist.cext import probe

NEAR = [sum(1 << NAMES.index(other) for other in ADJACENT[name]) for name in NAMES]


def mask(names: Sequence[str]) -> int:
    return sum(1 << NAMES.index(name) for name in names)


def most_disjoint(groups: Sequence[int], own: int) -> int:
    """Return the greatest number of disjoint groups within `own`, by trying each group in and out."""

    @cache
    def most(at: int, left: int) -> int:
        if at == len(groups):
            return 0
        best = most(at + 1, left)
        if groups[at] & ~left == 0:
            best = max(best, 1 + most(at + 1, left & ~groups[at]))
        return best

    return most(0, own)


def chain_groups(near: Sequence[int]) -> list[int]:
    """Return all sets of three cells of which one is adjacent to both others."""
    return sorted(
        {
            1 << a | 1 << b | 1 << c
            for b in range(len(near))
            for a, c in combinations([cell for cell in range(len(near)) if near[b] >> cell & 1], 2)
        }
    )


def near_of(edges: Sequence[tuple[int, int]], cells: int) -> list[int]:
    near = [0] * cells
    for a, b in edges:
        near[a] |= 1 << b
        near[b] |= 1 << a
    return near


@st.composite
def clusters_of_groups(draw: st.DrawFn) -> list[list[int]]:
    """Return clusters of groups of 2 to 4 cells, spread over the word; a cluster has at most ten cells."""
    places = draw(st.permutations(range(64)))
    clusters = []
    for start in range(0, 10 * draw(st.integers(1, 4)), 10):
        group = st.sets(st.sampled_from(places[start : start + 10]), min_size=2, max_size=4)
        cells = draw(st.lists(group, max_size=12))
        clusters.append([sum(1 << cell for cell in of_group) for of_group in cells])
    return clusters


@given(clusters_of_groups(), st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=5), st.randoms())
def test_groups_match_exhaustive_search(clusters: list[list[int]], owns: list[int], rng: Random) -> None:
    groups = [group for cluster in clusters for group in cluster]
    rng.shuffle(groups)
    expected = [sum(most_disjoint(cluster, own) for cluster in clusters) for own in owns]
    assert probe.groups_most(groups, owns) == expected


@given(clusters_of_groups())
def test_a_plan_answers_for_every_subset_of_a_cluster(clusters: list[list[int]]) -> None:
    cluster = clusters[0]
    cells = [cell for cell in range(64) if any(group >> cell & 1 for group in cluster)]
    owns = [
        sum(1 << cell for i, cell in enumerate(cells) if subset >> i & 1) for subset in range(1 << len(cells))
    ]
    assert probe.groups_most(cluster, owns[::7]) == [most_disjoint(cluster, own) for own in owns[::7]]


def test_no_groups_fit_nowhere() -> None:
    assert probe.groups_most([], [0, 2**64 - 1]) == [0, 0]


def test_too_many_connected_groups_are_refused() -> None:
    pairs = [3 << cell for cell in range(10)]
    with pytest.raises(ValueError, match="too many connected"):
        probe.groups_most(pairs, [0])
    assert probe.groups_most(pairs[:9], [2**10 - 1]) == [5]


def test_more_clusters_than_there_are_tables_are_refused() -> None:
    full = [[3 << cell for cell in range(start, start + 5)] for start in range(0, 60, 6)]
    assert probe.groups_most([pair for cluster in full[:9] for pair in cluster], [2**64 - 1]) == [27]
    with pytest.raises(ValueError, match="too many connected"):
        probe.groups_most([pair for cluster in full for pair in cluster], [0])


@pytest.mark.parametrize(
    ("best", "groups"),
    [
        (best_bridges, [mask(ends) for ends in BRIDGES]),
        (best_statues, [mask(around) for around in STATUES]),
        (best_lakes, [mask(group) for shore in LAKES for group in combinations(shore, 3)]),
    ],
    ids=["bridges", "statues", "lakes"],
)
def test_the_groups_of_metropolys_match_the_oracle(
    best: Callable[[Iterable[str]], int], groups: list[int]
) -> None:
    rng = Random(1)
    hands = [rng.sample(NAMES, rng.randint(0, 13)) for _ in range(400)]
    # Buildings close together contain more groups than scattered ones.
    touched = [name for name in NAMES if any(group >> NAMES.index(name) & 1 for group in groups)]
    hands += [
        rng.sample(touched[start : start + 16], 13)
        for start in range(0, len(touched) - 13, 3)
        for _ in range(20)
    ]
    assert probe.groups_most(groups, [mask(names) for names in hands]) == [best(names) for names in hands]


@pytest.mark.parametrize("size", range(14))
def test_chains_of_metropolys_match_the_oracle(size: int) -> None:
    rng = Random(size)
    for _ in range(40):
        names = rng.sample(NAMES, size)
        assert probe.chains_most(mask(names), NEAR) == best_chains(names), names
        names = grown(rng, size)
        assert probe.chains_most(mask(names), NEAR) == best_chains(names), names


def grown(rng: Random, size: int) -> list[str]:
    """Return neighbourhoods that are mostly connected: most new ones are adjacent to an earlier one."""
    names = [rng.choice(NAMES)]
    while len(names) < size:
        beside = sorted({other for name in names for other in ADJACENT[name]} - set(names))
        names.append(rng.choice(beside))
    return names[:size]


@given(
    st.lists(
        st.tuples(st.integers(0, 11), st.integers(0, 11)).filter(lambda edge: edge[0] != edge[1]), max_size=30
    ),
    st.integers(0, 2**12 - 1),
)
def test_chains_of_any_graph_match_exhaustive_search(edges: list[tuple[int, int]], own: int) -> None:
    near = near_of(edges, 12)
    assert probe.chains_most(own, near) == most_disjoint(chain_groups(near), own)


@pytest.mark.parametrize(
    ("edges", "chains"),
    [
        ([], 0),
        ([(0, 1)], 0),
        ([(0, 1), (1, 2)], 1),
        ([(0, leaf) for leaf in range(1, 7)], 1),
        ([(i, i + 1) for i in range(8)], 3),
        ([(i, (i + 1) % 12) for i in range(12)], 4),
        ([(a, b) for a, b in combinations(range(13), 2)], 4),
        ([(0, 1), (0, 2), (0, 3), (3, 4), (4, 5), (4, 6)], 2),
    ],
    ids=[
        "nothing",
        "a pair",
        "a chain",
        "a star of seven",
        "a path of nine",
        "a ring of twelve",
        "all joined",
        "two stars",
    ],
)
def test_chains_counted_by_hand(edges: list[tuple[int, int]], chains: int) -> None:
    assert probe.chains_most(2**64 - 1, near_of(edges, 64)) == chains
