"""Layers of a small network: weighted sums for 16 or 32 units at once, in vectors of eight numbers.

All sums are taken in one order, whatever the processor, so that every build finds the same to the last bit.
"""

cdef extern from *:
    """
    #define URBANIST_LANES 8
    /* The compiler makes of these what the processor has; a load needs no alignment. */
    typedef float urbanist_floats __attribute__((vector_size(4 * URBANIST_LANES), aligned(4), may_alias));

    #define URBANIST_ADD_UNITS(NAME, BLOCKS)                                                                    \\
        static inline void NAME(const float *inputs, int count, float scale, const float *weights, float *sums) { \\
            urbanist_floats sum[BLOCKS];                                                                        \\
            for (int block = 0; block < BLOCKS; block++)                                                        \\
                sum[block] = ((const urbanist_floats *)sums)[block];                                            \\
            for (int i = 0; i < count; i++) {                                                                   \\
                float input = inputs[i] * scale;                                                                \\
                for (int block = 0; block < BLOCKS; block++)                                                    \\
                    sum[block] += input * ((const urbanist_floats *)weights)[BLOCKS * i + block];               \\
            }                                                                                                   \\
            for (int block = 0; block < BLOCKS; block++)                                                        \\
                ((urbanist_floats *)sums)[block] = sum[block];                                                  \\
        }
    URBANIST_ADD_UNITS(urbanist_add16, 2)
    URBANIST_ADD_UNITS(urbanist_add32, 4)

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
    void urbanist_add16(const float* inputs, int count, float scale, const float* weights, float* sums) noexcept nogil
    void urbanist_add32(const float* inputs, int count, float scale, const float* weights, float* sums) noexcept nogil
    void urbanist_rectify(float* sums, int count) noexcept nogil
    float urbanist_dot(const float* one, const float* other, int count) noexcept nogil


cdef inline void add16(const float* inputs, int count, float scale, const float* weights, float* sums) noexcept nogil:
    """Add to the sums of 16 units each input, times `scale` and its weights; these are by input, then by unit."""
    urbanist_add16(inputs, count, scale, weights, sums)


cdef inline void add32(const float* inputs, int count, float scale, const float* weights, float* sums) noexcept nogil:
    """Add to the sums of 32 units each input, times `scale`, times its weights."""
    urbanist_add32(inputs, count, scale, weights, sums)


cdef inline float dot(const float* one, const float* other, int count) noexcept nogil:
    """Return the sum of products of two lists; `count` is a multiple of 8."""
    return urbanist_dot(one, other, count)


cdef inline void rectify(float* sums, int count) noexcept nogil:
    """Replace negative sums by 0; `count` is a multiple of 8."""
    urbanist_rectify(sums, count)
