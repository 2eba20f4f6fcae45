/* Random auctions of many games at once: each game has its word in vectors of LANES words.

   A step plays a move in every game. Where nobody can raise, it first ends the auction, and the move opens the next one.
   All games compute all of this, and mask what they do not need. The draws are those of `uniform.pyx` in the same order,
   so that each game goes on as it would alone. To choose a bit of a set is the one thing that no vector instruction
   does, so it is done game by game. The file includes itself once for each width of vectors. */

#ifndef LANES
#include "words.h"

enum { URBANIST_GAMES_AT_ONCE = 32, URBANIST_ROOM = 256, URBANIST_GAME = 56 };
typedef uint64_t urbanist_each[URBANIST_GAMES_AT_ONCE] __attribute__((aligned(64)));
typedef struct {
    /* Values not on the board and sites without a building, both as if the auction had not begun; sites without a
       building now; a bit for each seat that has not passed; the random generator. */
    urbanist_each hands, empty, free, still_in, word;
    /* The last building: its value in the hand of its seat, its site, its seat, the greater values in each hand, and the
       sites beside it. And the seat that moved last. A seat is the highest bit of its hand. */
    urbanist_each value, site, top, above, beside, seat;
    /* Within a step: what there is to choose from, a bit at the number of what is chosen, and whether it is placed. */
    urbanist_each values, sites, nth_value, nth_site, places;
    /* What was built for good, in the order of time: the value, and the site with the number of the game from bit
       URBANIST_GAME on. */
    uint64_t built_value[URBANIST_ROOM], built_site[URBANIST_ROOM];
    uint64_t built, steps;
    uint64_t near[65]; /* the sites beside each cell, and beside none */
} urbanist_auctions;
typedef uint32_t (*urbanist_play)(urbanist_auctions *auctions);

#ifdef URBANIST_HAS_WORDS
#define LANES 4
#include "auctions.h"
#undef LANES
#define LANES 8
#include "auctions.h"
#undef LANES
#endif

/* The function for vectors of so many words, NULL if there is none. It plays until a game is over, or there may be no
   room for what the next step builds, and returns the games that are over as bits. */
static inline urbanist_play urbanist_play_of(int words) {
#ifdef URBANIST_HAS_WORDS
    return words == 8 ? urbanist_play8 : words == 4 ? urbanist_play4 : NULL;
#else
    return NULL;
#endif
}

#else
#define WORDS URBANIST_OF(urbanist_words, LANES)
#define QUARTERS URBANIST_OF(urbanist_quarters, LANES)
#define MASK URBANIST_OF(urbanist_mask, LANES)
#define NONE URBANIST_OF(urbanist_none, LANES)
#define PICK URBANIST_OF(urbanist_pick, LANES)
#define KEEP URBANIST_OF(urbanist_keep, LANES)
#define BITS URBANIST_OF(urbanist_bits, LANES)
#define TIMES URBANIST_OF(urbanist_times, LANES)
#define COUNT URBANIST_OF(urbanist_count, LANES)
#define PACK URBANIST_OF(urbanist_pack, LANES)
#define RANDOM URBANIST_OF(urbanist_random, LANES)
#define OF(name) (*(WORDS *)(a->name + from))

