/* Random games of Metropolys, as fast as one C file can play them, with the usual districts, both variants.

   It is written from the rules, and shares no code with the engine. `play` deals games, plays uniformly random legal
   moves to the end and counts the points. Compile with -O3 -march=native; it needs BMI2.

   Values and sites are sets of bits. What a seat may bid in an auction depends only on the last building: values on the
   board are never higher than its own, so the hands stay as they are until the auction ends. Each draw is a product and
   a deposit of one bit. The draws of the value, the site and the pass do not wait for each other. */

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

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

static Set near[64], district[DISTRICTS], of_type[TYPES], dead_ends, family_sites[4];
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

/* -- a game ------------------------------------------------------------------------------------------------------- */

static uint8_t token[64]; /* by cell */

ALWAYS Set drawn(Set among, int left, int n, uint64_t *bits) {
    Set rest = among;
    for (int i = 0; i < n; i++) rest ^= nth(rest, part(bits, (uint32_t)(left - i)));
    return among ^ rest;
}

static void lay_tokens(int players) {
    static const int trendies[] = {0, 0, 5, 8, 9}, metros[] = {0, 0, 6, 7, 9};
    uint64_t bits = bits64();
    Set centre = district[0] & ~dead_ends, sites = drawn(centre, size(centre), 7, &bits);
    for (int i = 1; i <= players; i++) {
        Set outer = district[i] & ~dead_ends;
        bits = bits64();
        sites |= drawn(outer, size(outer), 5, &bits);
    }
    int all = 7 + 5 * players;
    Set trendy = 0, rest = sites, metro = 0;
    for (int i = 0; i < trendies[players]; i += 3) {
        int n = trendies[players] - i < 3 ? trendies[players] - i : 3;
        bits = bits64();
        Set some = drawn(rest, all - i, n, &bits);
        trendy |= some, rest ^= some;
    }
    all -= trendies[players];
    for (int i = 0; i < metros[players]; i += 3) {
        int n = metros[players] - i < 3 ? metros[players] - i : 3;
        bits = bits64();
        Set some = drawn(rest, all - i, n, &bits);
        metro |= some, rest ^= some;
    }
    memset(token, 0, sizeof token);
    for (Set left = trendy; left; left &= left - 1) token[__builtin_ctzll(left)] = TRENDY;
    for (Set left = metro; left; left &= left - 1) token[__builtin_ctzll(left)] = METRO;
    for (Set left = rest; left; left &= left - 1) token[__builtin_ctzll(left)] = RUINS;
}

static void deal_cards(int players, uint32_t cards, int *card) {
    uint64_t bits = bits64();
    for (int seat = 0; seat < players; seat++) {
        Set one = nth(cards, part(&bits, (uint32_t)size(cards)));
        card[seat] = __builtin_ctzll(one);
        cards ^= (uint32_t)one;
    }
}

