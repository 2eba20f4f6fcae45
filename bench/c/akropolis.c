/* Random games of Akropolis, as fast as one C file can play them: the standard game without options.

   It is written from the rules, and shares no code with the engine. `play` deals games, plays uniformly random legal
   moves to the end and counts the points. Compile with -O3 -march=native; it needs AVX2 and BMI2, and is faster with
   AVX-512.

   A city is a few sets of hexes, 32 rows of 32 bits each: those at least one, two and three high, and the legal
   triangles, which are counted by rows. A tile closes the triangles that share a hex with it, and opens those of them
   whose hexes all stand as high as itself; on the ground it also opens those beside it. So it changes a window of eight
   rows, by sets that depend on its place alone. A random move is one draw below the number of triangles. No draw waits
   for the move before it: several games are played at once, and the moves of two seats are drawn before both are made.
   A city that outgrows the rows, or is four high, goes on in a slow form: a byte for each hex of a large grid. */

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512CD__) && defined(__AVX512VL__) && defined(__AVX512VPOPCNTDQ__)
#define WIDE
#endif

enum { HOUSES = 1, MARKETS, BARRACKS, TEMPLES, GARDENS, QUARRY = 7, PLAZA = 8 };
enum { SPAN = 32, EDGE = 3, PAD = 8, TABLE = 4, TILES = 61, LARGE = 128, STACKS = 11, CODE_BITS = 4 };
enum { LEVELS = 3, ROOM = SPAN + 2 * PAD, AT_ONCE = 3 };

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
    uint32_t level[LEVELS + 1][ROOM]; /* hexes that are at least one high, two, three; the last set is empty */
    uint32_t code[ROOM][CODE_BITS];   /* by row: the binary digits of the codes */
    uint64_t legal[ROOM];             /* down triangles in the lower half, up triangles in the upper half */
    uint8_t count[ROOM];              /* legal triangles of each row */
    int stones;
    int west, east, north, south; /* found when they are needed; a large city keeps them */
    Large *large;                 /* if it is not NULL, the city goes on there */
} City;

/* What a tile gives to the upper and the lower row of its triangle: four digits of codes each, from column 0 on. */
typedef uint8_t Print[2 * CODE_BITS];

/* What a tile changes, in the rows from two above it on. Triangles are sets of marks, first down, then up: those that
   share a hex with it, and those that only touch it. `covered` has the first and the triangle of the tile itself, as
   words of `legal`. */
typedef struct {
    uint32_t tile[8], sharing[2][8], touching[2][8];
    uint64_t covered[8];
} Reach;

static Print prints[TILES][2][3]; /* by tile, triangle and turn */
static Reach reaches[2 * SPAN];   /* by triangle and column */
static uint8_t codes[TILES][2][3][4];
static uint8_t tiles_of[TABLE + 1][TILES];
static int n_tiles[TABLE + 1];
static City founded;
static Large spare[AT_ONCE][TABLE];
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

ALWAYS __m256i rows_at(const uint32_t *rows) { return _mm256_loadu_si256((const __m256i *)rows); }
ALWAYS void put(uint32_t *rows, __m256i value) { _mm256_storeu_si256((__m256i *)rows, value); }

#define EAST(x) _mm256_srli_epi32(x, 1)
#define AND _mm256_and_si256
#define OR _mm256_or_si256
#define WITHOUT(x, less) _mm256_andnot_si256(less, x)

