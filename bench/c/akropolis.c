/* Random games of Akropolis, as fast as one C file can play them: the standard game without options.

   It is written from the rules, and shares no code with the engine. `play` deals games, plays uniformly random legal
   moves to the end and counts the points. Compile with -O3 -march=native; it needs AVX2 and BMI2.

   A city is a few sets of hexes, 32 rows of 32 bits each: two binary digits of the heights, the hexes beside built
   ones, the anchors of whole tiles, and the legal triangles, which are counted by rows. A tile changes them in a window
   of eight rows. So a random move is one draw below the number of triangles, and no branch depends on it. A city that
   outgrows the rows, or is four high, goes on in a slow form: a byte for each hex of a large grid. */

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { HOUSES = 1, MARKETS, BARRACKS, TEMPLES, GARDENS, QUARRY = 7, PLAZA = 8 };
enum { SPAN = 32, EDGE = 3, PAD = 8, TABLE = 4, TILES = 61, LARGE = 128, STACKS = 11, CODE_BITS = 4 };

/* Players that use the tile, and its hexes clockwise; capitals are plazas. */
static const char *const TILE[TILES] = {
    "2qqH", "2qqH", "2qqM", "3qqM", "2gqH", "2bqM", "2qqH", "2hqT", "2qqT", "3qqT", "4qqB", "2qqB", "2qqG", "2hqB",
    "3tmH", "2bth", "4qmH", "4qtM", "3qhB", "2htB", "2thM", "2qhG", "2mbH", "2hgM", "2mhB", "2gmh", "2hbT", "2hqG",
    "3hhq", "4hhq", "3bgq", "2tbq", "4hbq", "4bhq", "2hhq", "2mbq", "2bmq", "4hmq", "2tmq", "2mtq", "2mgq", "3thq",
    "4ghq", "4htq", "3mhq", "2qqg", "4qqb", "2qqt", "2qqm", "2mhq", "3hmq", "2tmh", "2gbh", "3mbh", "3hbG", "4mhG",
    "2qhT", "4hmT", "3qqh", "2hbq", "2bmq",
};
static const int STARS[GARDENS + 1] = {0, 1, 2, 2, 2, 3};

typedef struct {
    uint8_t code[LARGE * LARGE], height[LARGE * LARGE], tile[LARGE * LARGE]; /* tile: which of the city's tiles is on top */
    int row, column;                                                         /* of the first hex of the rows */
    int tiles;
} Large;

/* Row r of a set of hexes is at r + PAD. A triangle is marked at the column of its westernmost hex, in its upper row. */
typedef struct {
    uint32_t low[SPAN + 2 * PAD], high[SPAN + 2 * PAD]; /* digits of the heights */
    uint32_t near[SPAN + 2 * PAD];                      /* built hexes and those beside them */
    uint32_t whole[2][SPAN + 2 * PAD];                  /* by triangle (0: down, 1: up): whole topmost tiles */
    uint32_t quarry[SPAN + 2 * PAD];
    uint32_t code[SPAN + 2 * PAD][CODE_BITS]; /* by row: the binary digits of the codes */
    uint64_t legal[SPAN + 2 * PAD];           /* down triangles in the lower half, up triangles in the upper half */
    uint8_t count[SPAN + 2 * PAD];            /* legal triangles of each row */
    int stones;
    int west, east, north, south; /* found when they are needed; a large city keeps them */
    Large *large; /* if it is not NULL, the city goes on there */
} City;

typedef struct {
    uint32_t code[2][CODE_BITS]; /* what the upper and the lower row of the triangle get */
    uint64_t quarry;
    uint64_t unused;
} Print;

static Print prints[TILES][2][3]; /* by tile, triangle and turn, for a triangle in column 0 */
static uint8_t codes[TILES][2][3][4];
static uint8_t tiles_of[TABLE + 1][TILES];
static int n_tiles[TABLE + 1];
static City founded;
static Large spare[TABLE];
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

/* -- a tile on the rows ------------------------------------------------------------------------------------------- */

/* The hexes of a triangle in the rows r and r + 1, for column 0: two rows in a word. */
static const uint64_t SHAPE[2] = {3 | 1ULL << 32, 2 | 3ULL << 32};
/* By triangle, for the window from row r - 2 on: the hexes of the tile; those and all beside it, one column west. */
static const uint32_t TILE_ROWS[2][8] = {{0, 0, 3, 1, 0, 0, 0, 0}, {0, 0, 2, 3, 0, 0, 0, 0}};
static const uint32_t NEAR_ROWS[2][8] = {{0, 14, 15, 7, 3, 0, 0, 0}, {0, 12, 14, 15, 7, 0, 0, 0}};
static const uint32_t MARK_ROWS[2][2][8] = {{{0, 0, 1, 0, 0, 0, 0, 0}, {0}}, {{0}, {0, 0, 1, 0, 0, 0, 0, 0}}};

