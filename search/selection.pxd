"""Selection: the child of a node that a visit goes to."""

from urbanist.engine.game cimport GameOps
from urbanist.search.verbs cimport Selection

cdef Selection selection_of(str name, const GameOps* ops, object options) except *
cdef float temperature_of(const GameOps* ops, object options) except *
