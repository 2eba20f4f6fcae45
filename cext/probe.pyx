"""Access to the kernels for tests: each function calls one kernel and returns its result."""

import numpy as np

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

# In this form, because Cython does not notice changes of `module` after `from package cimport module`.
cimport urbanist.cext.bitrow as bitrow
cimport urbanist.cext.cells64 as cells64
cimport urbanist.cext.fill as fill
cimport urbanist.cext.hexlines as hexlines
cimport urbanist.cext.hexrows as hexrows
cimport urbanist.cext.hexsquare as hexsquare
cimport urbanist.cext.lookup8 as lookup8
cimport urbanist.cext.narrow as narrow
cimport urbanist.cext.packing as kernel
cimport urbanist.cext.units as units
from urbanist.cext.address cimport address
from urbanist.cext.atomic cimport fence
from urbanist.cext.cells64 cimport Cells
from urbanist.cext.hexrows cimport RIM
from urbanist.cext.key cimport key_of
from urbanist.cext.pool cimport Pool
from urbanist.cext.rng cimport Rng, rng_below, rng_next, rng_part, rng_seeded, rng_unit


def count(Cells cells):
    """Return the number of cells in the set."""
    return cells64.count(cells)


def first(Cells cells):
    """Return the lowest cell of a set that is not empty."""
    return cells64.first(cells)


def nth(Cells cells, int k):
    """Return the k-th lowest cell, counted from 0, of a set with more than k cells."""
    return cells64.nth(cells, k)


def only(int cell):
    """Return the set of one cell."""
    return cells64.only(cell)


def gather(Cells cells, Cells mask):
    """Return the bits of `cells` at the positions in `mask`, packed at the low end."""
    return cells64.gather(cells, mask)


def groups_most(groups, owns):
    """Return the greatest number of disjoint groups within each of `owns`; raise `ValueError` if no plan fits."""
    cdef kernel.Packing plan
    masks = np.array([*groups, 0], np.uint64)
    kernel.packing_plan(&plan, <Cells*>address(masks), len(groups))
    return [kernel.packing_most(&plan, own) for own in owns]


def chains_most(Cells own, near):
    """Return the greatest number of disjoint chains of three within `own`; `near` has each cell's neighbours."""
    cdef Cells[64] masks
    cdef int cell
    for cell in range(64):
        masks[cell] = near[cell] if cell < len(near) else 0
    return kernel.chains_most(own, masks)


def words(uint64_t seed, uint64_t stream, int n):
    """Return the first n 64-bit words of a generator, as an array."""
    cdef Rng rng = rng_seeded(seed, stream)
    return np.array([rng_next(&rng) for _ in range(n)], np.uint64)


def draws(uint64_t seed, uint64_t stream, uint32_t bound, int n):
    """Return the first n numbers below `bound`, as an array."""
    cdef Rng rng = rng_seeded(seed, stream)
    return np.array([rng_below(&rng, bound) for _ in range(n)], np.uint32)


def units(uint64_t seed, uint64_t stream, int n):
    """Return the first n numbers in [0, 1), as an array."""
    cdef Rng rng = rng_seeded(seed, stream)
    return np.array([rng_unit(&rng) for _ in range(n)], np.float64)


def key(bytes memory not None):
    """Return the key of some bytes."""
    return key_of(<const char*>memory, len(memory))


cdef int pile(hexrows.Rows* rows, pieces) except -1:
    cdef size_t up, row, column
    memset(rows, 0, sizeof(hexrows.Rows))
    for up, row, column in pieces:
        hexrows.lay_piece(rows, hexrows.height_at(rows, row, column + up), row, hexrows.mark_of(up, column))
    return 0


def piled(pieces):
    """Lay pieces, given by triangle (UP: 1), row and column of their marks, one by one; without checks.

    Return for each row of 32 hexes those at least one high, two and three in a list, and the open triangles, DOWN and
    UP, all as whole numbers.
    """
    cdef hexrows.Rows rows
    cdef int row
    pile(&rows, pieces)
    return [
        (
            [rows.level[i][row + RIM] for i in range(hexrows.HIGHEST)],
            rows.open[row + RIM] & 0xFFFFFFFF, rows.open[row + RIM] >> 32,
        )
        for row in range(hexrows.ROWS)
    ]


def drawn_open(pieces, words):
    """Lay pieces as `piled` does, and return the triangle, the row and the column that each random word draws."""
    cdef hexrows.Rows rows
    cdef size_t row, mark
    cdef uint64_t bits
    pile(&rows, pieces)
    places = []
    for word in words:
        bits = word
        could = hexrows.draw_open(&rows, &bits, &row, &mark)
        places.append((hexrows.up_of(mark), row, hexrows.column_of(mark)) if could else None)
    return places