static int play_game(int players, int variant, int *points, int *buildings) {
    static const uint64_t taking[4] = {0, 1, 1 << 8, 1 << 16}; /* bytes: trendy, metro, ruins */
    Set empty = 0, built[TABLE] = {0};
    uint64_t hands = 0, taken[TABLE + 1] = {0}, heights[TABLE] = {0};
    int area[TABLE], kind[TABLE] = {0}, plies = 0, metro_card = TABLE, ruins_card = TABLE;
    uint64_t bits = bits64();
    int seat = (int)part(&bits, (uint32_t)players);
    lay_tokens(players);
    if (variant == EXPERT) deal_cards(players, 31, kind);
    deal_cards(players, variant == EXPERT ? 31 : players > 2 ? 15 : 7, area);
    for (int i = 0; i <= players; i++) empty |= district[i];
    for (int i = 0; i < players; i++) hands |= 0x3FFEULL << 16 * i;
    for (;;) {
        /* The opening, then raises and passes until nobody else can raise. */
        uint64_t hand = hands >> 16 * seat & 0x3FFF, in = 0x8000800080008000ULL, able;
        Set free = empty, site;
        bits = bits64();
        uint32_t value = (uint32_t)__builtin_ctzll(nth(hand, below((uint32_t)bits, (uint32_t)size(hand))));
        site = nth(empty, below((uint32_t)(bits >> 32), (uint32_t)size(empty)));
        int cell = __builtin_ctzll(site), top = seat;
        free ^= site;
        plies++;
        for (;;) {
            Set sites = free & near[cell];
            uint64_t higher = hands & (0x3FFEULL & (~1ULL << value)) * 0x0001000100010001ULL;
            able = (higher + 0x7FFF7FFF7FFF7FFFULL) & in & ~(0x8000ULL << 16 * top);
            able = sites ? able : 0;
            if (!able) break;
            /* The next able seat clockwise after the one that moved last. */
            int turn = 16 * (seat + 1) & 63;
            seat = (seat + 1 + (__builtin_ctzll(able >> turn | able << (-turn & 63)) >> 4)) & 3;
            uint64_t values = higher >> 16 * seat & 0x3FFF, more = bits64();
            bits = bits64();
            uint32_t n = (uint32_t)size(values), m = (uint32_t)size(sites);
            uint32_t new_value = (uint32_t)__builtin_ctzll(nth(values, below((uint32_t)bits, n)));
            Set new_site = nth(sites, below((uint32_t)(bits >> 32), m));
            int raises = (more & 0xFFFFFFFF) * (n * m + 1) >> 32 != 0;
            plies++;
            in &= ~((uint64_t)!raises << 15 << 16 * seat);
            value = raises ? new_value : value;
            cell = raises ? __builtin_ctzll(new_site) : cell;
            top = raises ? seat : top;
            free &= ~(raises ? new_site : 0);
        }
        /* The last building is built. */
        seat = top;
        empty ^= 1ULL << cell;
        built[seat] |= 1ULL << cell;
        hands ^= 1ULL << (16 * seat + (int)value);
        heights[seat] += step[value] << shift_of[cell];
        int got = token[cell];
        taken[seat] += taking[got];
        int more = metro_card == TABLE || (taken[seat] >> 8 & 0xFF) > (taken[metro_card] >> 8 & 0xFF);
        metro_card = (got == METRO) & more ? seat : metro_card;
        ruins_card = got == RUINS ? seat : ruins_card;
        if (!(hands >> 16 * seat & 0xFFFF)) break;
    }
    for (int i = 0; i < players; i++) {
        points[i] = 3 * (int)(taken[i] & 0xFF) + (int)(taken[i] >> 8 & 0xFF) - (int)(taken[i] >> 16) + 3 * (metro_card == i) - 2 * (ruins_card == i)
                    + area_points(variant, area[i], built[i]);
        buildings[i] = size(built[i]);
        if (variant == EXPERT) points[i] += 2 * size(built[i] & of_type[kind[i]]);
    }
    if (variant == EXPERT) {
        for (int d = 0; d <= players; d++) {
            uint64_t tallest = 1;
            for (int i = 0; i < players; i++) tallest = (heights[i] >> 8 * d & 0xFF) > tallest ? heights[i] >> 8 * d & 0xFF : tallest;
            for (int i = 0; i < players; i++) points[i] += 5 * ((heights[i] >> 8 * d & 0xFF) == tallest);
        }
    }
    return plies;
}

/* Plays games; writes the mean points and win share of each seat, and returns the mean number of moves. */
double play(int players, int variant, long games, uint64_t seed, double *points, double *wins) {
    double plies = 0;
    word = seed * 0x9E3779B97F4A7C15ULL + 1;
    fill_tables();
    for (int i = 0; i < players; i++) points[i] = wins[i] = 0;
    for (long game = 0; game < games; game++) {
        int got[TABLE], buildings[TABLE], best = 0, winners = 0;
        plies += play_game(players, variant, got, buildings);
        for (int i = 1; i < players; i++)
            if (got[i] > got[best] || (got[i] == got[best] && buildings[i] > buildings[best])) best = i;
        for (int i = 0; i < players; i++) winners += got[i] == got[best] && buildings[i] == buildings[best];
        for (int i = 0; i < players; i++) {
            points[i] += got[i];
            if (got[i] == got[best] && buildings[i] == buildings[best]) wins[i] += 1.0 / winners;
        }
    }
    for (int i = 0; i < players; i++) points[i] /= (double)games, wins[i] /= (double)games;
    return plies / (double)games;
}
