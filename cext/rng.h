/* The arithmetic of the random generator in rng.pxd: its two constants, and products of 64 bits and more. */

#ifndef URBANIST_RNG_H
#define URBANIST_RNG_H

#include <stdint.h>

#define URBANIST_RNG_STEP 0xA0761D6478BD642FULL
#define URBANIST_RNG_MASK 0xE7037ED1A0B428DBULL

static inline uint64_t urbanist_fold(uint64_t a, uint64_t b) {
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

static inline uint32_t urbanist_part(uint64_t *fraction, uint32_t bound) {
    unsigned __int128 product = (unsigned __int128)*fraction * bound;
    *fraction = (uint64_t)product;
    return (uint32_t)(product >> 64);
}

#endif
