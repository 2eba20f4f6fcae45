"""The tallest skylines of the districts, now and after one more building."""

from libc.string cimport memset
from urbanist.cext.cells64 cimport Cells
from urbanist.engine.metropolys.board cimport board_of, district_of, height_step
from urbanist.engine.metropolys.position cimport DISTRICTS, Lanes, Metropolys, lane
from urbanist.engine.metropolys.scoring cimport numbers_of


cdef inline int byte_of(const Metropolys* m, int seat, int district) noexcept nogil:
    return <int>(m.heights[seat] >> 8 * district & 0xFF)


cdef inline int reach_of(const Skyline* line, int mine, int seat, int district) noexcept nogil:
    """Return a seat's byte after one more building in a district."""
    return mine + (line.step[seat] if line.open >> district & 1 else 0)


cdef inline void enter(int value, int* most, int* second) noexcept nogil:
    """Update the two greatest values with another one."""
    second[0] = max(second[0], min(value, most[0]))
    most[0] = max(value, most[0])


cdef inline int step_of(Lanes values) noexcept nogil:
    """Return what the tallest of these buildings adds to a byte."""
    return height_step[13 if values & TALL_VALUES else 9 if values & MEDIUM_VALUES else 5] if values else 0


cdef Skyline skyline_of(const Metropolys* m, Lanes hands, Cells open) noexcept nogil:
    """Return the skylines, if seats have the values `hands` left and may build on the sites `open`."""
    cdef Skyline line
    cdef int seat, i, mine
    memset(&line, 0, sizeof(Skyline))
    for i in range(DISTRICTS):
        line.open |= (board_of(m).district[i] & open != 0) << i
    for seat in range(m.head.seats):
        line.step[seat] = <int>step_of(lane(hands, seat))
        for i in range(DISTRICTS):
            mine = byte_of(m, seat, i)
            enter(mine, line.tallest + i, line.second + i)
            enter(reach_of(&line, mine, seat, i), line.farthest + i, line.runner_up + i)
    return line


cdef Standing standing_of(const Metropolys* m, const Skyline* line, int seat) noexcept nogil:
    """Return how a seat stands in the districts."""
    cdef Standing out = Standing(0, 0, 0, 0)
    cdef int i, mine, reach, theirs, farthest
    for i in range(DISTRICTS):
        mine = byte_of(m, seat, i)
        reach = reach_of(line, mine, seat, i)
        theirs = line.second[i] if mine == line.tallest[i] else line.tallest[i]
        farthest = line.runner_up[i] if reach == line.farthest[i] else line.farthest[i]
        out.led += mine > theirs
        out.tied += mine == theirs and mine > 0
        out.shaky += mine > theirs and farthest > mine
        out.within += mine <= theirs and reach > theirs
    return out


cdef int tallest_gain(const Metropolys* m, const Skyline* line, int seat, int cell, int value) noexcept nogil:
    """Return the points that a building gives its seat for the tallest skyline of its district."""
    cdef int i = district_of[cell]
    cdef int mine = byte_of(m, seat, i)
    if mine and mine == line.tallest[i]:
        return 0
    return numbers_of(m).tallest if mine + <int>height_step[value] >= line.tallest[i] else 0
