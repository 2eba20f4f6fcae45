"""Selection: the child of a node that a visit goes to."""


cdef struct SelectionParams:
    # The numbers of the options, which the context of a selection has by default.
    float explore
    float bias
    float first_play
    float history