ALWAYS __m256i rows_at(const uint32_t *rows) { return _mm256_loadu_si256((const __m256i *)rows); }
ALWAYS void put(uint32_t *rows, __m256i value) { _mm256_storeu_si256((__m256i *)rows, value); }

/* The number of bits of each 64-bit lane. */
ALWAYS __m256i counted(__m256i lanes) {
#if defined(__AVX512VPOPCNTDQ__) && defined(__AVX512VL__)
    return _mm256_popcnt_epi64(lanes);
#else
    const __m256i four = _mm256_set1_epi8(15);
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    __m256i bytes = _mm256_add_epi8(_mm256_shuffle_epi8(table, _mm256_and_si256(lanes, four)),
                                    _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(lanes, 4), four)));
    return _mm256_sad_epu8(bytes, _mm256_setzero_si256());
#endif
}

/* Finds the legal triangles of six rows again, given the sets of eight rows. */
ALWAYS void refresh(City *c, int window, __m256i low, __m256i high, __m256i near, __m256i down, __m256i up) {
    const __m256i south = _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 7);
#define EAST(x) _mm256_srli_epi32(x, 1)
#define XOR _mm256_xor_si256
#define OR _mm256_or_si256
    __m256i low_e = EAST(low), high_e = EAST(high), near_e = EAST(near);
    __m256i low_s = _mm256_permutevar8x32_epi32(low, south), high_s = _mm256_permutevar8x32_epi32(high, south);
    __m256i near_s = _mm256_permutevar8x32_epi32(near, south);
    __m256i near_both = OR(near_e, near_s);
    __m256i differ_d = OR(OR(XOR(low, low_e), XOR(low, low_s)), OR(OR(XOR(high, high_e), XOR(high, high_s)), down));
    __m256i differ_u = OR(OR(XOR(low_e, low_s), XOR(low_e, EAST(low_s))), OR(OR(XOR(high_e, high_s), XOR(high_e, EAST(high_s))), up));
    __m256i legal_d = _mm256_andnot_si256(differ_d, OR(near, near_both));
    __m256i legal_u = _mm256_andnot_si256(differ_u, OR(near_both, EAST(near_s)));
    __m256i one = _mm256_unpacklo_epi32(legal_d, legal_u), other = _mm256_unpackhi_epi32(legal_d, legal_u);
    __m256i first = _mm256_permute2x128_si256(one, other, 0x20), last = _mm256_permute2x128_si256(one, other, 0x31);
    _mm256_storeu_si256((__m256i *)(c->legal + window), first);
    _mm_storeu_si128((__m128i *)(c->legal + window + 4), _mm256_castsi256_si128(last));
    __m256i counts = OR(counted(first), _mm256_slli_epi64(counted(last), 32));
    const __m256i gather = _mm256_setr_epi8(0, 8, -1, -1, 4, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 8, -1, -1, 4, 12, -1,
                                            -1, -1, -1, -1, -1, -1, -1);
    counts = _mm256_shuffle_epi8(counts, gather);
    uint64_t eight = (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(_mm256_castsi256_si128(counts), _mm256_extracti128_si256(counts, 1)));
    uint32_t four = (uint32_t)eight;
    uint16_t two = (uint16_t)(eight >> 32);
    memcpy(c->count + window, &four, 4);
    memcpy(c->count + window + 4, &two, 2);
}