/* Writes the legal triangles of eight rows and counts them: less those that are covered, and with some more. */
ALWAYS void open_triangles(City *c, int window, const Reach *reach, __m256i down, __m256i up) {
#ifdef WIDE
    __m512i more = _mm512_or_si512(_mm512_cvtepu32_epi64(down), _mm512_slli_epi64(_mm512_cvtepu32_epi64(up), 32));
    __m512i legal = _mm512_loadu_si512(c->legal + window);
    legal = _mm512_or_si512(_mm512_andnot_si512(_mm512_loadu_si512(reach->covered), legal), more);
    _mm512_storeu_si512(c->legal + window, legal);
    _mm_storel_epi64((__m128i *)(c->count + window), _mm512_cvtepi64_epi8(_mm512_popcnt_epi64(legal)));
#else
    uint32_t more[2][8];
    volatile uint8_t *counts = c->count + window;
    put(more[0], down), put(more[1], up);
    for (int i = 0; i < 5; i++) {
        uint64_t *legal = c->legal + window + i;
        *legal = (*legal & ~reach->covered[i]) | more[0][i] | (uint64_t)more[1][i] << 32;
        counts[i] = (uint8_t)__builtin_popcountll(*legal);
    }
#endif
}

/* Lays a tile on a legal triangle that stands so high. */
ALWAYS void lay(City *c, const uint8_t *print, int height, int row, int mark) {
    const __m256i south = _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 7);
    const Reach *reach = &reaches[mark];
    int window = row + PAD - 2;
    __m256i top = OR(rows_at(c->level[height] + window), rows_at(reach->tile));
    __m256i even = WITHOUT(top, rows_at(c->level[height + 1] + window));
    __m256i built = height ? rows_at(c->level[0] + window) : top;
    put(c->level[height] + window, top);
    __m256i even_s = _mm256_permutevar8x32_epi32(even, south), built_s = _mm256_permutevar8x32_epi32(built, south);
    __m256i all = AND(EAST(even), even_s), any = OR(EAST(built), built_s);
    __m256i down = OR(AND(AND(all, even), rows_at(reach->sharing[0])), WITHOUT(rows_at(reach->touching[0]), OR(any, built)));
    __m256i up = OR(AND(AND(all, EAST(even_s)), rows_at(reach->sharing[1])), WITHOUT(rows_at(reach->touching[1]), OR(any, EAST(built_s))));
    open_triangles(c, window, reach, down, up);
    uint32_t *code = c->code[row + PAD];
    __m128i column = _mm_cvtsi32_si128(mark % SPAN);
    __m256i bits = _mm256_sll_epi32(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)print)), column), old = rows_at(code);
    if (height) { /* stones for covered quarries: the codes with three digits of four */
        uint64_t shape = (uint64_t)reach->tile[2] | (uint64_t)reach->tile[3] << 32;
        uint64_t quarries = (code[0] & code[1] & code[2] & ~code[3]) | (uint64_t)(code[4] & code[5] & code[6] & ~code[7]) << 32;
        c->stones += __builtin_popcountll(quarries & shape);
        old = WITHOUT(old, _mm256_set_m128i(_mm_set1_epi32((int)reach->tile[3]), _mm_set1_epi32((int)reach->tile[2])));
    }
    put(code, OR(old, bits));
}

