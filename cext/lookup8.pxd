"""Eight lookups at once in tables of eight numbers: weighted sums of three lookups, compared with a bound."""

from libc.stdint cimport int32_t, uint32_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__AVX2__)
    #include <immintrin.h>
    #endif
    /* Both versions add and multiply in the same order, so that their results are equal in every bit. */
    static inline int urbanist_weigh8(const float *first, const float *second, const float *third, const int32_t *at,
                                      const float *extra, float base, float weight, float noise, uint32_t bits,
                                      float bound, float *out) {
    #if defined(__AVX2__)
        __m256 sum = _mm256_add_ps(
            _mm256_permutevar8x32_ps(_mm256_loadu_ps(first), _mm256_loadu_si256((const __m256i *)at)),
            _mm256_permutevar8x32_ps(_mm256_loadu_ps(second), _mm256_loadu_si256((const __m256i *)(at + 8))));
        sum = _mm256_add_ps(
            sum, _mm256_permutevar8x32_ps(_mm256_loadu_ps(third), _mm256_loadu_si256((const __m256i *)(at + 16))));
        __m256i draws = _mm256_srlv_epi32(_mm256_set1_epi32((int)bits), _mm256_setr_epi32(0, 3, 6, 9, 12, 15, 18, 21));
        __m256 drawn = _mm256_cvtepi32_ps(_mm256_and_si256(draws, _mm256_set1_epi32(7)));
        __m256 all = _mm256_add_ps(_mm256_loadu_ps(extra), _mm256_set1_ps(base));
        all = _mm256_add_ps(all, _mm256_mul_ps(_mm256_set1_ps(noise), drawn));
        all = _mm256_add_ps(all, _mm256_mul_ps(_mm256_set1_ps(weight), sum));
        _mm256_storeu_ps(out, all);
        return _mm256_movemask_ps(_mm256_cmp_ps(all, _mm256_set1_ps(bound), _CMP_GT_OQ));
    #else
        int above = 0;
        for (int i = 0; i < 8; i++) {
            float sum = first[at[i]] + second[at[8 + i]] + third[at[16 + i]];
            out[i] = extra[i] + base + noise * (float)(bits >> 3 * i & 7) + weight * sum;
            above |= (out[i] > bound) << i;
        }
        return above;
    #endif
    }
    """
    int urbanist_weigh8(
        const float* first, const float* second, const float* third, const int32_t* at, const float* extra, float base,
        float weight, float noise, uint32_t bits, float bound, float* out,
    ) noexcept nogil

cdef enum:
    LANES = 8
    NOISE_BITS = 3  # random bits of each lane


cdef inline int weigh8(
    const float* first, const float* second, const float* third, const int32_t* at, const float* extra, float base,
    float weight, float noise, uint32_t bits, float bound, float* out,
) noexcept nogil:
    """Write eight sums to `out`; return a mask of those above `bound`.

    Sum i is extra[i] + base + noise * (three bits of `bits`) + weight * (three lookups). `first`, `second` and `third`
    are tables of eight numbers; `at` has eight indices for each of them in turn.
    """
    return urbanist_weigh8(first, second, third, at, extra, base, weight, noise, bits, bound, out)