/* Lays a tile on a triangle where it fits, if it stands less than three high. */
ALWAYS void lay(City *c, const Print *print, int up, int row, int column) {
    int window = row + PAD - 2;
    __m128i shift = _mm_cvtsi32_si128(column), less = _mm_cvtsi32_si128(column - 1);
    __m256i tile = _mm256_sll_epi32(rows_at(TILE_ROWS[up]), shift);
    __m256i low = rows_at(c->low + window), high = rows_at(c->high + window), near = rows_at(c->near + window);
    __m256i down_whole = rows_at(c->whole[0] + window), up_whole = rows_at(c->whole[1] + window);
    high = XOR(high, _mm256_and_si256(low, tile));
    low = XOR(low, tile);
    near = OR(near, _mm256_sll_epi32(rows_at(NEAR_ROWS[up]), less));
    down_whole = OR(_mm256_andnot_si256(tile, down_whole), _mm256_sll_epi32(rows_at(MARK_ROWS[up][0]), shift));
    up_whole = OR(_mm256_andnot_si256(EAST(tile), up_whole), _mm256_sll_epi32(rows_at(MARK_ROWS[up][1]), shift));
    put(c->low + window, low);
    put(c->high + window, high);
    put(c->near + window, near);
    put(c->whole[0] + window, down_whole);
    put(c->whole[1] + window, up_whole);
    refresh(c, window, low, high, near, down_whole, up_whole);
    /* Codes and quarries: the two rows of the tile. */
    uint64_t shape = SHAPE[up] << column, quarry;
    uint32_t *rows = c->code[row + PAD];
    __m256i cover = _mm256_sll_epi32(_mm256_setr_epi64x((long long)((SHAPE[up] & 0xFFFFFFFF) * 0x100000001ULL), (long long)((SHAPE[up] & 0xFFFFFFFF) * 0x100000001ULL),
                                                        (long long)((SHAPE[up] >> 32) * 0x100000001ULL), (long long)((SHAPE[up] >> 32) * 0x100000001ULL)), shift);
    put(rows, OR(_mm256_andnot_si256(cover, rows_at(rows)), _mm256_sll_epi32(rows_at(print->code[0]), shift)));
    memcpy(&quarry, c->quarry + row + PAD, 8);
    c->stones += __builtin_popcountll(quarry & shape);
    quarry = (quarry & ~shape) | print->quarry << column;
    memcpy(c->quarry + row + PAD, &quarry, 8);
}

/* Draws a legal triangle: the row in the upper bits, then the triangle (32: up) and the column; -1: too many. */
ALWAYS int draw_triangle(const City *c, uint64_t *bits) {
    __m256i sums = _mm256_sad_epu8(_mm256_loadu_si256((const __m256i *)(c->count + PAD)), _mm256_setzero_si256());
    uint64_t sum[4];
    _mm256_storeu_si256((__m256i *)sum, sums);
    uint32_t one = (uint32_t)sum[0], two = one + (uint32_t)sum[1], three = two + (uint32_t)sum[2], all = three + (uint32_t)sum[3];
    if (__builtin_expect(all > 255, 0)) return -1;
    uint32_t k = part(bits, all);
    uint32_t block = (k >= one) + (k >= two) + (k >= three);
    uint32_t before = k >= one ? one : 0;
    before = k >= two ? two : before;
    before = k >= three ? three : before;
    k -= before;
    uint64_t counts;
    memcpy(&counts, c->count + PAD + 8 * block, 8);
    counts *= 0x0101010101010101ULL;
    __m128i running = _mm_cvtsi64_si128((long long)counts), more = _mm_cvtsi64_si128((long long)((k + 1) * 0x0101010101010101ULL));
    uint32_t reached = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(running, more), running));
    uint32_t row = (uint32_t)__builtin_ctz(reached);
    k -= (uint32_t)(counts << 8 >> 8 * row & 0xFF);
    row += 8 * block;
    return (int)(row << 6) | __builtin_ctzll(_pdep_u64(1ULL << k, c->legal[row + PAD]));
}

/* -- the slow form ------------------------------------------------------------------------------------------------ */

static int step_of(int k) {
    static const int STEP[6] = {1, LARGE, LARGE - 1, -1, -LARGE, 1 - LARGE};
    return STEP[k];
}

static void corners_of(int up, int row, int column, int *hex) {
    hex[0] = row * LARGE + column + up;
    hex[1] = hex[0] + LARGE;
    hex[2] = up ? hex[1] - 1 : hex[0] + 1;
}

static void enlarge(City *c, Large *l) {
    int hex[3], middle = (LARGE - SPAN) / 2;
    memset(l, 0, sizeof *l);
    for (int r = 0; r < SPAN; r++)
        for (int q = 0; q < SPAN; q++) {
            int at = (r + middle) * LARGE + q + middle;
            for (int k = 0; k < CODE_BITS; k++) l->code[at] |= (uint8_t)((c->code[r + PAD][k] >> q & 1) << k);
            l->height[at] = (uint8_t)((c->low[r + PAD] >> q & 1) + 2 * (c->high[r + PAD] >> q & 1));
        }
    for (int up = 0; up < 2; up++)
        for (int r = 0; r < SPAN; r++)
            for (int q = 0; q < SPAN; q++) {
                if (!(c->whole[up][r + PAD] >> q & 1)) continue;
                corners_of(up, r + middle, q + middle, hex);
                if (l->height[hex[0]] != l->height[hex[1]] || l->height[hex[0]] != l->height[hex[2]]) continue;
                l->tiles++;
                for (int i = 0; i < 3; i++) l->tile[hex[i]] = (uint8_t)l->tiles;
            }
    c->west += middle, c->east += middle, c->north += middle, c->south += middle;
    c->large = l;
}