/* Draws a legal triangle: the row in the upper bits, then the triangle (32: up) and the column; -1: too many. */
ALWAYS int draw_triangle(const City *c, uint64_t *bits) {
    const __m256i eighth = _mm256_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, 7, 7, 7, 7, 7, 7, 7, 7, -1, -1, -1, -1, -1, -1, -1, -1, 7, 7, 7, 7, 7, 7, 7, 7);
    uint8_t until[1 + SPAN];
    /* Each byte: how many there are up to its row. */
    __m256i sums = _mm256_loadu_si256((const __m256i *)(c->count + PAD));
    sums = _mm256_adds_epu8(sums, _mm256_slli_epi64(sums, 8));
    sums = _mm256_adds_epu8(sums, _mm256_slli_epi64(sums, 16));
    sums = _mm256_adds_epu8(sums, _mm256_slli_epi64(sums, 32));
    sums = _mm256_adds_epu8(sums, _mm256_shuffle_epi8(sums, eighth));
    sums = _mm256_adds_epu8(sums, _mm256_shuffle_epi8(_mm256_permute2x128_si256(sums, sums, 0x08), _mm256_set1_epi8(15)));
    uint32_t all = (uint8_t)_mm256_extract_epi8(sums, SPAN - 1);
    if (__builtin_expect(all == 255, 0)) return -1;
    uint32_t k = part(bits, all);
    __m256i next = _mm256_set1_epi8((char)(k + 1));
    until[0] = 0;
    _mm256_storeu_si256((__m256i *)(until + 1), sums);
    uint32_t row = (uint32_t)__builtin_ctz((uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(sums, next), sums)));
    return (int)(row << 6) | __builtin_ctzll(_pdep_u64(1ULL << (k - until[row]), c->legal[row + PAD]));
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
            for (int level = 0; level < LEVELS; level++) l->height[at] += c->level[level][r + PAD] >> q & 1;
        }
    for (int up = 0; up < 2; up++)
        for (int r = 0; r < SPAN; r++)
            for (int q = 0; q < SPAN; q++) {
                /* Even triangles that are not legal are whole tiles. */
                if (c->legal[r + PAD] >> (SPAN * up + q) & 1) continue;
                corners_of(up, r + middle, q + middle, hex);
                if (!l->height[hex[0]] || l->height[hex[0]] != l->height[hex[1]] || l->height[hex[0]] != l->height[hex[2]]) continue;
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
    memset(c, 0, offsetof(City, stones));
    for (int r = old.north - 3; r <= old.south + 3; r++) {
        int from = r + PAD, to = r + PAD + down;
        for (int level = 0; level < LEVELS; level++) c->level[level][to] = SHIFTED(old.level[level][from], right);
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
        uint32_t built = c->level[0][r + PAD];
        columns |= built;
        rows |= (uint32_t)(built != 0) << r;
    }
    c->west = __builtin_ctz(columns), c->east = SPAN - 1 - __builtin_clz(columns);
    c->north = __builtin_ctz(rows), c->south = SPAN - 1 - __builtin_clz(rows);
}

static void leave_edge(City *c, Large *large) {
    find_bounds(c);
    int wide = c->east - c->west + 1, high = c->south - c->north + 1;
    if (wide > SPAN - 2 * EDGE || high > SPAN - 2 * EDGE) enlarge(c, large);
    else recentre(c);
}

/* A move that was drawn: which tile of the market, its turn, and the triangle. */
typedef struct {
    int choice, turn, triangle;
} Move;

ALWAYS Move draw_move(const City *c, int market) {
    uint64_t bits = bits64();
    Move m;
    m.choice = (int)part(&bits, (uint32_t)(c->stones + 1 < market ? c->stones + 1 : market));
    m.turn = (int)part(&bits, 3);
    m.triangle = __builtin_expect(c->large != NULL, 0) ? -1 : draw_triangle(c, &bits);
    return m;
}

/* Lays a tile where it would be four high, or on a city that goes on in the slow form from now on, or already does. */
static __attribute__((noinline)) void lay_far(City *c, Large *large, int tile, const Move *m) {
    if (!c->large) {
        find_bounds(c);
        enlarge(c, large);
    }
    lay_slowly(c, tile, m->turn);
}

/* The same on other tiles. */
static __attribute__((noinline)) void lay_higher(City *c, Large *large, int tile, const Move *m, int height) {
    if (height == LEVELS) lay_far(c, large, tile, m);
    else lay(c, prints[tile][m->triangle >> 5 & 1][m->turn], height, m->triangle >> 6, m->triangle & 63);
}

