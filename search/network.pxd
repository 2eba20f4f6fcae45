"""The weights of a game's value network and policy network."""

from urbanist.engine.game cimport Game
from urbanist.search.policy cimport Policy
from urbanist.search.value cimport Layers


cdef class Network:
    cdef readonly str game
    cdef readonly dict arrays
    cdef dict blocks  # the matrices as kernels read them
    cdef readonly dict tuned  # options of a search that suit networks of the game
    cdef Layers layers
    cdef Policy policy
