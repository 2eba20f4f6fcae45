/* Random games of Metropolys, as fast as one C file can play them, with the usual districts, both variants.

   It is written from the rules, and shares no code with the engine. `play` deals games, plays uniformly random legal
   moves to the end and counts the points. Compile with -O3 -march=native; it needs BMI2.

   Values and sites are sets of bits. What a seat may bid in an auction depends only on the last building: values on the
   board are never higher than its own, so the hands stay as they are until the auction ends. Each draw is a product and
   a deposit of one bit.

   Who moves next depends on each draw, so one game cannot be hurried. 16 games are played in step, a word of a vector
   each: every step is a move of each of them. It is compiled well for AVX-512, and correctly for all else. */

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#if defined(__AVX512F__) && defined(__AVX512VPOPCNTDQ__)
#define WIDE
#endif
/* How functions get and return vectors that a processor does not have: all of these are inlined. */
#pragma GCC diagnostic ignored "-Wpsabi"

enum { CELLS = 55, TABLE = 4, VALUES = 13, DISTRICTS = 5, TYPES = 5, FAMILY = 0, EXPERT = 1 };
enum { TRENDY = 1, METRO, RUINS }; /* tokens; 0: none */
enum { BRIDGES, STATUES, LAKES, BORDER, IN_DISTRICTS = 3, CHAINS };

/* The type, whether it is on the border and whether it is a dead end; then the adjacent neighbourhoods. */
static const char *const BOARD[CELLS] = {
    "i-- C3 C4 N5 N8", "h-- C3 C8 W5", "s-- C1 C2 C4", "a-- C1 C3 C5 C10",
    "i-- C4 C6 C10", "p-- C5 C7 C11 E6", "a-- C6 N10 E1", "p-- C2 C9 C13 W8",
    "h-- C8 C10", "p-- C4 C5 C9 C11", "s-- C6 C10 C12 C14 C15", "i-d C11",
    "s-- C8 C14 S2", "a-- C11 C13 C15 S4", "h-- C11 C14 E9 S5", "ib- N2 N5 W1",
    "ab- N1 N3 N6", "ib- N2 N4 N8 N9", "pb- N3 N9 E2", "p-- C1 N1 N6 W3",
    "h-- N2 N5 N7 N8", "s-d N6", "s-- C1 N3 N6", "a-- N3 N4 N10 E1",
    "h-- C7 N9", "i-- C7 N9 E2 E3", "hb- N4 E1 E5", "s-- E1 E4 E5 E6",
    "h-d E3", "pb- E2 E3 E7", "a-- C6 E3 E7 E8", "ib- E5 E6 E8",
    "sb- E6 E7 E9 E10", "a-- C15 E8 E10 S5 S9", "pb- E8 E9 S10", "p-d S2",
    "i-- C13 S1 S3 S7 W8 W10", "h-- S2 S4 S7", "s-- C14 S3 S5 S8", "p-- C15 E9 S4 S8",
    "hb- S7 W9", "ab- S2 S3 S6 S8", "ib- S4 S5 S7 S9", "sb- E9 S8 S10",
    "ab- E10 S9", "sb- N1 W2 W3", "ab- W1 W3 W4", "h-- N5 W1 W2 W4 W5",
    "ib- W2 W3 W7", "i-- C2 W3 W8", "hb- W7 W9", "pb- W4 W6 W8 W10",
    "a-- C8 S2 W5 W7 W10", "pb- S6 W6 W10", "s-- S2 W7 W8 W9",
};
static const char *const BRIDGE[] = {
    "C1 N5", "C1 N8", "C2 W5", "C6 E6", "C7 N10", "C7 E1", "C8 W8", "C13 S2", "C14 S4",
    "C15 E9", "C15 S5", "N1 W1", "N4 E2", "N5 W3", "N9 E1", "E9 S5", "E9 S9", "E10 S10",
    "S2 W8", "S2 W10", "S6 W9",
};
static const char *const STATUE[] = {
    "C1 C3 C4", "C4 C5 C10", "C11 C14 C15", "N3 N4 N9", "E6 E7 E8", "E8 E9 E10", "S2 S3 S7", "S4 S5 S8",
    "W1 W2 W3", "W2 W3 W4", "W7 W8 W10",
};
static const char *const LAKE[] = {
    "C2 C3 C4 C8 C9 C10", "C8 C9 C10 C11 C13 C14", "N1 N2 N5 N6 N7",
    "E3 E4 E5 E6 E7", "S3 S4 S7 S8", "W3 W4 W5 W7 W8",
};
#define LENGTH(list) ((int)(sizeof(list) / sizeof *(list)))