static int fits_slowly(const Large *l, const int *hex) {
    if (l->height[hex[0]] != l->height[hex[1]] || l->height[hex[0]] != l->height[hex[2]]) return 0;
    if (l->height[hex[0]]) return !l->tile[hex[0]] || l->tile[hex[0]] != l->tile[hex[1]] || l->tile[hex[0]] != l->tile[hex[2]];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 6; k++)
            if (l->height[hex[i] + step_of(k)]) return 1;
    return 0;
}

static void lay_slowly(City *c, int tile, int turn) {
    Large *l = c->large;
    int hex[3], up, row, column;
    do {
        uint64_t bits = bits64();
        up = (int)part(&bits, 2);
        row = c->north - 2 + (int)part(&bits, (uint32_t)(c->south - c->north + 4));
        column = c->west - 2 + (int)part(&bits, (uint32_t)(c->east - c->west + 4));
        corners_of(up, row, column, hex);
    } while (!fits_slowly(l, hex));
    int height = l->height[hex[0]] + 1;
    l->tiles++;
    for (int i = 0; i < 3; i++) {
        c->stones += l->code[hex[i]] == QUARRY;
        l->code[hex[i]] = codes[tile][up][turn][i];
        l->height[hex[i]] = (uint8_t)height;
        l->tile[hex[i]] = (uint8_t)l->tiles;
    }
    c->west = column < c->west ? column : c->west;
    c->east = column + 1 > c->east ? column + 1 : c->east;
    c->north = row < c->north ? row : c->north;
    c->south = row + 1 > c->south ? row + 1 : c->south;
}

static int fill_slowly(const uint8_t *cells, uint8_t *seen, int from) {
    static int stack[LARGE * LARGE];
    int n = 0, size = 0;
    stack[n++] = from;
    seen[from] = 1;
    while (n) {
        int hex = stack[--n];
        size++;
        for (int k = 0; k < 6; k++) {
            int next = hex + step_of(k);
            if (next >= 0 && next < LARGE * LARGE && !seen[next] && cells[next]) seen[next] = 1, stack[n++] = next;
        }
    }
    return size;
}

static int points_slowly(const City *c) {
    static uint8_t empty[LARGE * LARGE], outside[LARGE * LARGE], houses[LARGE * LARGE], group[LARGE * LARGE];
    const Large *l = c->large;
    int value[GARDENS + 1] = {0}, stars[GARDENS + 1] = {0}, most = 0, points = c->stones;
    for (int i = 0; i < LARGE * LARGE; i++) empty[i] = !l->height[i], houses[i] = l->code[i] == HOUSES;
    memset(outside, 0, sizeof outside);
    fill_slowly(empty, outside, 0);
    for (int i = 0; i < LARGE * LARGE; i++) {
        int code = l->code[i], markets = 0, edges = 0, built = 0;
        if (!code) continue;
        for (int k = 0; k < 6; k++) {
            markets += l->code[i + step_of(k)] == MARKETS;
            edges += outside[i + step_of(k)];
            built += l->height[i + step_of(k)] != 0;
        }
        if (code & PLAZA && code != QUARRY) stars[code ^ PLAZA] += STARS[code ^ PLAZA];
        if (code == GARDENS || (code == MARKETS && !markets) || (code == BARRACKS && edges) || (code == TEMPLES && built == 6))
            value[code] += l->height[i];
        if (code == HOUSES) {
            int worth = 0;
            memset(group, 0, sizeof group);
            int size = fill_slowly(houses, group, i);
            for (int j = 0; j < LARGE * LARGE; j++) worth += group[j] ? l->height[j] : 0;
            if (size > most || (size == most && worth > value[HOUSES])) most = size, value[HOUSES] = worth;
        }
    }
    for (int kind = HOUSES; kind <= GARDENS; kind++) points += stars[kind] * value[kind];
    return points;
}

/* -- a move ------------------------------------------------------------------------------------------------------- */

#define SHIFTED(bits, by) ((by) >= 0 ? (bits) << (by) : (bits) >> -(by))

