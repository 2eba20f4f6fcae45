"""Expansion: the moves that become children of a node, their order and their number."""

from urbanist.engine.game cimport GameOps
from urbanist.search.network cimport Network
from urbanist.search.verbs cimport Expansion

cdef Expansion expansion_of(str name, const GameOps* ops, object options, Network network) except *
