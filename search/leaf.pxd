"""The value of the position at the end of a descent."""

from urbanist.engine.game cimport GameOps
from urbanist.search.network cimport Network
from urbanist.search.verbs cimport Leaf

cdef Leaf leaf_of(str name, const GameOps* ops, object options, Network network) except *