typedef uint64_t Set;

/* Disjoint groups of cells: for each lot of cells, a table with the greatest number of groups in each subset. */
enum { MOST_LOTS = 12, LOT = 11 };
typedef struct {
    int lots;
    Set cells[MOST_LOTS];
    uint8_t most[MOST_LOTS][1 << LOT];
} Packing;

static Set near[65], district[DISTRICTS], of_type[TYPES], dead_ends, family_sites[4];
static uint64_t step[16], shift_of[64]; /* what a building adds to the byte of its district */
static Packing bridges, statues, lakes;
static uint64_t word;

#define ALWAYS static inline __attribute__((always_inline))

ALWAYS uint64_t bits64(void) { /* wyrand */
    word += 0xA0761D6478BD642FULL;
    unsigned __int128 product = (unsigned __int128)word * (word ^ 0xE7037ED1A0B428DBULL);
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

ALWAYS uint32_t part(uint64_t *bits, uint32_t bound) {
    unsigned __int128 product = (unsigned __int128)*bits * bound;
    *bits = (uint64_t)product;
    return (uint32_t)(product >> 64);
}

ALWAYS uint32_t below(uint32_t bits, uint32_t bound) { return (uint32_t)((uint64_t)bits * bound >> 32); }
ALWAYS int size(Set set) { return __builtin_popcountll(set); }
ALWAYS Set nth(Set set, uint32_t k) { return _pdep_u64(1ULL << k, set); } /* as a set of one */

/* -- tables ------------------------------------------------------------------------------------------------------- */

static int cell_of(const char *name) {
    static const char LETTERS[] = "CNESW";
    int number = name[1] - '0', letter = (int)(strchr(LETTERS, name[0]) - LETTERS);
    if (name[2] >= '0' && name[2] <= '9') number = 10 * number + name[2] - '0';
    return (letter ? 5 + 10 * letter : 0) + number - 1;
}

static Set cells_of(const char *names) {
    Set found = 0;
    for (const char *at = names; at; at = strchr(at, ' '), at = at ? at + 1 : at) found |= 1ULL << cell_of(at);
    return found;
}

static void plan(Packing *p, const Set *group, int groups) {
    Set cluster[64];
    int clusters = 0;
    memset(p, 0, sizeof *p);
    for (int i = 0; i < groups; i++) { /* groups that share cells belong together */
        Set together = group[i];
        int kept = 0;
        for (int j = 0; j < clusters; j++) {
            if (cluster[j] & together) together |= cluster[j];
            else cluster[kept++] = cluster[j];
        }
        cluster[kept++] = together;
        clusters = kept;
    }
    for (int i = 0; i < clusters; i++) {
        int lot = 0;
        while (lot < p->lots && size(p->cells[lot] | cluster[i]) > LOT) lot++;
        p->cells[lot] |= cluster[i];
        if (lot == p->lots) p->lots++;
    }
    for (int lot = 0; lot < p->lots; lot++) {
        for (Set subset = 1; subset < 1ULL << size(p->cells[lot]); subset++) {
            int most = p->most[lot][subset & (subset - 1)];
            for (int i = 0; i < groups; i++) {
                Set own = _pext_u64(group[i], p->cells[lot]);
                if (group[i] & ~p->cells[lot] || own & ~subset || !(own & subset & -subset)) continue;
                if (1 + p->most[lot][subset ^ own] > most) most = 1 + p->most[lot][subset ^ own];
            }
            p->most[lot][subset] = (uint8_t)most;
        }
    }
}

static void fill_tables(void) {
    static const char TYPE[] = "iphsa";
    Set group[128];
    int groups = 0;
    memset(family_sites, 0, sizeof family_sites), memset(district, 0, sizeof district), memset(of_type, 0, sizeof of_type);
    dead_ends = 0;
    for (int cell = 0; cell < CELLS; cell++) {
        int letter = cell < 15 ? 0 : (cell - 5) / 10;
        near[cell] = cells_of(BOARD[cell] + 4);
        district[letter] |= 1ULL << cell;
        of_type[strchr(TYPE, BOARD[cell][0]) - TYPE] |= 1ULL << cell;
        if (BOARD[cell][1] == 'b') family_sites[BORDER] |= 1ULL << cell;
        if (BOARD[cell][2] == 'd') dead_ends |= 1ULL << cell;
        shift_of[cell] = 8 * (uint64_t)letter;
    }
    for (int i = 0; i < LENGTH(BRIDGE); i++) family_sites[BRIDGES] |= group[i] = cells_of(BRIDGE[i]);
    plan(&bridges, group, LENGTH(BRIDGE));
    for (int i = 0; i < LENGTH(STATUE); i++) family_sites[STATUES] |= group[i] = cells_of(STATUE[i]);
    plan(&statues, group, LENGTH(STATUE));
    for (int i = 0; i < LENGTH(LAKE); i++) {
        Set shore = cells_of(LAKE[i]);
        family_sites[LAKES] |= shore;
        for (Set one = shore; one; one &= one - 1)
            for (Set two = one & (one - 1); two; two &= two - 1)
                for (Set three = two & (two - 1); three; three &= three - 1)
                    group[groups++] = (one & -one) | (two & -two) | (three & -three);
    }
    plan(&lakes, group, groups);
    /* A seat has at most 5 small, 4 medium and 4 tall buildings: digits of a number that compares skylines. */
    for (int value = 1; value <= VALUES; value++) step[value] = value >= 10 ? 30 : value >= 6 ? 6 : 1;
}

/* -- points ------------------------------------------------------------------------------------------------------- */

static int packed(const Packing *p, Set own) {
    int most = 0;
    for (int lot = 0; lot < p->lots; lot++) most += p->most[lot][_pext_u64(own, p->cells[lot])];
    return most;
}

static int chains(Set own);

/* The greatest number of chains of three in a connected set: there is always a best choice that uses its end. */
static int chains_together(Set part) {
    int bound = size(part) / 3, fewest = 64, best = 0;
    Set end = 0;
    if (bound <= 1) return bound;
    for (Set rest = part; rest; rest &= rest - 1) {
        int neighbours = size(near[__builtin_ctzll(rest)] & part);
        if (neighbours < fewest) fewest = neighbours, end = rest & -rest;
    }
    Set others = part ^ end;
    for (Set middles = near[__builtin_ctzll(end)] & others; middles; middles &= middles - 1) {
        Set middle = middles & -middles;
        Set thirds = (near[__builtin_ctzll(end)] | near[__builtin_ctzll(middle)]) & others & ~middle;
        for (; thirds; thirds &= thirds - 1) {
            int found = 1 + chains(others & ~middle & ~(thirds & -thirds));
            if (found > best) best = found;
            if (best == bound) return best;
        }
    }
    return best;
}

static int chains(Set own) {
    int total = 0;
    while (own) {
        Set part = own & -own, fresh = part;
        while (fresh) {
            int cell = __builtin_ctzll(fresh);
            fresh = (fresh & (fresh - 1)) | (near[cell] & own & ~part);
            part |= fresh;
        }
        own &= ~part;
        total += chains_together(part);
    }
    return total;
}

static int area_points(int variant, int card, Set own) {
    int full = 0;
    if (variant == FAMILY) return 3 * size(own & family_sites[card]);
    switch (card) {
    case BRIDGES: return 4 * packed(&bridges, own);
    case STATUES: return 7 * packed(&statues, own);
    case LAKES: return 5 * packed(&lakes, own);
    case IN_DISTRICTS:
        for (int i = 0; i < DISTRICTS; i++) full += size(own & district[i]) >= 3;
        return 4 * full;
    default: return 4 * chains(own);
    }
}

/* -- a deal ------------------------------------------------------------------------------------------------------- */

enum { GAMES = 16, LANES = 8 };
typedef uint64_t Words __attribute__((vector_size(8 * LANES)));
typedef uint64_t Each[GAMES] __attribute__((aligned(64)));

/* What auctions need, a word for each game. A hand has 16 bits, the values from bit 1 on; a seat is the highest bit. */
static Each hands, empty, open_sites, in; /* sites without a building of this auction or of earlier ones; who has not passed */
static Each value, site, top, above, beside; /* the last building, and what it leaves: values of each hand, and sites */
static Each last_seat, values, sites, value_number, site_number, raises;
static Each random_one, random_two; /* of the generators */

/* The rest of a game. */
typedef struct {
    Set trendy, metro, ruins, built[TABLE];
    uint64_t heights[TABLE];
    int metros[TABLE + 1], metro_card, ruins_card, area[TABLE], kind[TABLE];
    long first_step;
} Game;
static Game game[GAMES];

ALWAYS Set drawn(Set among, int left, int n, uint64_t *bits) {
    Set rest = among;
    for (int i = 0; i < n; i++) rest ^= nth(rest, part(bits, (uint32_t)(left - i)));
    return among ^ rest;
}

/* Draws n of some sites, three with each random word. */
ALWAYS Set drawn_by_three(Set *rest, int left, int n) {
    Set found = 0;
    for (int i = 0; i < n; i += 3) {
        uint64_t bits = bits64();
        Set some = drawn(*rest, left - i, n - i < 3 ? n - i : 3, &bits);
        found |= some, *rest ^= some;
    }
    return found;
}

static void lay_tokens(Game *g, int players) {
    static const int trendies[] = {0, 0, 5, 8, 9}, metros[] = {0, 0, 6, 7, 9};
    uint64_t bits = bits64();
    Set centre = district[0] & ~dead_ends, all = drawn(centre, size(centre), 7, &bits);
    for (int i = 1; i <= players; i++) {
        Set outer = district[i] & ~dead_ends;
        bits = bits64();
        all |= drawn(outer, size(outer), 5, &bits);
    }
    int left = 7 + 5 * players;
    g->trendy = drawn_by_three(&all, left, trendies[players]);
    g->metro = drawn_by_three(&all, left - trendies[players], metros[players]);
    g->ruins = all;
}

static void deal_cards(int players, uint32_t cards, int *card) {
    uint64_t bits = bits64();
    for (int seat = 0; seat < players; seat++) {
        Set one = nth(cards, part(&bits, (uint32_t)size(cards)));
        card[seat] = __builtin_ctzll(one);
        cards ^= (uint32_t)one;
    }
}

/* Deals a game, and opens the first auction. */
static void begin(int i, int players, int variant, long step) {
    Game *g = &game[i];
    uint64_t bits = bits64(), seat = part(&bits, (uint32_t)players);
    memset(g, 0, sizeof *g);
    lay_tokens(g, players);
    if (variant == EXPERT) deal_cards(players, 31, g->kind);
    deal_cards(players, variant == EXPERT ? 31 : players > 2 ? 15 : 7, g->area);
    g->metro_card = g->ruins_card = TABLE, g->metros[TABLE] = -1, g->first_step = step;
    hands[i] = empty[i] = 0;
    for (int k = 0; k <= players; k++) empty[i] |= district[k];
    for (int k = 0; k < players; k++) hands[i] |= 0x3FFEULL << 16 * k;
    bits = bits64();
    uint32_t opening = 1 + part(&bits, VALUES);
    site[i] = nth(empty[i], part(&bits, (uint32_t)size(empty[i])));
    value[i] = 1ULL << (16 * seat + opening);
    open_sites[i] = empty[i] ^ site[i];
    top[i] = last_seat[i] = 0x8000ULL << 16 * seat;
    in[i] = 0x8000800080008000ULL;
    above[i] = (0x3FFEULL & (~1ULL << opening)) * 0x0001000100010001ULL;
    beside[i] = near[__builtin_ctzll(site[i])];
}

/* -- moves -------------------------------------------------------------------------------------------------------- */

#define OF(each) (*(Words *)((each) + from))
#define PICK(mask, one, other) ((other) ^ (((one) ^ (other)) & (mask)))

ALWAYS Words counts(Words x) {
#ifdef WIDE
    return (Words)_mm512_popcnt_epi64((__m512i)x);
#else
    for (int i = 0; i < LANES; i++) x[i] = (uint64_t)size(x[i]);
    return x;
#endif
}

/* The products of the lower halves. */
ALWAYS Words times(Words x, Words y) {
#ifdef WIDE
    return (Words)_mm512_mul_epu32((__m512i)x, (__m512i)y);
#else
    return (x & 0xFFFFFFFF) * (y & 0xFFFFFFFF);
#endif
}

/* A bit for each word that is not zero. */
ALWAYS uint32_t bits_of(Words x) {
#ifdef WIDE
    return _mm512_test_epi64_mask((__m512i)x, (__m512i)x);
#else
    uint32_t found = 0;
    for (int i = 0; i < LANES; i++) found |= (uint32_t)(x[i] != 0) << i;
    return found;
#endif
}

ALWAYS Words random_words(int from) { /* xorshift128+ */
    Words one = OF(random_one), two = OF(random_two), sum = one + two;
    one ^= one << 23;
    OF(random_one) = two;
    OF(random_two) = one ^ two ^ one >> 18 ^ two >> 5;
    return sum;
}

/* Finds who moves next in eight games, and draws. Where nobody can raise, the auction ends, and the move opens the next
   one, if the game is not over. */
ALWAYS void prepare(int from, uint32_t *ended, uint32_t *over) {
    const Words one = (Words){0} + 1;
    Words next_sites = OF(open_sites) & OF(beside), higher = OF(hands) & OF(above);
    /* The addition carries into the bit of a seat if its hand has a value. */
    Words able = (higher + 0x7FFF7FFF7FFF7FFFULL) & OF(in) & ~OF(top);
    Words ends = (Words)(able == 0) | (Words)(next_sites == 0);
    OF(hands) ^= OF(value) & ends;
    OF(empty) ^= OF(site) & ends;
    /* The first able seat after the one that moved last, or the first of all. */
    Words after = able & (0 - (OF(last_seat) << 1));
    after = PICK((Words)(after == 0), able, after);
    Words seat = PICK(ends, OF(top), after & (0 - after));
    Words own = PICK(ends, OF(hands), higher) & ((seat << 1) - (seat >> 15));
    next_sites = PICK(ends, OF(empty), next_sites);
    /* Three draws from one random word: 20, 20 and 24 bits of it. */
    Words bits = random_words(from), n = counts(own), m = counts(next_sites);
    OF(raises) = ends | (Words)(times(bits >> 40, times(n, m) + 1) >= 1 << 24);
    OF(value_number) = one << (times(bits >> 20 & 0xFFFFF, n) >> 20);
    OF(site_number) = one << (times(bits & 0xFFFFF, m) >> 20);
    OF(values) = own;
    OF(sites) = next_sites;
    OF(open_sites) = PICK(ends, OF(empty), OF(open_sites));
    OF(in) |= ends & 0x8000800080008000ULL;
    OF(last_seat) = seat;
    *ended |= bits_of(ends) << from;
    *over |= bits_of((Words)(own == 0)) << from;
}

/* Puts the buildings that were drawn there, or passes. */
ALWAYS void move(int from) {
    Words raise = OF(raises), own = OF(value_number), new_site = OF(site_number), every = own | own << 32 | own >> 32;
    every |= every << 16 | every >> 16;
    typedef uint16_t Hands __attribute__((vector_size(8 * LANES)));
    Words greater = (Words)(0 - ((Hands)every + (Hands)every));
    OF(in) &= ~(OF(last_seat) & ~raise);
    OF(open_sites) &= ~(new_site & raise);
    OF(value) = PICK(raise, own, OF(value));
    OF(site) = PICK(raise, new_site, OF(site));
    OF(top) = PICK(raise, OF(last_seat), OF(top));
    OF(above) = PICK(raise, greater, OF(above));
    OF(beside) = PICK(raise, OF(sites), OF(beside));
}

/* The last building of an auction is built. */
ALWAYS void build(int i) {
    Game *g = &game[i];
    int at = __builtin_ctzll(value[i]), cell = __builtin_ctzll(site[i]), seat = at >> 4;
    g->built[seat] |= site[i];
    g->heights[seat] += step[at & 15] << shift_of[cell];
    int got = (int)(g->metro >> cell & 1);
    g->metros[seat] += got;
    got &= g->metros[seat] > g->metros[g->metro_card];
    g->metro_card = got ? seat : g->metro_card;
    g->ruins_card = g->ruins >> cell & 1 ? seat : g->ruins_card;
}

/* Plays a move in each game; returns the games of `alive` that are over, which have moved no more. */
static uint32_t play_step(uint32_t alive) {
    uint32_t ended = 0, over = 0;
    for (int from = 0; from < GAMES; from += LANES) prepare(from, &ended, &over);
    for (uint32_t rest = ended & alive; rest; rest &= rest - 1) build(__builtin_ctz(rest));
    for (int i = 0; i < GAMES; i++) {
        value_number[i] = _pdep_u64(value_number[i], values[i]);
        site_number[i] = _pdep_u64(site_number[i], sites[i]);
        sites[i] = near[_tzcnt_u64(site_number[i])];
    }
    for (int from = 0; from < GAMES; from += LANES) move(from);
    return over & alive;
}

/* -- games -------------------------------------------------------------------------------------------------------- */

static void add_skylines(const Game *g, int players, int *points) {
    for (int d = 0; d <= players; d++) {
        uint64_t tallest = 1;
        for (int i = 0; i < players; i++) tallest = (g->heights[i] >> 8 * d & 0xFF) > tallest ? g->heights[i] >> 8 * d & 0xFF : tallest;
        for (int i = 0; i < players; i++) points[i] += 5 * ((g->heights[i] >> 8 * d & 0xFF) == tallest);
    }
}

static void add_results(const Game *g, int players, int variant, double *points, double *wins) {
    int got[TABLE], best = 0, winners = 0;
    for (int i = 0; i < players; i++) {
        Set own = g->built[i];
        got[i] = 3 * size(own & g->trendy) + size(own & g->metro) - size(own & g->ruins) + 3 * (g->metro_card == i) - 2 * (g->ruins_card == i)
                 + area_points(variant, g->area[i], own);
        if (variant == EXPERT) got[i] += 2 * size(own & of_type[g->kind[i]]);
    }
    if (variant == EXPERT) add_skylines(g, players, got);
    for (int i = 1; i < players; i++)
        if (got[i] > got[best] || (got[i] == got[best] && size(g->built[i]) > size(g->built[best]))) best = i;
    for (int i = 0; i < players; i++) winners += got[i] == got[best] && size(g->built[i]) == size(g->built[best]);
    for (int i = 0; i < players; i++) {
        points[i] += got[i];
        if (got[i] == got[best] && size(g->built[i]) == size(g->built[best])) wins[i] += 1.0 / winners;
    }
}

/* Plays games; writes the mean points and win share of each seat, and returns the mean number of moves. */
double play(int players, int variant, long games, uint64_t seed, double *points, double *wins) {
    double plies = 0;
    long begun = 0, steps = 0, left = games;
    uint32_t alive = 0;
    word = seed * 0x9E3779B97F4A7C15ULL + 1;
    fill_tables();
    near[64] = 0;
    for (int i = 0; i < players; i++) points[i] = wins[i] = 0;
    for (int i = 0; i < GAMES; i++) {
        random_one[i] = bits64(), random_two[i] = bits64();
        begin(i, players, variant, steps);
        alive |= (uint32_t)(begun < games) << i;
        begun++;
    }
    while (left) {
        uint32_t over = play_step(alive);
        steps++;
        for (; over; over &= over - 1) {
            int i = __builtin_ctz(over);
            add_results(&game[i], players, variant, points, wins);
            plies += (double)(steps - game[i].first_step);
            left--;
            if (begun++ < games) begin(i, players, variant, steps);
            else alive ^= 1u << i;
        }
    }
    for (int i = 0; i < players; i++) points[i] /= (double)games, wins[i] /= (double)games;
    return plies / (double)games;
}
