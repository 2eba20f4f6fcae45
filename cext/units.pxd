"""Layers of a small network: weighted sums for 16 or 32 units at once, in vectors of eight numbers.

All sums are taken in one order, whatever the processor, so that every build finds the same to the last bit.
"""

cdef extern from *:
    """
    #define URBANIST_LANES 8
    /* The compiler makes of these what the processor has; a load needs no alignment. */
    typedef float urbanist_floats __attribute__((vector_size(4 * URBANIST_LANES), aligned(4), may_alias));

    static inline void urbanist_add32(
        const float *inputs, int count, float scale, const float *weights, const float *start, float *sums) {
        const urbanist_floats *weight = (const urbanist_floats *)weights;
        urbanist_floats sum[4];
        for (int block = 0; block < 4; block++) sum[block] = ((const urbanist_floats *)start)[block];
        for (int i = 0; i < count; i++, weight += 4) {
            float input = inputs[i] * scale;
            for (int block = 0; block < 4; block++) sum[block] += input * weight[block];
        }
        for (int block = 0; block < 4; block++) ((urbanist_floats *)sums)[block] = sum[block];
    }

    /* Four sets of sums at once: a processor does not wait for one addition to begin that of another set. */
    static inline void urbanist_add16x4(const float *const *inputs, int count, const float *weights, float *sums) {
        const urbanist_floats *weight = (const urbanist_floats *)weights;
        urbanist_floats sum[8];
        for (int block = 0; block < 8; block++) sum[block] = ((const urbanist_floats *)sums)[block];
        for (int i = 0; i < count; i++, weight += 2) {
            urbanist_floats first = weight[0], second = weight[1];
            for (int set = 0; set < 4; set++) {
                sum[2 * set] += inputs[set][i] * first;
                sum[2 * set + 1] += inputs[set][i] * second;
            }
        }
        for (int block = 0; block < 8; block++) ((urbanist_floats *)sums)[block] = sum[block];
    }

    /* Rows of `width` numbers, one after the other; `one` and `other` are left out, and may be the same. */
    static inline void urbanist_sum_rows(const float *rows, int count, int width, int one, int other, float *sums) {
        for (int unit = 0; unit < width; unit += 4 * URBANIST_LANES) {
            urbanist_floats sum[4] = {{0}};
            for (int row = 0; row < count; row++) {
                const urbanist_floats *more = (const urbanist_floats *)(rows + row * width + unit);
                if (row != one && row != other)
                    for (int block = 0; block < 4; block++) sum[block] += more[block];
            }
            for (int block = 0; block < 4; block++) ((urbanist_floats *)(sums + unit))[block] = sum[block];
        }
    }

    static inline void urbanist_add_row(const float *row, int width, const float *start, float *sums) {
        for (int block = 0; block < width / URBANIST_LANES; block++)
            ((urbanist_floats *)sums)[block] =
                ((const urbanist_floats *)start)[block] + ((const urbanist_floats *)row)[block];
    }

    static inline void urbanist_rectify(float *sums, int count) {
        typedef int masks __attribute__((vector_size(4 * URBANIST_LANES), aligned(4), may_alias));
        for (int block = 0; block < count / URBANIST_LANES; block++) {
            masks positive = ((const urbanist_floats *)sums)[block] > 0;
            ((masks *)sums)[block] &= positive;
        }
    }

    static inline float urbanist_dot(const float *one, const float *other, int count) {
        urbanist_floats sum = {0};
        for (int block = 0; block < count / URBANIST_LANES; block++)
            sum += ((const urbanist_floats *)one)[block] * ((const urbanist_floats *)other)[block];
        return ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
    }
    """
    void urbanist_add16x4(const float** inputs, int count, const float* weights, float* sums) noexcept nogil
    void urbanist_add32(
        const float* inputs, int count, float scale, const float* weights, const float* start, float* sums,
    ) noexcept nogil
    void urbanist_sum_rows(
        const float* rows, int count, int width, int one, int other, float* sums) noexcept nogil
    void urbanist_add_row(const float* row, int width, const float* start, float* sums) noexcept nogil
    void urbanist_rectify(float* sums, int count) noexcept nogil
    float urbanist_dot(const float* one, const float* other, int count) noexcept nogil


cdef inline void add16x4(const float** inputs, int count, const float* weights, float* sums) noexcept nogil:
    """Add to four sets of sums of 16 units each input of their list, times its weights, by input, then by unit."""
    urbanist_add16x4(inputs, count, weights, sums)


cdef inline void add32(
    const float* inputs, int count, float scale, const float* weights, const float* start, float* sums,
) noexcept nogil:
    """Write `start` with each input, times `scale` and its weights, added: 32 sums, which may stand there themselves.

    The weights are by input, then by unit.
    """
    urbanist_add32(inputs, count, scale, weights, start, sums)


cdef inline void sum_rows(const float* rows, int count, int width, int one, int other, float* sums) noexcept nogil:
    """Write the sum of rows, one after the other in memory, without two that may be the same, by unit.

    `width` is a multiple of 32. The compiler would not do this in vectors, as all may stand in one array.
    """
    urbanist_sum_rows(rows, count, width, one, other, sums)


cdef inline void add_row(const float* row, int width, const float* start, float* sums) noexcept nogil:
    """Write the sums of two rows, by unit; `width` is a multiple of 8."""
    urbanist_add_row(row, width, start, sums)


cdef inline float dot(const float* one, const float* other, int count) noexcept nogil:
    """Return the dot product of two lists; `count` is a multiple of 8."""
    return urbanist_dot(one, other, count)


cdef inline void rectify(float* sums, int count) noexcept nogil:
    """ReLU in place; `count` is a multiple of 8."""
    urbanist_rectify(sums, count)
