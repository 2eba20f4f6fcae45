"""Selection: the child of a node that a visit goes to."""


cdef struct SelectionParams:
    # The default context of a selection: the options that it reads.
    float explore
    float bias
    float fpu_reduction
    float history