ALWAYS void lay_drawn(City *c, Large *large, int tile, const Move *m) {
    int row = m->triangle >> 6, up = m->triangle >> 5 & 1, column = m->triangle & 31;
    if (__builtin_expect(m->triangle < 0, 0)) {
        lay_far(c, large, tile, m);
        return;
    }
    if (c->level[0][row + PAD] >> (column + up) & 1) {
        int height = 1 + (c->level[1][row + PAD] >> (column + up) & 1) + (c->level[2][row + PAD] >> (column + up) & 1);
        lay_higher(c, large, tile, m, height);
        return;
    }
    lay(c, prints[tile][up][m->turn], 0, row, m->triangle & 63);
    if (__builtin_expect(at_edge(row, column), 0)) leave_edge(c, large);
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
    for (int i = 0; i < 3; i++) {
        int code = code_of(TILE[tile][1 + (CLOCKWISE[up][i] - turn + 3) % 3]), row = up && i == 2 ? 1 : ROW[i];
        codes[tile][up][turn][i] = (uint8_t)code;
        for (int k = 0; k < CODE_BITS; k++) prints[tile][up][turn][CODE_BITS * row + k] |= (uint8_t)((code >> k & 1) << COLUMN[up][i]);
    }
}

/* The hexes of a triangle with its mark at a column of row 0, and those hexes and all beside them: as row and column. */
static const int CORNERS[2][3][2] = {{{0, 0}, {0, 1}, {1, 0}}, {{0, 1}, {1, 0}, {1, 1}}};
static const int AROUND[6][2] = {{0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}};

/* Whether a triangle shares a hex with one at row 0 and column 0 (2), or touches it (1). */
static int relation(int up, int other, int row, int column) {
    int found = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int r = row + CORNERS[other][j][0] - CORNERS[up][i][0], q = column + CORNERS[other][j][1] - CORNERS[up][i][1];
            if (!r && !q) return 2;
            for (int k = 0; k < 6; k++) found |= r == AROUND[k][0] && q == AROUND[k][1];
        }
    return found;
}

static void fill_reach(int up, int column) {
    Reach *reach = &reaches[SPAN * up + column];
    for (int i = 0; i < 3; i++)
        if (column + CORNERS[up][i][1] < SPAN) reach->tile[2 + CORNERS[up][i][0]] |= 1u << (column + CORNERS[up][i][1]);
    for (int other = 0; other < 2; other++)
        for (int row = -2; row <= 2; row++)
            for (int east = -3; east <= 3; east++) {
                int how = relation(up, other, row, east), at = column + east, same = other == up && !row && !east;
                if (!how || at < 0 || at >= SPAN) continue;
                if (how == 2) reach->covered[row + 2] |= 1ULL << (SPAN * other + at);
                if (how == 2 && !same) reach->sharing[other][row + 2] |= 1u << at;
                if (how == 1) reach->touching[other][row + 2] |= 1u << at;
            }
}

/* Finds the legal triangles of a city that is one high and has no tiles. */
static void find_triangles(City *c) {
    for (int r = 2; r < SPAN - 2; r++)
        for (int up = 0; up < 2; up++)
            for (int q = 2; q < SPAN - 2; q++) {
                int built = 0, beside = 0;
                for (int i = 0; i < 3; i++) {
                    int row = r + CORNERS[up][i][0], column = q + CORNERS[up][i][1];
                    built += c->level[0][row + PAD] >> column & 1;
                    for (int k = 0; k < 6; k++) beside |= c->level[0][row + AROUND[k][0] + PAD] >> (column + AROUND[k][1]) & 1;
                }
                if (built == 3 || (!built && beside)) c->legal[r + PAD] |= 1ULL << (SPAN * up + q), c->count[r + PAD]++;
            }
}

static void found_city(City *c) {
    static const int AT[4][2] = {{0, 0}, {1, 0}, {-1, 1}, {0, -1}};
    memset(c, 0, sizeof *c);
    for (int i = 0; i < 4; i++) {
        int r = SPAN / 2 + AT[i][1] + PAD, q = SPAN / 2 + AT[i][0], code = i ? QUARRY : HOUSES | PLAZA;
        c->level[0][r] |= 1u << q;
        for (int k = 0; k < CODE_BITS; k++) c->code[r][k] |= (uint32_t)(code >> k & 1) << q;
    }
    find_triangles(c);
}

