"""How the outcome of a visit updates the nodes on its path."""

from libc.stdint cimport uint32_t

from urbanist.search.tree cimport Node
from urbanist.search.verbs cimport Backup, BackupFn, Search, Worker


cdef void mean(const void* context, Search* s, Worker* w, const uint32_t* path, int depth) noexcept nogil:
    """Update the means of all nodes on the path with the outcome."""
    cdef Node* node
    cdef float weight
    cdef int i, seat
    for i in range(depth):
        node = &s.tree.nodes[path[i]]
        node.visits += 1
        weight = <float>1 / node.visits
        for seat in range(w.state.seats):
            node.value[seat] += weight * (w.outcome.value[seat] - node.value[seat])
            node.points[seat] += weight * (w.outcome.points[seat] - node.points[seat])


cdef dict BACKUPS = {"mean": <size_t>mean}


cdef Backup backup_of(str name) except *:
    """Return the backup with this name."""
    return Backup(call=<BackupFn><size_t>BACKUPS[name], context=NULL)
