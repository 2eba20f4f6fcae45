"""Regions of hexes: the greatest group, and the outside of a city without its lakes."""

from urbanist.cext.hexlines cimport MAX_WORDS, Line, Window

cdef enum:
    MAX_GROUPS = 2048  # more than a window can have: half of its hexes

cdef struct Group:
    int size  # hexes
    int value  # sum of their heights


cdef struct Groups:
    # A union-find forest: regions that touch are joined, and the root of each tree has the totals.
    int count
    short parent[MAX_GROUPS]
    Group group[MAX_GROUPS]
    short label[MAX_WORDS * 64]  # the region of each hex in the set, by the hex's number in the window


cdef inline int root_of(const Groups* groups, int group) noexcept nogil:
    """Return the root of a region."""
    while groups.parent[group] != group:
        group = groups.parent[group]
    return group


cdef inline bint greater(Group one, Group other) noexcept nogil:
    """Return whether a group has more hexes than another, or equally many and a greater value."""
    return one.size > other.size or one.size == other.size and one.value > other.value


cdef void fill_groups(
    const Window* window, const Line* cells, const Line* low, const Line* middle, const Line* high, Groups* groups,
) noexcept nogil
cdef Group greatest_of(const Groups* groups) noexcept nogil
cdef Group fill_greatest(
    const Window* window, const Line* cells, const Line* low, const Line* middle, const Line* high,
) noexcept nogil
cdef void fill_outside(const Window* window, const Line* built, Line* outside) noexcept nogil