def bounds(pieces):
    """Lay pieces as `piled` does, and return the first and last columns and rows that are built on."""
    cdef hexrows.Rows rows
    cdef int west, east, north, south
    pile(&rows, pieces)
    hexrows.bounds_of(&rows, &west, &east, &north, &south)
    return west, east, north, south


cdef hexsquare.Square square(lines):
    return hexsquare.cut(<uint32_t*>address(np.array(lines, np.uint32)), 0)


cdef list lines_of(hexsquare.Square square):
    cells = np.empty(hexsquare.SIDE, np.uint16)
    memcpy(<void*>address(cells), &square, sizeof(square))
    return cells.tolist()


def lines_where(str what not None, lines):
    """Return the sixteen lines of hexes with what is asked for.

    It is "touching", "touching4" or "enclosed": the hexes that touch one, four or six of the set; "ends"; or "first".
    """
    cdef hexsquare.Square cells = square(lines)
    if what == "touching":
        return lines_of(hexsquare.touching(cells))
    if what == "touching4":
        return lines_of(hexsquare.touching4(cells))
    if what == "enclosed":
        return lines_of(hexsquare.enclosed(cells))
    if what == "ends":
        return lines_of(hexsquare.ends_of(cells))
    return lines_of(hexsquare.first_of(cells))


def grown(seed, among):
    """Return the lines of the flood fill from the seed."""
    return lines_of(hexsquare.grown(square(seed), square(among)))


def hexes_in(lines):
    """Return the number of hexes in sixteen lines."""
    return hexsquare.sum_of(hexsquare.bits_of(square(lines)))


def four_squares(rows, int west):
    """Return the squares of four sets from a column on, given as rows x sets, as lists of lines."""
    cdef hexsquare.Square[4] sets
    hexsquare.cut_four(<uint32_t*>address(rows), west, sets)
    return [lines_of(sets[i]) for i in range(4)]


def planes(memory, int n):
    """Return the n lowest bits of 64 bytes, as one word for each bit."""
    cdef hexlines.Line[8] out
    hexlines.planes_of(<uint8_t*>address(memory), n, out)
    return [out[i] for i in range(n)]


cdef object unpacked(words, object lane, object lines):
    whole = sum(int(word) << 64 * i for i, word in enumerate(words))
    return [whole >> lane * i & (1 << lane) - 1 for i in range(lines)]


cdef int packed(lines, object lane, hexlines.Line* out) except -1:
    whole = sum(int(line) << lane * i for i, line in enumerate(lines))
    for i in range(64):
        out[<int>i] = whole >> 64 * i & 0xFFFFFFFFFFFFFFFF
    return 0


def outside(lines, int columns):
    """Return the outside of lines of hexes; lines are whole numbers with the lowest bit 0."""
    cdef hexlines.Window window = hexlines.window_of(0, 0, columns, len(lines))
    cdef hexlines.Line[66] built
    cdef hexlines.Line[66] cells
    built[0] = 0
    packed(lines, window.lane, built + 1)
    fill.fill_outside(&window, built + 1, cells + 1)
    return unpacked([cells[1 + i] for i in range(window.words)], window.lane, len(lines))


def greatest_group(lines, low, middle, high, int columns):
    """Return size and value of the greatest group in lines of hexes, given the binary digits of their heights."""
    cdef hexlines.Window window = hexlines.window_of(0, 0, columns, len(lines))
    cdef hexlines.Line[66] cells
    cdef hexlines.Line[3][64] digits
    cdef fill.Group group
    cells[0] = 0
    packed(lines, window.lane, cells + 1)
    for i, plane in enumerate((low, middle, high)):
        packed(plane, window.lane, digits[<int>i])
    group = fill.fill_greatest(&window, cells + 1, digits[0], digits[1], digits[2])
    return group.size, group.value


def parts(uint64_t bits, bounds):
    """Return one number below each bound, all drawn from one random word."""
    return [rng_part(&bits, bound) for bound in bounds]


def weigh8(tables, places, extra, float base, float weight, float noise, uint32_t bits, float bound):
    """Return the eight sums of three lookups as an array, and a mask of those above the bound."""
    sums = np.empty(8, np.float32)
    above = lookup8.weigh8(
        floats(tables[0]), floats(tables[1]), floats(tables[2]), <int32_t*>address(places), floats(extra),
        base, weight, noise, bits, bound, floats(sums),
    )
    return sums, above


cdef float* floats(array):
    return <float*>address(array)