/* Moves a city to the middle of its rows. */
static void recentre(City *c) {
    City old = *c;
    int down = (SPAN - 1 - c->north - c->south) / 2, right = (SPAN - 1 - c->west - c->east) / 2;
    memset(c, 0, offsetof(City, west));
    for (int r = old.north - 3; r <= old.south + 3; r++) {
        int from = r + PAD, to = r + PAD + down;
        c->low[to] = SHIFTED(old.low[from], right);
        c->high[to] = SHIFTED(old.high[from], right);
        c->near[to] = SHIFTED(old.near[from], right);
        c->quarry[to] = SHIFTED(old.quarry[from], right);
        for (int up = 0; up < 2; up++) c->whole[up][to] = SHIFTED(old.whole[up][from], right);
        for (int k = 0; k < CODE_BITS; k++) c->code[to][k] = SHIFTED(old.code[from][k], right);
        uint32_t down_ones = (uint32_t)old.legal[from], up_ones = (uint32_t)(old.legal[from] >> 32);
        c->legal[to] = SHIFTED(down_ones, right) | (uint64_t)SHIFTED(up_ones, right) << 32;
        c->count[to] = old.count[from];
    }
}

ALWAYS int at_edge(int row, int column) {
    return ((unsigned)(row - EDGE) > SPAN - 2 - 2 * EDGE) | ((unsigned)(column - EDGE) > SPAN - 2 - 2 * EDGE);
}

ALWAYS void find_bounds(City *c) {
    uint32_t columns = 0, rows = 0;
    for (int r = 0; r < SPAN; r++) {
        uint32_t built = c->low[r + PAD] | c->high[r + PAD];
        columns |= built;
        rows |= (uint32_t)(built != 0) << r;
    }
    c->west = __builtin_ctz(columns), c->east = SPAN - 1 - __builtin_clz(columns);
    c->north = __builtin_ctz(rows), c->south = SPAN - 1 - __builtin_clz(rows);
}

static void leave_edge(City *c, int seat) {
    find_bounds(c);
    int wide = c->east - c->west + 1, high = c->south - c->north + 1;
    if (wide > SPAN - 2 * EDGE || high > SPAN - 2 * EDGE) enlarge(c, &spare[seat]);
    else recentre(c);
}

ALWAYS void lay_at_random(City *c, int seat, int tile, int turn, uint64_t *bits) {
    if (__builtin_expect(c->large != NULL, 0)) {
        lay_slowly(c, tile, turn);
        return;
    }
    int drawn = draw_triangle(c, bits), row = drawn >> 6, up = drawn >> 5 & 1, column = drawn & 31;
    if (__builtin_expect(drawn < 0 || (c->low[row + PAD] & c->high[row + PAD]) >> (column + up) & 1, 0)) {
        find_bounds(c);
        enlarge(c, &spare[seat]);
        lay_slowly(c, tile, turn);
        return;
    }
    lay(c, &prints[tile][up][turn], up, row, column);
    if (__builtin_expect(at_edge(row, column), 0)) leave_edge(c, seat);
}

/* -- tables ------------------------------------------------------------------------------------------------------- */

static int code_of(char what) {
    static const char NAMES[] = "hmbtg";
    const char *kind = strchr(NAMES, what | 32);
    return kind ? (int)(kind - NAMES) + 1 + (what & 32 ? 0 : PLAZA) : QUARRY;
}

static void fill_print(int tile, int up, int turn) {
    /* Clockwise from the anchor: a down triangle goes on with its eastern hex, an up triangle with its south-eastern
       one. The hexes here: anchor, south-eastern, and the third one. */
    static const int CLOCKWISE[2][3] = {{0, 2, 1}, {0, 1, 2}}, ROW[3] = {0, 1, 0}, COLUMN[2][3] = {{0, 0, 1}, {1, 1, 0}};
    Print *print = &prints[tile][up][turn];
    for (int i = 0; i < 3; i++) {
        int code = code_of(TILE[tile][1 + (CLOCKWISE[up][i] - turn + 3) % 3]), row = up && i == 2 ? 1 : ROW[i];
        codes[tile][up][turn][i] = (uint8_t)code;
        for (int k = 0; k < CODE_BITS; k++) print->code[row][k] |= (uint32_t)(code >> k & 1) << COLUMN[up][i];
        print->quarry |= (uint64_t)(code == QUARRY) << (COLUMN[up][i] + 32 * row);
    }
}