static void fill_tables(void) {
    memset(prints, 0, sizeof prints);
    memset(reaches, 0, sizeof reaches);
    for (int mark = 0; mark < 2 * SPAN; mark++) fill_reach(mark / SPAN, mark % SPAN);
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

/* -- points of any city on the rows ------------------------------------------------------------------------------------------------------- */

/* The number of bits of each 64-bit lane. */
ALWAYS __m256i counted(__m256i lanes) {
    const __m256i four = _mm256_set1_epi8(15);
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    __m256i bytes = _mm256_add_epi8(_mm256_shuffle_epi8(table, AND(lanes, four)),
                                    _mm256_shuffle_epi8(table, AND(_mm256_srli_epi16(lanes, 4), four)));
    return _mm256_sad_epu8(bytes, _mm256_setzero_si256());
}

typedef uint32_t Set[ROOM + PAD]; /* rows are written eight at a time, up to eight after the last one */

ALWAYS __m256i west_of(__m256i x) { return _mm256_slli_epi32(x, 1); }

ALWAYS __m256i beside(const uint32_t *row) { /* the hexes of eight rows that touch a hex of the set */
    __m256i here = rows_at(row), over = rows_at(row - 1), under = rows_at(row + 1);
    return OR(OR(OR(west_of(here), EAST(here)), OR(over, EAST(over))), OR(under, west_of(under)));
}

ALWAYS int any_of(__m256i x) { return !_mm256_testz_si256(x, x); }

ALWAYS __m256i worth(__m256i cells, const City *c, int r) { /* sums of heights, in 64-bit lanes */
    __m256i sum = counted(AND(cells, rows_at(c->level[0] + r)));
    for (int level = 1; level < LEVELS; level++) sum = _mm256_add_epi64(sum, counted(AND(cells, rows_at(c->level[level] + r))));
    return sum;
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
        __m256i with = AND(rows_at(houses + r), beside(houses + r));
        put(left + r, with);
        pairs = OR(pairs, with);
    }
    if (!any_of(pairs)) { /* single houses: the highest one */
        for (int r = first; r <= last; r++) {
            int most = 0;
            for (int level = 0; level < LEVELS; level++) most += (houses[r] & c->level[level][r]) != 0;
            best = most > best ? most : best;
        }
        return best;
    }
    for (int top = first; top <= last; top++) {
        while (left[top]) {
            Set group;
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
                for (int level = 0; level < LEVELS; level++) value += __builtin_popcount(group[r] & c->level[level][r]);
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

static __attribute__((noinline)) int points_of_any(const City *c) {
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
        kind[BARRACKS] = _mm256_andnot_si256(d2, AND(d0, d1));
        kind[TEMPLES] = _mm256_andnot_si256(OR(d0, d1), d2);
        kind[GARDENS] = _mm256_andnot_si256(d1, AND(d0, d2));
        for (int k = HOUSES; k <= GARDENS; k++) stars[k] = _mm256_add_epi64(stars[k], counted(AND(kind[k], d3)));
        put(houses + r, _mm256_andnot_si256(d3, kind[HOUSES]));
        put(markets + r, _mm256_andnot_si256(d3, kind[MARKETS]));
        put(barracks + r, _mm256_andnot_si256(d3, kind[BARRACKS]));
        put(temples + r, _mm256_andnot_si256(d3, kind[TEMPLES]));
        put(gardens + r, _mm256_andnot_si256(d3, kind[GARDENS]));
        put(built + r, rows_at(c->level[0] + r));
        put(built + r + 8, none), put(markets + r + 8, none), put(houses + r + 8, none);
    }
    int guards = total(stars[BARRACKS]);
    if (guards) find_outside(built, outside, first, last);
    __m256i m = none, b = none, t = none, g = none;
    for (int r = first; r <= last; r += 8) {
        __m256i here = rows_at(built + r), over = rows_at(built + r - 1), under = rows_at(built + r + 1);
        __m256i inside = AND(AND(AND(west_of(here), EAST(here)), AND(over, EAST(over))),
                                          AND(under, west_of(under)));
        m = _mm256_add_epi64(m, worth(_mm256_andnot_si256(beside(markets + r), rows_at(markets + r)), c, r));
        t = _mm256_add_epi64(t, worth(AND(inside, rows_at(temples + r)), c, r));
        g = _mm256_add_epi64(g, worth(rows_at(gardens + r), c, r));
        if (guards) b = _mm256_add_epi64(b, worth(AND(rows_at(barracks + r), beside(outside + r)), c, r));
    }
    int homes = total(stars[HOUSES]);
    int points = c->stones + 2 * total(stars[MARKETS]) * total(m) + 2 * guards * total(b) + 2 * total(stars[TEMPLES]) * total(t)
                 + 3 * total(stars[GARDENS]) * total(g);
    return homes ? points + homes * value_of_houses(houses, c, first, last) : points;
}

/* -- points of a city of sixteen rows ----------------------------------------------------------------------------- */

#ifdef WIDE
typedef __m512i Rows;

#define EITHER _mm512_or_si512
#define BOTH _mm512_and_si512
#define LESS(x, less) _mm512_andnot_si512(less, x)
#define WEST16(x) _mm512_slli_epi32(x, 1)
#define EAST16(x) _mm512_srli_epi32(x, 1)

/* The row before each row, and the one after it; beyond the sixteen rows are those of `far`. */
ALWAYS Rows over(Rows x, Rows far) { return _mm512_alignr_epi32(x, far, 15); }
ALWAYS Rows under(Rows x, Rows far) { return _mm512_alignr_epi32(far, x, 1); }
ALWAYS Rows touching(Rows x, Rows far) {
    Rows north = over(x, far), south = under(x, far);
    return EITHER(EITHER(EITHER(WEST16(x), EAST16(x)), EITHER(north, EAST16(north))), EITHER(south, WEST16(south)));
}
ALWAYS Rows enclosed(Rows x) {
    Rows none = _mm512_setzero_si512(), north = over(x, none), south = under(x, none);
    return BOTH(BOTH(BOTH(WEST16(x), EAST16(x)), BOTH(north, EAST16(north))), BOTH(south, WEST16(south)));
}
ALWAYS int has_any(Rows x) { return _mm512_test_epi32_mask(x, x) != 0; }
ALWAYS Rows bits_of(Rows x) { return _mm512_popcnt_epi32(x); }
ALWAYS Rows plus(Rows x, Rows y) { return _mm512_add_epi32(x, y); }
ALWAYS int sum_of(Rows x) { return _mm512_reduce_add_epi32(x); }

/* Sums of heights in each row. */
ALWAYS Rows heights(Rows cells, const Rows *level) {
    return plus(bits_of(BOTH(cells, level[0])), plus(bits_of(BOTH(cells, level[1])), bits_of(BOTH(cells, level[2]))));
}

/* The empty hexes that are joined to the outside: in each row those before and after all built hexes are. */
ALWAYS Rows outside_of(Rows built) {
    const Rows ones = _mm512_set1_epi32(-1);
    Rows west = plus(BOTH(built, _mm512_sub_epi32(_mm512_setzero_si512(), built)), ones);
    Rows known = EITHER(west, LESS(ones, _mm512_srlv_epi32(ones, _mm512_lzcnt_epi32(built))));
    for (;;) {
        Rows more = LESS(touching(known, ones), EITHER(known, built));
        if (!has_any(more)) return known;
        known = EITHER(known, more);
    }
}

/* The value of the greatest group of houses: the most hexes, and of equal groups the highest one. */
ALWAYS int best_houses(Rows houses, const Rows *level) {
    const Rows none = _mm512_setzero_si512();
    Rows rest = BOTH(houses, touching(houses, none));
    int best = 0;
    if (!has_any(rest)) /* single houses: the highest one */
        return has_any(houses) + has_any(BOTH(houses, level[1])) + has_any(BOTH(houses, level[2]));
    do {
        __mmask16 row = _mm512_test_epi32_mask(rest, rest);
        Rows group = _mm512_maskz_and_epi32((__mmask16)(row & -row), rest, _mm512_sub_epi32(none, rest));
        for (;;) {
            Rows more = LESS(BOTH(touching(group, none), rest), group);
            if (!has_any(more)) break;
            group = EITHER(group, more);
        }
        rest = LESS(rest, group);
        int sum = sum_of(plus(_mm512_slli_epi32(bits_of(group), 16), heights(group, level)));
        best = sum > best ? sum : best;
    } while (has_any(rest));
    return best & 0xFFFF;
}

static int points_of_narrow(const City *c, int north) {
    const Rows none = _mm512_setzero_si512();
    const Rows even = _mm512_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
    const Rows odd = _mm512_setr_epi32(2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31);
    Rows level[LEVELS], pair[4], digit[CODE_BITS], kind[GARDENS + 1];
    for (int i = 0; i < LEVELS; i++) level[i] = _mm512_loadu_si512(c->level[i] + north);
    for (int i = 0; i < 2; i++) { /* transpose the digits */
        Rows one = _mm512_loadu_si512(c->code[north + 8 * i]), other = _mm512_loadu_si512(c->code[north + 8 * i + 4]);
        pair[i] = _mm512_permutex2var_epi32(one, even, other), pair[2 + i] = _mm512_permutex2var_epi32(one, odd, other);
    }
    for (int i = 0; i < 2; i++) {
        digit[2 * i] = _mm512_shuffle_i64x2(pair[2 * i], pair[2 * i + 1], 0x44);
        digit[2 * i + 1] = _mm512_shuffle_i64x2(pair[2 * i], pair[2 * i + 1], 0xEE);
    }
    kind[HOUSES] = LESS(digit[0], EITHER(digit[1], digit[2]));
    kind[MARKETS] = LESS(digit[1], EITHER(digit[0], digit[2]));
    kind[BARRACKS] = LESS(BOTH(digit[0], digit[1]), digit[2]);
    kind[TEMPLES] = LESS(digit[2], EITHER(digit[0], digit[1]));
    kind[GARDENS] = LESS(BOTH(digit[0], digit[2]), digit[1]);
    /* Sums of several kinds in the same words: six bits for plazas, ten for heights. */
    Rows plazas = none;
    for (int i = GARDENS; i >= HOUSES; i--) {
        plazas = plus(_mm512_slli_epi32(plazas, 6), bits_of(BOTH(kind[i], digit[3])));
        kind[i] = LESS(kind[i], digit[3]);
    }
    Rows values = heights(LESS(kind[MARKETS], touching(kind[MARKETS], none)), level);
    values = plus(values, _mm512_slli_epi32(heights(BOTH(kind[TEMPLES], enclosed(level[0])), level), 10));
    values = plus(values, _mm512_slli_epi32(heights(kind[GARDENS], level), 20));
    int star = sum_of(plazas), value = sum_of(values), points = c->stones;
    points += 2 * (star >> 6 & 63) * (value & 1023) + 2 * (star >> 18 & 63) * (value >> 10 & 1023) + 3 * (star >> 24 & 63) * (value >> 20 & 1023);
    if (star >> 12 & 63)
        points += 2 * (star >> 12 & 63) * sum_of(heights(BOTH(kind[BARRACKS], touching(outside_of(level[0]), _mm512_set1_epi32(-1))), level));
    return star & 63 ? points + (star & 63) * best_houses(kind[HOUSES], level) : points;
}
#endif

static int points_of(City *c) {
    if (c->large) return points_slowly(c);
    find_bounds(c);
#ifdef WIDE
    if (c->south - c->north < 16) return points_of_narrow(c, (c->north < SPAN - 16 ? c->north : SPAN - 16) + PAD);
#endif
    return points_of_any(c);
}

/* -- games -------------------------------------------------------------------------------------------------------- */

typedef struct {
    City city[TABLE];
    uint8_t order[TILES + 8];
    uint64_t market; /* its tiles, as bytes */
    int players, seat, size, drawn, stacks, plies;
} Game;

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

static void deal(Game *g, int players) {
    uint64_t bits = bits64();
    int first = (int)part(&bits, (uint32_t)players);
    g->players = players, g->seat = first, g->size = g->drawn = players + 2, g->stacks = STACKS, g->plies = 0;
    shuffled(players, g->order);
    memcpy(&g->market, g->order, 8);
    g->market &= ~0ULL >> (64 - 8 * g->size);
    for (int i = 0; i < players; i++) {
        memcpy(&g->city[i], &founded, sizeof founded);
        g->city[i].stones = 1 + (i + players - first) % players;
    }
}

ALWAYS int after(const Game *g, int seat) { return seat + 1 == g->players ? 0 : seat + 1; }

/* Draws the moves of two seats: the number of moves of a game is even. */
ALWAYS void draw_two(const Game *g, Move *m) {
    m[0] = draw_move(&g->city[g->seat], g->size);
    m[1] = draw_move(&g->city[after(g, g->seat)], g->size > 2 ? g->size - 1 : g->players + 2);
}

ALWAYS void play_move(Game *g, int game, const Move *m) {
    City *c = &g->city[g->seat];
    int tile = (int)(g->market >> 8 * m->choice & 0xFF);
    uint64_t before = (1ULL << 8 * m->choice) - 1;
    g->market = (g->market & before) | (g->market >> 8 & ~before);
    c->stones -= m->choice;
    lay_drawn(c, &spare[game][g->seat], tile, m);
    g->seat = after(g, g->seat);
    g->plies++;
    if (--g->size == 1 && g->stacks) {
        uint64_t stack;
        memcpy(&stack, g->order + g->drawn, 8);
        g->market |= (stack & ((1ULL << 8 * (g->players + 1)) - 1)) << 8;
        g->drawn += g->players + 1;
        g->size = g->players + 2;
        g->stacks--;
    }
}

/* Plays some games at once: all have the same number of moves. */
ALWAYS void play_games(Game *game, int n, int players) {
    Move moves[AT_ONCE][2];
    for (int i = 0; i < n; i++) deal(&game[i], players);
    while (game->size > 1) {
        for (int i = 0; i < n; i++) draw_two(&game[i], moves[i]);
        for (int i = 0; i < n; i++)
            for (int k = 0; k < 2; k++) play_move(&game[i], i, &moves[i][k]);
    }
}

static void add_results(Game *g, double *points, double *wins) {
    int got[TABLE], best = 0, winners = 0;
    for (int i = 0; i < g->players; i++) {
        got[i] = points_of(&g->city[i]);
        if (got[i] > got[best] || (got[i] == got[best] && g->city[i].stones > g->city[best].stones)) best = i;
    }
    for (int i = 0; i < g->players; i++) winners += got[i] == got[best] && g->city[i].stones == g->city[best].stones;
    for (int i = 0; i < g->players; i++) {
        points[i] += got[i];
        if (got[i] == got[best] && g->city[i].stones == g->city[best].stones) wins[i] += 1.0 / winners;
    }
}

/* Plays games; writes the mean points and win share of each seat, and returns the mean number of moves. */
double play(int players, int variant, long games, uint64_t seed, double *points, double *wins) {
    static Game game[AT_ONCE];
    double plies = 0;
    (void)variant;
    word = seed * 0x9E3779B97F4A7C15ULL + 1;
    fill_tables();
    for (int i = 0; i < players; i++) points[i] = wins[i] = 0;
    for (long done = 0; done < games;) {
        int n = games - done < AT_ONCE ? (int)(games - done) : AT_ONCE;
        play_games(game, n, players);
        for (int i = 0; i < n; i++) {
            add_results(&game[i], points, wins);
            plies += game[i].plies;
        }
        done += n;
    }
    for (int i = 0; i < players; i++) points[i] /= (double)games, wins[i] /= (double)games;
    return plies / (double)games;
}