/* Ends auctions, finds who moves next and what there is to choose from, and draws. Returns the games that are over. */
URBANIST_INLINE(LANES) uint32_t URBANIST_OF(urbanist_prepare, LANES)(urbanist_auctions *a, int from) {
    static const uint64_t numbers[8] __attribute__((aligned(64))) = {0, 1, 2, 3, 4, 5, 6, 7};
    const WORDS one = *(const WORDS *)numbers * 0 + 1;
    WORDS sites = OF(free) & OF(beside), higher = OF(hands) & OF(above);
    /* The addition of all ones below the highest bit carries into it if the hand has a value. */
    WORDS able = (higher + 0x7FFF7FFF7FFF7FFFULL) & OF(still_in) & ~OF(top);
    MASK ends = NONE(able) | NONE(sites);
    PACK(a->built_value + a->built, ends, OF(value));
    PACK(a->built_site + a->built, ends, OF(site) | (*(const WORDS *)numbers + (uint64_t)from) << URBANIST_GAME);
    a->built += (uint64_t)__builtin_popcount(BITS(ends));
    WORDS hands = OF(hands) ^ KEEP(ends, OF(value)), empty = OF(empty) ^ KEEP(ends, OF(site));
    /* The next able seat is the first after the last one, or the first of all. */
    WORDS after = able & (0 - (OF(seat) + OF(seat)));
    WORDS next = PICK(NONE(after), able, after);
    WORDS seat = PICK(ends, OF(top), next & (0 - next));
    WORDS values = PICK(ends, hands, higher) & ((seat << 1) - (seat >> 15));
    sites = PICK(ends, empty, sites);
    WORDS second = OF(word) + 2 * URBANIST_RNG_STEP, word = second + KEEP(ends, one * URBANIST_RNG_STEP);
    WORDS bits = RANDOM(PICK(ends, word, second - URBANIST_RNG_STEP)), more = RANDOM(second);
    WORDS n = COUNT(values), m = COUNT(sites);
    OF(places) = PICK(ends, one, TIMES(more, TIMES(n, m) + 1) >> 32);
    OF(nth_value) = one << (TIMES(bits >> 32, n) >> 32);
    OF(nth_site) = one << (TIMES(bits, m) >> 32);
    OF(values) = values;
    OF(sites) = sites;
    OF(free) = PICK(ends, empty, OF(free));
    OF(still_in) |= KEEP(ends, one * 0x8000800080008000ULL);
    OF(hands) = hands;
    OF(empty) = empty;
    OF(word) = word;
    OF(seat) = seat;
    return BITS(ends & NONE(values)) << from;
}

/* Puts a building there, or passes. */
URBANIST_INLINE(LANES) void URBANIST_OF(urbanist_move, LANES)(urbanist_auctions *a, int from) {
    MASK passes = NONE(OF(places));
    WORDS value = OF(nth_value), site = OF(nth_site);
    WORDS values = value | value << 32 | value >> 32;
    values |= values << 16 | values >> 16;
    WORDS above = (WORDS)(0 - ((QUARTERS)values + (QUARTERS)values));
    OF(still_in) &= ~KEEP(passes, OF(seat));
    OF(free) &= PICK(passes, OF(free), ~site);
    OF(value) = PICK(passes, OF(value), value);
    OF(site) = PICK(passes, OF(site), site);
    OF(top) = PICK(passes, OF(top), OF(seat));
    OF(above) = PICK(passes, OF(above), above);
    OF(beside) = PICK(passes, OF(beside), OF(sites));
}

URBANIST_OF(URBANIST_TARGET, LANES) static uint32_t URBANIST_OF(urbanist_play, LANES)(urbanist_auctions *a) {
    uint32_t over = 0;
    a->built = 0;
    while (!over && a->built <= URBANIST_ROOM - URBANIST_GAMES_AT_ONCE - LANES) {
        for (int from = 0; from < URBANIST_GAMES_AT_ONCE; from += LANES) over |= URBANIST_OF(urbanist_prepare, LANES)(a, from);
        for (int i = 0; i < URBANIST_GAMES_AT_ONCE; i++) {
            uint64_t site = _pdep_u64(a->nth_site[i], a->sites[i]);
            a->nth_value[i] = _pdep_u64(a->nth_value[i], a->values[i]);
            a->nth_site[i] = site;
            a->sites[i] = a->near[_tzcnt_u64(site)];
        }
        for (int from = 0; from < URBANIST_GAMES_AT_ONCE; from += LANES) URBANIST_OF(urbanist_move, LANES)(a, from);
        a->steps++;
    }
    return over;
}
#endif