static void found_city(City *c) {
    static const int AT[4][2] = {{0, 0}, {1, 0}, {-1, 1}, {0, -1}}, AROUND[6][2] = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};
    memset(c, 0, sizeof *c);
    for (int i = 0; i < 4; i++) {
        int r = SPAN / 2 + AT[i][1] + PAD, q = SPAN / 2 + AT[i][0], code = i ? QUARRY : HOUSES | PLAZA;
        c->low[r] |= 1u << q;
        c->near[r] |= 1u << q;
        c->quarry[r] |= (uint32_t)(i > 0) << q;
        for (int k = 0; k < CODE_BITS; k++) c->code[r][k] |= (uint32_t)(code >> k & 1) << q;
        for (int k = 0; k < 6; k++) c->near[r + AROUND[k][1]] |= 1u << (q + AROUND[k][0]);
    }
    for (int window = SPAN / 2 - 3 + PAD; window < SPAN / 2 + 3 + PAD; window++)
        refresh(c, window, rows_at(c->low + window), rows_at(c->high + window), rows_at(c->near + window), rows_at(c->whole[0] + window),
                rows_at(c->whole[1] + window));
}

static void fill_tables(void) {
    memset(prints, 0, sizeof prints);
    for (int tile = 0; tile < TILES; tile++)
        for (int up = 0; up < 2; up++)
            for (int turn = 0; turn < 3; turn++) fill_print(tile, up, turn);
    for (int players = 2; players <= TABLE; players++) {
        n_tiles[players] = 0;
        for (int tile = 0; tile < TILES; tile++)
            if (TILE[tile][0] - '0' <= players) tiles_of[players][n_tiles[players]++] = (uint8_t)tile;
    }
    found_city(&founded);
}

/* -- points ------------------------------------------------------------------------------------------------------- */

typedef uint32_t Set[SPAN + 2 * PAD];

ALWAYS __m256i west_of(__m256i x) { return _mm256_slli_epi32(x, 1); }

ALWAYS __m256i beside(const uint32_t *row) { /* the hexes of eight rows that touch a hex of the set */
    __m256i here = rows_at(row), over = rows_at(row - 1), under = rows_at(row + 1);
    return OR(OR(OR(west_of(here), EAST(here)), OR(over, EAST(over))), OR(under, west_of(under)));
}

ALWAYS int any_of(__m256i x) { return !_mm256_testz_si256(x, x); }

ALWAYS __m256i worth(__m256i cells, __m256i low, __m256i high) { /* sums of heights, in 64-bit lanes */
    __m256i twos = counted(_mm256_and_si256(cells, high));
    return _mm256_add_epi64(counted(_mm256_and_si256(cells, low)), _mm256_add_epi64(twos, twos));
}