def layer(inputs, weights, sums, float scale):
    """Return the sums of 32 units with each input added, times `scale` and its weights."""
    result = np.array(sums, np.float32)
    units.add32(floats(inputs), len(inputs), scale, floats(weights), floats(result), floats(result))
    return result


def sum_without(rows, int one, int other):
    """Return the sum of rows without two that may be the same."""
    result = np.empty(rows.shape[1], np.float32)
    units.sum_rows(floats(rows), len(rows), rows.shape[1], one, other, floats(result))
    return result


def sum_of_two(row, start):
    """Return the sum of two rows."""
    result = np.empty(len(row), np.float32)
    units.add_row(floats(row), len(row), floats(start), floats(result))
    return result


def four_layers(inputs, weights, sums):
    """Return four sets of sums of 16 units with each of their inputs, given as sets x inputs, times its weights."""
    cdef const float* rows[4]
    cdef int i
    result = np.array(sums, np.float32)
    for i in range(4):
        rows[i] = floats(inputs[i])
    units.add16x4(rows, inputs.shape[1], floats(weights), floats(result))
    return result


def rectified(sums):
    """Return the ReLU of the sums."""
    result = np.array(sums, np.float32)
    units.rectify(floats(result), len(result))
    return result


def dot(one, other):
    """Return the dot product."""
    return units.dot(floats(one), floats(other), len(one))


def halves(numbers, int step):
    """Return numbers as halves; so many at once are given to the kernel."""
    cdef float* source = floats(numbers)
    result = np.zeros(len(numbers), np.float16)
    cdef uint16_t* out = <uint16_t*>address(result)
    cdef Py_ssize_t i
    for i in range(0, len(numbers), step):
        narrow.narrow_to_halves(source + i, out + i, min(step, len(numbers) - i))
    return result


def octets(numbers):
    """Return numbers as bytes."""
    result = np.zeros(len(numbers), np.uint8)
    narrow.narrow_to_bytes(floats(numbers), <uint8_t*>address(result), len(numbers))
    return result


def small(numbers, dtype, float low, float factor, bint past_cache):
    """Return whole numbers from -128 to 127 in the form of a type, less `low` and multiplied by `factor`."""
    source, result = np.array(numbers, np.int8), np.zeros(len(numbers), dtype)
    cdef const int8_t* given = <const int8_t*>address(source)
    cdef void* out = address(result)
    if result.itemsize == narrow.FLOATS:
        narrow.small_to_floats(given, <float*>out, len(numbers), low, factor, past_cache)
        fence()
    elif result.itemsize == narrow.HALVES:
        narrow.small_to_halves(given, <uint16_t*>out, len(numbers), low, factor)
    else:
        narrow.small_to_bytes(given, <uint8_t*>out, len(numbers), low, factor)
    return result


def spread_bits(packed, n, bint past_cache):
    """Return the first n bits of bytes, one byte for each."""
    words = np.zeros(bitrow.words_for(n), np.uint64)
    words.view(np.uint8)[:len(packed)] = packed
    result = np.full(n, 255, np.uint8)
    bitrow.bits_to_bytes(<const uint64_t*>address(words), <uint8_t*>address(result), n, past_cache)
    fence()
    return result


def add_bits(row, at, more):
    """Return a row of bits, as one number, with more bits from a place on."""
    words = np.zeros(bitrow.words_for(at + 64), np.uint64)
    words[:4] = [row >> 64 * i & 2**64 - 1 for i in range(4)][:len(words)]
    bitrow.add_bits(<uint64_t*>address(words), at, more)
    return sum(int(word) << 64 * i for i, word in enumerate(words))


cdef extern from "<pthread.h>" nogil:
    uint64_t pthread_self()


cdef struct Turns:
    # What is written of each thing: how often it was done, and by which thread. Each takes so many steps.
    uint8_t* times
    uint64_t* thread
    long effort


cdef void turn(const void* work, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    cdef const Turns* turns = <const Turns*>work
    cdef volatile long left
    cdef Py_ssize_t i
    for i in range(start, stop):
        turns.times[i] += 1
        turns.thread[i] = pthread_self()
        left = turns.effort
        while left:
            left -= 1


def shared(Pool pool not None, n, int threads, long effort):
    """Return how often each of n things was done by a pool, and by which thread."""
    cdef Turns turns
    times, thread = np.zeros(n, np.uint8), np.zeros(n, np.uint64)
    turns.times, turns.thread, turns.effort = <uint8_t*>address(times), <uint64_t*>address(thread), effort
    pool.run(turn, &turns, n, threads)
    return times, thread