ALWAYS int total(__m256i lanes) {
    __m128i two = _mm_add_epi64(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    return (int)(_mm_cvtsi128_si64(two) + _mm_extract_epi64(two, 1));
}

/* The value of the greatest group of houses: the most hexes, and of equal groups the highest one. */
static int value_of_houses(const uint32_t *houses, const City *c, int first, int last) {
    Set left;
    int size = 0, best = 0;
    __m256i pairs = _mm256_setzero_si256();
    for (int r = first; r <= last; r += 8) {
        __m256i with = _mm256_and_si256(rows_at(houses + r), beside(houses + r));
        put(left + r, with);
        pairs = OR(pairs, with);
    }
    if (!any_of(pairs)) { /* single houses: the highest one */
        for (int r = first; r <= last; r++) {
            uint32_t low = houses[r] & c->low[r], high = houses[r] & c->high[r];
            int most = low & high ? 3 : high ? 2 : low ? 1 : 0;
            best = most > best ? most : best;
        }
        return best;
    }
    for (int top = first; top <= last; top++) {
        while (left[top]) {
            uint32_t group[SPAN + 2 * PAD];
            uint32_t seed = left[top] & -left[top];
            int end = top, n = 0, value = 0, again = 1;
            group[top] = (left[top] & ~(left[top] + seed)) | seed;
            /* Flood downwards, then upwards, until nothing is added. */
            while (again) {
                again = 0;
                for (int r = top; r < last; r++) {
                    uint32_t have = r < end ? group[r + 1] : 0;
                    uint32_t more = (have | group[r] | group[r] >> 1) & left[r + 1];
                    for (;;) {
                        uint32_t wider = (more | more << 1 | more >> 1) & left[r + 1];
                        if (wider == more) break;
                        more = wider;
                    }
                    if (more == have && r >= end) break;
                    again |= more != have && r < end;
                    group[r + 1] = more;
                    end = r + 1 > end ? r + 1 : end;
                }
                for (int r = end - 1; r >= top; r--) {
                    uint32_t more = (group[r] | group[r + 1] | group[r + 1] << 1) & left[r];
                    for (;;) {
                        uint32_t wider = (more | more << 1 | more >> 1) & left[r];
                        if (wider == more) break;
                        more = wider;
                    }
                    again |= more != group[r];
                    group[r] = more;
                }
            }
            for (int r = top; r <= end; r++) {
                n += __builtin_popcount(group[r]);
                value += __builtin_popcount(group[r] & c->low[r]) + 2 * __builtin_popcount(group[r] & c->high[r]);
                left[r] ^= group[r];
            }
            if (n > size || (n == size && value > best)) size = n, best = value;
        }
    }
    return best;
}

/* Sets the empty hexes that are joined to the outside; in each row those before and after all built hexes are. */
ALWAYS void find_outside(const uint32_t *built, uint32_t *outside, int first, int last) {
    __m256i more;
    for (int r = first; r <= last; r++)
        outside[r] = built[r] ? ((built[r] & -built[r]) - 1) | ~(0xFFFFFFFFu >> __builtin_clz(built[r])) : 0xFFFFFFFFu;
    for (int r = 1; r <= 8; r++) outside[first - r] = outside[last + r] = 0xFFFFFFFFu;
    do {
        more = _mm256_setzero_si256();
        for (int r = first; r <= last; r += 8) {
            __m256i known = rows_at(outside + r);
            __m256i found = _mm256_andnot_si256(OR(known, rows_at(built + r)), beside(outside + r));
            put(outside + r, OR(known, found));
            more = OR(more, found);
        }
    } while (any_of(more));
}

static int points_of(City *c) {
    if (c->large) return points_slowly(c);
    find_bounds(c);
    const __m256i none = _mm256_setzero_si256();
    int first = c->north + PAD, last = c->south + PAD;
    Set built, houses, markets, barracks, temples, gardens, outside;
    __m256i stars[GARDENS + 1] = {none, none, none, none, none, none};
    put(built + first - 8, none), put(markets + first - 8, none), put(houses + first - 8, none);
    for (int r = first; r <= last; r += 8) {
        /* Transpose the digits of eight rows. */
        __m256i pair[4], row[4];
        for (int i = 0; i < 4; i++)
            pair[i] = _mm256_set_m128i(_mm_loadu_si128((const __m128i *)c->code[r + 4 + i]), _mm_loadu_si128((const __m128i *)c->code[r + i]));
        row[0] = _mm256_unpacklo_epi32(pair[0], pair[1]), row[1] = _mm256_unpackhi_epi32(pair[0], pair[1]);
        row[2] = _mm256_unpacklo_epi32(pair[2], pair[3]), row[3] = _mm256_unpackhi_epi32(pair[2], pair[3]);
        __m256i d0 = _mm256_unpacklo_epi64(row[0], row[2]), d1 = _mm256_unpackhi_epi64(row[0], row[2]);
        __m256i d2 = _mm256_unpacklo_epi64(row[1], row[3]), d3 = _mm256_unpackhi_epi64(row[1], row[3]);
        __m256i kind[GARDENS + 1];
        kind[HOUSES] = _mm256_andnot_si256(OR(d1, d2), d0);
        kind[MARKETS] = _mm256_andnot_si256(OR(d0, d2), d1);
        kind[BARRACKS] = _mm256_andnot_si256(d2, _mm256_and_si256(d0, d1));
        kind[TEMPLES] = _mm256_andnot_si256(OR(d0, d1), d2);
        kind[GARDENS] = _mm256_andnot_si256(d1, _mm256_and_si256(d0, d2));
        for (int k = HOUSES; k <= GARDENS; k++) stars[k] = _mm256_add_epi64(stars[k], counted(_mm256_and_si256(kind[k], d3)));
        put(houses + r, _mm256_andnot_si256(d3, kind[HOUSES]));
        put(markets + r, _mm256_andnot_si256(d3, kind[MARKETS]));
        put(barracks + r, _mm256_andnot_si256(d3, kind[BARRACKS]));
        put(temples + r, _mm256_andnot_si256(d3, kind[TEMPLES]));
        put(gardens + r, _mm256_andnot_si256(d3, kind[GARDENS]));
        put(built + r, OR(rows_at(c->low + r), rows_at(c->high + r)));
        put(built + r + 8, none), put(markets + r + 8, none), put(houses + r + 8, none);
    }
    int guards = total(stars[BARRACKS]);
    if (guards) find_outside(built, outside, first, last);
    __m256i m = none, b = none, t = none, g = none;
    for (int r = first; r <= last; r += 8) {
        __m256i low = rows_at(c->low + r), high = rows_at(c->high + r);
        __m256i here = rows_at(built + r), over = rows_at(built + r - 1), under = rows_at(built + r + 1);
        __m256i inside = _mm256_and_si256(_mm256_and_si256(_mm256_and_si256(west_of(here), EAST(here)), _mm256_and_si256(over, EAST(over))),
                                          _mm256_and_si256(under, west_of(under)));
        m = _mm256_add_epi64(m, worth(_mm256_andnot_si256(beside(markets + r), rows_at(markets + r)), low, high));
        t = _mm256_add_epi64(t, worth(_mm256_and_si256(inside, rows_at(temples + r)), low, high));
        g = _mm256_add_epi64(g, worth(rows_at(gardens + r), low, high));
        if (guards) b = _mm256_add_epi64(b, worth(_mm256_and_si256(rows_at(barracks + r), beside(outside + r)), low, high));
    }
    int homes = total(stars[HOUSES]);
    int points = c->stones + 2 * total(stars[MARKETS]) * total(m) + 2 * guards * total(b) + 2 * total(stars[TEMPLES]) * total(t)
                 + 3 * total(stars[GARDENS]) * total(g);
    return homes ? points + homes * value_of_houses(houses, c, first, last) : points;
}

/* -- games -------------------------------------------------------------------------------------------------------- */

static void shuffled(int players, uint8_t *order) {
    for (int n = 0; n < n_tiles[players];) {
        uint64_t bits = bits64();
        for (int end = n + 5 < n_tiles[players] ? n + 5 : n_tiles[players]; n < end; n++) {
            uint32_t other = part(&bits, (uint32_t)n + 1);
            order[n] = order[other];
            order[other] = tiles_of[players][n];
        }
    }
}

static int play_game(int players, int *points, int *stones) {
    static City city[TABLE];
    uint8_t order[TILES + 8];
    int plies = 0, size = players + 2, drawn = size, stacks = STACKS;
    uint64_t market = 0, bits = bits64();
    int first = (int)part(&bits, (uint32_t)players), seat = first;
    shuffled(players, order);
    memcpy(&market, order, (size_t)size);
    for (int i = 0; i < players; i++) {
        memcpy(&city[i], &founded, sizeof founded);
        city[i].stones = 1 + (i + players - first) % players;
    }
    for (;;) {
        City *c = &city[seat];
        uint64_t draws = bits64();
        int payable = c->stones + 1 < size ? c->stones + 1 : size;
        int choice = (int)part(&draws, (uint32_t)payable), turn = (int)part(&draws, 3);
        int tile = (int)(market >> 8 * choice & 0xFF);
        uint64_t before = (1ULL << 8 * choice) - 1;
        market = (market & before) | (market >> 8 & ~before);
        size--;
        c->stones -= choice;
        lay_at_random(c, seat, tile, turn, &draws);
        plies++;
        seat = seat + 1 == players ? 0 : seat + 1;
        if (size == 1) {
            uint64_t stack;
            if (!stacks) break;
            memcpy(&stack, order + drawn, 8);
            market |= (stack & ((1ULL << 8 * (players + 1)) - 1)) << 8;
            drawn += players + 1;
            size = players + 2;
            stacks--;
        }
    }
    for (int i = 0; i < players; i++) points[i] = points_of(&city[i]), stones[i] = city[i].stones;
    return plies;
}

/* Plays games; writes the mean points and win share of each seat, and returns the mean number of moves. */
double play(int players, int variant, long games, uint64_t seed, double *points, double *wins) {
    double plies = 0;
    (void)variant;
    word = seed * 0x9E3779B97F4A7C15ULL + 1;
    fill_tables();
    for (int i = 0; i < players; i++) points[i] = wins[i] = 0;
    for (long game = 0; game < games; game++) {
        int got[TABLE], stones[TABLE], best = 0, winners = 0;
        plies += play_game(players, got, stones);
        for (int i = 1; i < players; i++)
            if (got[i] > got[best] || (got[i] == got[best] && stones[i] > stones[best])) best = i;
        for (int i = 0; i < players; i++) winners += got[i] == got[best] && stones[i] == stones[best];
        for (int i = 0; i < players; i++) {
            points[i] += got[i];
            if (got[i] == got[best] && stones[i] == stones[best]) wins[i] += 1.0 / winners;
        }
    }
    for (int i = 0; i < players; i++) points[i] /= (double)games, wins[i] /= (double)games;
    return plies / (double)games;
}
