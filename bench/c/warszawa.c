/* Random games of Warszawa, as fast as one C file can play them: the house data, 3 to 5 players, without options.

   It is written from the rules, and shares no code with the engine. `play` deals games, plays uniformly random legal
   moves to the end and counts the points. Compile with -O3 -march=native; it needs BMI2.

   No list of moves is made: the moves of each kind are counted, one number below their sum is drawn, and the rest of it
   chooses within its kind. What a processor cannot predict is no branch: cubes of all kinds are compared at once, as bytes
   of a word, the places of a hand are four sets, and the next seat is a bit of a set. Decks have no order: a card is drawn from the set of those that are left. Nobody sees the
   norms that are not kept, so each seat draws one. */

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

enum { HEXES = 37, MOST_SIDES = 96, MOST_CORNERS = 160, RIVER_SIDES = 10, TABLE = 5, STAGE_CARDS = 30, TASKS = 12, NORMS = 14 };
enum { FUND, CONCRETE, RUBBLE, CUBES };
enum { INDUSTRIAL, SERVICE, RESIDENTIAL, REPRESENTATIVE, CULTURAL, TRANSPORT, TYPES };
enum { SOCREALISM, MODERNISM, STORAGE, THRIFT, TAKE_FUND, TAKE_CONCRETE, TAKE_RUBBLE, TAKE_CARD, TWICE, FUNCTIONS };
enum { ONCE = TAKE_FUND, STYLES = 2 };
enum { BUILDINGS = 15, MARKERS = 6, BRIDGES = 4, OPEN_TASKS = 3, STAGE_ROUNDS = 4 };

/* Type, zone (u: urban, s: suburban, a: any), function, points; for a reconstruction its site. */
static const char *const CARD[2][STAGE_CARDS] = {
    {"isw2", "isf2", "iad2", "iac2", "isS2", "sum4", "sad4", "sux4", "sux3", "suf4", "rux3", "rux3", "ruw4", "ram3", "rar4",
     "Rur6 1 0", "Rud6 0 -1", "Rux4", "Rux4", "Rat4", "cuf6 1 -2", "cuc6 1 -1", "cux4", "cux4", "caw5", "tut5", "taS5", "tac6", "tuw5", "tsd6"},
    {"isw2", "isf2", "isd2", "iat2", "isc2", "sum4", "suS5", "suf4", "suw5", "sad4", "rum3", "ram3", "rst4", "raf4", "rsc4",
     "Rur5", "Rud4", "Raf4", "Ruc4", "Ram4", "cuc5", "cur4", "cum4", "cad4", "csS5", "tum5", "tac6", "tsf6", "taw5", "tar6"},
};
/* What is built (a type or x: socrealism, m: modernism), beside what, points. */
static const char *const TASK[2][TASKS] = {
    {"rs2", "sr2", "rt2", "cR2", "Rc2", "it3", "ti3", "si3", "rc3", "xr3", "xs3", "xc3"},
    {"sr2", "rs2", "Rc2", "cr2", "tr2", "ii3", "sR3", "Rt3", "ts3", "mr3", "mt3", "mR3"},
};
/* Types, M: metro, B: bridge. */
static const char *const NORM[NORMS] = {
    "rstM", "rciM", "sRtM", "cisM", "RriM", "ctrM", "itsB", "RcsB", "rsRc", "tics", "Rcrt", "iRtr", "srci", "ctRi",
};
static const char NEUTRAL[] = "rrisRct", TYPE[] = "isrRct", FUNCTION[] = "xmStfcrdw", OBJECT[] = "isrRctMB";

/* What a field gives: cubes as bytes of a word, cards, hexes to clear, the marker. */
typedef struct {
    uint32_t cubes;
    uint8_t cards, clear, marker;
} Field;
enum { BARTER_FIELD = 7, BARTERED = 2, UNLIMITED = 7, EACH = 0x010101, HAND = 4 };
static const Field FIELD[11] = {
    {1, 0, 0, 0},   {1 << 8, 0, 0, 0}, {0, 1, 0, 0}, {2, 0, 0, 0}, {2 << 8, 0, 0, 0}, {0, 0, 2, 0},
    {0, 2, 0, 0},   {0, 0, 0, 0},      {0, 1, 0, 1}, {1, 0, 1, 0}, {1 << 8, 0, 1, 0},
};

typedef uint64_t Set;

static const int STEP[6][2] = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};
static int hex_q[HEXES], hex_r[HEXES];
static Set near_of[HEXES], everywhere, urban, right_bank, sites;
static int n_sides, side_corner[MOST_SIDES][2], n_corners;
static Set corner_sides[MOST_CORNERS][2];
static Set sides_of[HEXES][2], allowed[2][2], forced[2], double_forced[2]; /* sides that force a tunnel; with two to choose from */
static int river_hexes[RIVER_SIDES][2], river_corners[RIVER_SIDES][2];
static uint8_t tunnels_of[MOST_SIDES][2];
static Set fits[2][STAGE_CARDS];
static uint8_t type_of[2][STAGE_CARDS], function_of[2][STAGE_CARDS], worth_of[2][STAGE_CARDS];
static uint8_t task_build[2][TASKS], task_beside[2][TASKS], task_points[2][TASKS];
static uint8_t needs[2][NORMS][TYPES + 2];
static uint64_t word;

#define ALWAYS static inline __attribute__((always_inline))

ALWAYS uint64_t bits64(void) { /* wyrand */
    word += 0xA0761D6478BD642FULL;
    unsigned __int128 product = (unsigned __int128)word * (word ^ 0xE7037ED1A0B428DBULL);
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

ALWAYS int below(int bound) { return (int)((unsigned __int128)bits64() * (uint64_t)bound >> 64); }
ALWAYS int count(Set set) { return __builtin_popcountll(set); }
ALWAYS int first(Set set) { return __builtin_ctzll(set); }
ALWAYS int nth(Set set, int k) { return first(_pdep_u64(1ULL << k, set)); }
ALWAYS int drawn(Set *set) { /* a random member, which leaves the set */
    Set one = _pdep_u64(1ULL << below(count(*set)), *set);
    *set ^= one;
    return first(one);
}
ALWAYS int least(int a, int b) { return a < b ? a : b; }

/* -- the position ------------------------------------------------------------------------------------------------- */

typedef struct {
    Set built, founded;
    Set place[HAND]; /* where each card of the hand fits; none without a card */
    uint64_t ready;  /* one-off functions that were not used: their number by kind, as bytes */
    uint32_t cubes, full; /* numbers of each kind, and the most, as bytes */
    uint8_t card[HAND], held, store, engineers, markers, dug, spanned, buildings, rubble_price;
    int points, norm;
} Seat;

typedef struct {
    Seat seat[TABLE];
    Set near[HEXES], free, rubble, unbuilt, of_type[TYPES], of_style[STYLES];
    Set laid[2], ends[2], forks[2]; /* metro sides with a segment, and those that go on or branch */
    uint8_t reached[MOST_CORNERS];  /* whether a segment or the tunnel ends there */
    uint8_t card_at[HEXES], stage_at[HEXES];
    uint32_t deck, task_deck, tasks;
    int players, stage, holder, next_holder, bridges, branched, tunnel, moves;
    uint16_t bridge;
} Game;

static Game start;

ALWAYS int of(const Seat *s, int cube) { return (int)(s->cubes >> 8 * cube & 0xFF); }

/* The kinds of which there are more than so many, as the highest bit of each byte. */
ALWAYS uint32_t above(uint32_t cubes, int n) { return (cubes + (uint32_t)(0x7F - n) * EACH) & 0x80 * EACH; }
ALWAYS uint32_t with_room(const Seat *s) { return ~above(s->cubes, s->store - 1) & 0x80 * EACH; }

ALWAYS void gain(Seat *s, uint32_t cubes) {
    __m128i sum = _mm_cvtsi32_si128((int)(s->cubes + cubes)), most = _mm_cvtsi32_si128((int)s->full);
    s->cubes = (uint32_t)_mm_cvtsi128_si32(_mm_min_epu8(sum, most));
}

ALWAYS void draw_cards(Game *g, Seat *s, int n) {
    n = least(n, least(s->store - s->held, count(g->deck)));
    while (n-- > 0) {
        Set deck = g->deck;
        int card = drawn(&deck);
        g->deck = (uint32_t)deck;
        s->card[s->held] = (uint8_t)card;
        s->place[s->held++] = fits[g->stage][card];
    }
}

/* -- functions ---------------------------------------------------------------------------------------------------- */

/* The unused functions that give something now: their number by kind, as bytes. */
ALWAYS uint64_t usable(const Game *g, const Seat *s, int twice) {
    uint64_t kinds = (uint64_t)(with_room(s) >> 7) * 0xFF;
    kinds |= (0 - (uint64_t)(g->deck != 0 & s->held < s->store)) & 0xFFULL << 24;
    kinds |= (0 - (uint64_t)twice) & 0xFFULL << 32;
    return s->ready & kinds;
}

ALWAYS int total(uint64_t bytes) { return (int)(bytes * 0x0101010101010101ULL >> 56); }

/* Uses the k-th of them; returns whether it gives one more placement. */
ALWAYS int use(Game *g, Seat *s, uint64_t each, int k) {
    int kind = 0;
    for (; k >= (int)(each & 0xFF); each >>= 8) k -= (int)(each & 0xFF), kind++;
    s->ready -= 1ULL << 8 * kind;
    if (kind < CUBES) gain(s, 1u << 8 * kind);
    else if (kind == 3) draw_cards(g, s, 1);
    return kind == 4;
}

/* -- planning ----------------------------------------------------------------------------------------------------- */

ALWAYS void clear_rubble(Game *g, Seat *s, int n) {
    while (n-- > 0 && g->rubble) {
        int hex = drawn(&g->rubble);
        g->free |= 1ULL << hex;
        gain(s, 1 << 8 * RUBBLE);
        g->moves++;
    }
}

/* The exchanges of barter: a cube that can be given and another one that can be taken, bit 3 * given + taken. */
ALWAYS uint32_t barters(const Seat *s) {
    uint32_t give = above(s->cubes, 0) >> 7, take = with_room(s);
    return ((give | give >> 5 | give >> 10) & 0x49) * ((take >> 7 & 1) | (take >> 14 & 2) | (take >> 21 & 4)) & 0xEE;
}

ALWAYS void send(Game *g, Seat *s, int seat, int field) {
    const Field *f = &FIELD[field];
    gain(s, f->cubes);
    g->next_holder = f->marker ? seat : g->next_holder;
    if (f->cards) draw_cards(g, s, f->cards);
    if (f->clear) clear_rubble(g, s, f->clear);
}

/* Takes a card of the hand; returns it. */
ALWAYS int take_card(Seat *s, int i) {
    int card = s->card[i];
    s->held--;
    s->card[i] = s->card[s->held];
    s->place[i] = s->place[s->held];
    s->place[s->held] = 0;
    return card;
}

/* Plays one turn: functions, then placements or a pass; returns whether the seat passed. */
ALWAYS int plan(Game *g, int seat, uint32_t *fields) {
    Seat *s = &g->seat[seat];
    int more = 0;
    for (;;) {
        Set place[HAND];
        int until[HAND], n_places = 0;
        uint64_t each = usable(g, s, s->engineers >= 2 + more);
        uint32_t others = *fields & ~(1u << BARTER_FIELD), swaps = *fields >> BARTER_FIELD & 1 ? barters(s) : 0;
        int n_functions = total(each), n_barters = count(swaps), n_fields = count(others);
        Set free = s->buildings < BUILDINGS ? g->free : 0;
        for (int i = 0; i < HAND; i++) {
            place[i] = s->place[i] & free;
            until[i] = n_places += count(place[i]);
        }
        int k = below(1 + n_functions + n_barters + n_fields + n_places);
        g->moves++;
        if (k < n_fields) {
            int field = nth(others, k);
            s->engineers--;
            *fields &= ~(1u << field & ~(uint32_t)UNLIMITED);
            send(g, s, seat, field);
        } else if ((k -= n_fields) < n_places) {
            int i = (k >= until[0]) + (k >= until[1]) + (k >= until[2]);
            int hex = nth(place[i], k - until[i] + count(place[i]));
            s->engineers--, s->buildings++;
            s->founded |= 1ULL << hex;
            g->free &= ~(1ULL << hex);
            g->card_at[hex] = (uint8_t)take_card(s, i), g->stage_at[hex] = (uint8_t)g->stage;
        } else if ((k -= n_places) < n_functions) {
            more += use(g, s, each, k);
            continue;
        } else if ((k -= n_functions) < n_barters) {
            int pair = nth(swaps, k);
            s->engineers--;
            *fields &= ~(1u << BARTER_FIELD);
            s->cubes -= 1u << 8 * (pair / 3);
            gain(s, (uint32_t)BARTERED << 8 * (pair % 3));
        } else {
            return 1;
        }
        if (!more--) return 0;
    }
}

/* -- realisation -------------------------------------------------------------------------------------------------- */

#define HAS(set, side) ((set)[(side) >> 6] >> ((side) & 63) & 1)
#define ADD(set, side) ((set)[(side) >> 6] |= 1ULL << ((side) & 63))
#define DROP(set, side) ((set)[(side) >> 6] &= ~(1ULL << ((side) & 63)))

/* The free sides at a corner that was reached now, or again. A side that goes on or branches has one reached corner. */
ALWAYS void reach(Game *g, int corner) {
    Set again = g->reached[corner] ? ~0ULL : 0;
    g->reached[corner] = 1;
    for (int i = 0; i < 2; i++) {
        Set beside = corner_sides[corner][i] & allowed[g->players == 3][i] & ~g->laid[i];
        Set known = (g->ends[i] | g->forks[i]) & beside;
        g->ends[i] = (g->ends[i] & ~beside) | ((beside ^ known) & ~again);
        g->forks[i] = (g->forks[i] & ~beside) | (known & again);
    }
}

ALWAYS void dig(Game *g, int side, int river) {
    g->branched |= HAS(g->forks, side);
    DROP(g->ends, side), DROP(g->forks, side);
    ADD(g->laid, side);
    reach(g, side_corner[side][0]), reach(g, side_corner[side][1]);
    if (river >= 0) {
        g->tunnel = 1;
        reach(g, river_corners[river][0]), reach(g, river_corners[river][1]);
    }
}

ALWAYS void finish(Game *g, Seat *s, int hex) {
    int stage = g->stage_at[hex], card = g->card_at[hex], type = type_of[stage][card], function = function_of[stage][card];
    Set bit = 1ULL << hex, beside = g->near[hex];
    s->founded &= ~bit, s->built |= bit;
    g->unbuilt &= ~bit;
    s->points += worth_of[stage][card];
    if (type == INDUSTRIAL) s->points += count(beside & g->unbuilt);
    for (uint32_t rest = g->tasks; rest; rest &= rest - 1) {
        int task = first(rest), build = task_build[g->stage][task];
        if ((build == type || build == TYPES + function) && beside & g->of_type[task_beside[g->stage][task]]) {
            s->points += task_points[g->stage][task];
            g->tasks &= ~(1u << task);
        }
    }
    g->of_type[type] |= bit;
    if (function < STYLES) g->of_style[function] |= bit;
    else if (function == STORAGE) s->store = HAND, s->full = HAND * EACH;
    else if (function == THRIFT) s->rubble_price = 1;
    else s->ready += 1ULL << 8 * (function - ONCE);
}

/* What a building costs in concrete and in rubble, and a bridge in each of three ways; all cost a fund too. */
enum { IN_CONCRETE = 1 << 8 * CONCRETE, IN_RUBBLE = 1 << 8 * RUBBLE };
static const uint32_t BRIDGE_PRICE[3] = {1 + IN_CONCRETE + IN_RUBBLE, 1 + 3 * IN_RUBBLE, 1 + 2 * IN_CONCRETE};

/* Plays the turn of a seat; a turn ends when nothing but its end is left. */
ALWAYS void realise(Game *g, int seat) {
    Seat *s = &g->seat[seat];
    for (;;) {
        Set sides[2] = {0, 0}, twin[2] = {0, 0};
        int fund = of(s, FUND), concrete = of(s, CONCRETE), rubble = of(s, RUBBLE);
        uint64_t each = usable(g, s, 0);
        int n_functions = total(each), ways = (concrete > 0) + (rubble >= s->rubble_price);
        int n_buildings = 0, n_segments = 0, n_bridges = 0, n_prices = 0;
        uint32_t prices = 0;
        if (fund) n_buildings = count(s->founded) * ways;
        if (fund && s->markers) {
            int may_branch = g->stage == 1 & !g->branched, anywhere = !(g->laid[0] | g->laid[1]);
            for (int i = 0; i < 2; i++) {
                sides[i] = anywhere ? allowed[g->players == 3][i] : g->ends[i] | (g->forks[i] & (0 - (Set)may_branch));
                twin[i] = sides[i] & double_forced[i] & (0 - (Set)(!g->tunnel & (g->players != 3)));
                n_segments += count(sides[i]) + count(twin[i]);
            }
            prices = (uint32_t)((concrete >= 1 & rubble >= 1) | (rubble >= 3) << 1 | (concrete >= 2) << 2);
            n_prices = count(prices);
            n_bridges = (g->bridges < BRIDGES) * (RIVER_SIDES - g->bridges) * n_prices;
        }
        int all = n_functions + n_buildings + n_segments + n_bridges;
        if (!all) return;
        int k = below(1 + all);
        g->moves++;
        if (k < n_functions) {
            use(g, s, each, k);
        } else if ((k -= n_functions) < n_buildings) {
            int with_rubble = ways == 2 ? k & 1 : !concrete;
            int hex = nth(s->founded, ways == 2 ? k >> 1 : k);
            s->cubes -= 1 + (with_rubble ? s->rubble_price * IN_RUBBLE : IN_CONCRETE);
            finish(g, s, hex);
        } else if ((k -= n_buildings) < n_segments) {
            int choice = 0, side, n = count(sides[0]), m = count(sides[1]);
            if (k < n) side = nth(sides[0], k);
            else if ((k -= n) < m) side = 64 + nth(sides[1], k);
            else {
                k -= m, choice = 1, n = count(twin[0]);
                side = k < n ? nth(twin[0], k) : 64 + nth(twin[1], k - n);
            }
            s->cubes--, s->markers--, s->dug++, s->points++;
            dig(g, side, HAS(forced, side) && !g->tunnel && g->players > 3 ? tunnels_of[side][choice] : -1);
        } else if ((k -= n_segments) < n_bridges) {
            int price = nth(prices, k % n_prices), river = nth(((1u << RIVER_SIDES) - 1) & (unsigned)~g->bridge, k / n_prices);
            int one = river_hexes[river][0], other = river_hexes[river][1];
            s->cubes -= BRIDGE_PRICE[price];
            s->markers--, s->spanned++, s->points += 4;
            g->bridge |= (uint16_t)(1 << river), g->bridges++;
            g->near[one] |= 1ULL << other, g->near[other] |= 1ULL << one;
        } else {
            return;
        }
    }
}

/* -- points ------------------------------------------------------------------------------------------------------- */

static int norm_points(const Game *g, const Seat *s) {
    const uint8_t *need = needs[g->players == 5][s->norm];
    int sets = 99;
    for (int kind = 0; kind < TYPES + 2; kind++) {
        int have = kind < TYPES ? count(s->built & g->of_type[kind]) : kind == TYPES ? s->dug : s->spanned;
        if (need[kind]) sets = least(sets, have / need[kind]);
    }
    return sets ? 3 * sets : -3;
}

static void add_points(Game *g) {
    const Set *type = g->of_type;
    const Set liked[TYPES] = {g->unbuilt, type[RESIDENTIAL], type[SERVICE] | type[TRANSPORT], type[CULTURAL], type[REPRESENTATIVE], 0};
    for (int i = 0; i < g->players; i++) {
        Seat *s = &g->seat[i];
        s->points += norm_points(g, s);
        for (Set rest = s->built; rest; rest &= rest - 1) {
            int hex = first(rest);
            s->points += count(g->near[hex] & liked[type_of[g->stage_at[hex]][g->card_at[hex]]]);
            s->points += ((g->laid[0] & sides_of[hex][0]) | (g->laid[1] & sides_of[hex][1])) != 0;
        }
    }
    for (int style = 0; style < STYLES; style++) {
        int most = 1, leaders = 0;
        for (int i = 0; i < g->players; i++) {
            int have = count(g->seat[i].built & g->of_style[style]);
            if (have > most) most = have, leaders = 0;
            leaders += have == most;
        }
        for (int i = 0; i < g->players; i++)
            if (count(g->seat[i].built & g->of_style[style]) == most) g->seat[i].points += leaders == 1 ? 5 : 3;
    }
}

/* -- a game ------------------------------------------------------------------------------------------------------- */

static void open_tasks(Game *g) {
    while (count(g->tasks) < OPEN_TASKS && g->task_deck) {
        Set deck = g->task_deck;
        g->tasks |= 1u << drawn(&deck);
        g->task_deck = (uint32_t)deck;
    }
}

static void deal(Game *g, int players) {
    Set norms = (1 << NORMS) - 1;
    memcpy(g, &start, sizeof start);
    g->players = players;
    g->holder = g->next_holder = below(players);
    g->rubble = players == 3 ? urban & ~right_bank : urban;
    if (players == 3) {
        Set rest = right_bank;
        for (int i = 0; i < 7; i++) g->of_type[strchr(TYPE, NEUTRAL[i]) - TYPE] |= 1ULL << drawn(&rest);
        g->unbuilt &= ~right_bank;
    }
    g->free = g->unbuilt & ~g->rubble;
    for (int i = 0; i < players; i++) {
        draw_cards(g, &g->seat[i], 2);
        g->seat[i].norm = drawn(&norms);
    }
    g->moves = players; /* the choices of norms */
    open_tasks(g);
}

static void play_round(Game *g) {
    int players = g->players, all = players == 5 ? 3 : 4, seat = g->holder - 1;
    uint32_t fields = (1u << (players + 6)) - 1, active = 0;
    for (int i = 0; i < players; i++) active |= (uint32_t)(g->seat[i].engineers > 0) << i;
    while (active) {
        uint32_t later = active & ~0u << (seat + 1);
        seat = __builtin_ctz(later | (active & (0 - (uint32_t)!later)));
        int passed = plan(g, seat, &fields);
        active &= ~((uint32_t)(passed | !g->seat[seat].engineers) << seat);
    }
    seat = g->holder;
    for (int i = 0; i < players; i++, seat = seat + 1 == players ? 0 : seat + 1) realise(g, seat);
    for (int i = 0; i < players; i++) g->seat[i].engineers = (uint8_t)(all - count(g->seat[i].founded));
    g->holder = g->next_holder;
}

static void play_game(Game *g, int players) {
    deal(g, players);
    for (g->stage = 0; g->stage < 2; g->stage++) {
        if (g->stage) {
            for (int i = 0; i < players; i++) {
                g->seat[i].held = 0;
                memset(g->seat[i].place, 0, sizeof g->seat[i].place);
            }
            g->deck = (1u << STAGE_CARDS) - 1;
            g->task_deck = (1u << TASKS) - 1;
            g->tasks = 0;
        }
        for (int round = 0; round < STAGE_ROUNDS; round++) {
            open_tasks(g);
            play_round(g);
            if (!g->unbuilt) goto over;
        }
    }
over:
    add_points(g);
}

/* -- tables ------------------------------------------------------------------------------------------------------- */

static int hex_at(int q, int r) {
    for (int i = 0; i < HEXES; i++)
        if (hex_q[i] == q && hex_r[i] == r) return i;
    return -1;
}

/* A corner is the sum of the three hexes around it, those outside included. */
static int corner_at(int hex, int k) {
    static int sums[MOST_CORNERS];
    int a = k % 6, b = (k + 1) % 6;
    int sum = (3 * hex_q[hex] + STEP[a][0] + STEP[b][0]) * 100 + 3 * hex_r[hex] + STEP[a][1] + STEP[b][1], i = 0;
    while (i < n_corners && sums[i] != sum) i++;
    if (i == n_corners) sums[n_corners++] = sum;
    return i;
}

static void fill_map(void) {
    int n = 0, rivers = 0, around[MOST_CORNERS] = {0}, land[MOST_CORNERS] = {0};
    for (int r = -3; r <= 3; r++)
        for (int q = -3; q <= 3; q++)
            if (q + r >= -3 && q + r <= 3) hex_q[n] = q, hex_r[n++] = r;
    everywhere = (1ULL << HEXES) - 1;
    urban = right_bank = sites = 0;
    n_sides = n_corners = 0;
    memset(near_of, 0, sizeof near_of);
    memset(sides_of, 0, sizeof sides_of);
    memset(corner_sides, 0, sizeof corner_sides);
    memset(allowed, 0, sizeof allowed);
    memset(forced, 0, sizeof forced);
    memset(double_forced, 0, sizeof double_forced);
    for (int i = 0; i < HEXES; i++) {
        int q = hex_q[i], r = hex_r[i];
        if (q >= -2 && q <= 2 && r >= -2 && r <= 2 && q + r >= -2 && q + r <= 2) urban |= 1ULL << i;
        if (r <= 0 && (q == 3 || (q == 2 && r <= 0 && r >= -2))) right_bank |= 1ULL << i;
        for (int k = 0; k < 6; k++) around[corner_at(i, k)]++;
    }
    sites = 1ULL << hex_at(1, -2) | 1ULL << hex_at(1, -1) | 1ULL << hex_at(0, -1) | 1ULL << hex_at(1, 0);
    for (int i = 0; i < HEXES; i++)
        for (int k = 0; k < 3; k++) {
            int other = hex_at(hex_q[i] + STEP[k][0], hex_r[i] + STEP[k][1]);
            if (other < 0) continue;
            int ends[2] = {corner_at(i, k + 5), corner_at(i, k)}, right = right_bank >> i & 1;
            if (right != (int)(right_bank >> other & 1)) {
                river_hexes[rivers][0] = i, river_hexes[rivers][1] = other;
                memcpy(river_corners[rivers++], ends, sizeof ends);
                continue;
            }
            near_of[i] |= 1ULL << other, near_of[other] |= 1ULL << i;
            memcpy(side_corner[n_sides], ends, sizeof ends);
            ADD(sides_of[i], n_sides), ADD(sides_of[other], n_sides);
            ADD(allowed[0], n_sides);
            if (!right) ADD(allowed[1], n_sides);
            for (int e = 0; e < 2; e++) {
                ADD(corner_sides[ends[e]], n_sides);
                land[ends[e]] = right;
            }
            n_sides++;
        }
    for (int side = 0; side < n_sides; side++) {
        int choices = 0;
        for (int e = 0; e < 2; e++) {
            int corner = side_corner[side][e];
            for (int river = 0; river < rivers; river++)
                for (int f = 0; f < 2; f++) {
                    int far = river_corners[river][1 - f];
                    if (river_corners[river][f] != corner || around[corner] < 3 || around[far] < 3) continue;
                    if (count(corner_sides[far][0]) + count(corner_sides[far][1]) == 1 && land[far] != land[corner]) tunnels_of[side][choices++] = (uint8_t)river;
                }
        }
        if (choices) ADD(forced, side);
        if (choices == 2) ADD(double_forced, side);
    }
}

static int position_in(const char *list, char c) { return (int)(strchr(list, c) - list); }

static void fill_cards(void) {
    for (int stage = 0; stage < 2; stage++)
        for (int i = 0; i < STAGE_CARDS; i++) {
            const char *card = CARD[stage][i];
            Set zone = card[1] == 'u' ? urban : card[1] == 's' ? everywhere & ~urban : everywhere;
            type_of[stage][i] = (uint8_t)position_in(TYPE, card[0]);
            function_of[stage][i] = (uint8_t)position_in(FUNCTION, card[2]);
            worth_of[stage][i] = (uint8_t)(card[3] - '0');
            fits[stage][i] = stage ? zone : zone & ~sites;
            if (strlen(card) > 4) fits[stage][i] = 1ULL << hex_at(card[5] - '0', card[7] == '-' ? '0' - card[8] : card[7] - '0');
        }
    for (int stage = 0; stage < 2; stage++)
        for (int i = 0; i < TASKS; i++) {
            char what = TASK[stage][i][0];
            task_build[stage][i] = (uint8_t)(what == 'x' ? TYPES + SOCREALISM : what == 'm' ? TYPES + MODERNISM : position_in(TYPE, what));
            task_beside[stage][i] = (uint8_t)position_in(TYPE, TASK[stage][i][1]);
            task_points[stage][i] = (uint8_t)(TASK[stage][i][2] - '0');
        }
    memset(needs, 0, sizeof needs);
    for (int i = 0; i < NORMS; i++)
        for (int k = 0; k < 4; k++) {
            int object = position_in(OBJECT, NORM[i][k]);
            needs[0][i][object]++;
            if (k < 3) needs[1][i][object]++;
        }
}

static void fill_start(int players) {
    memset(&start, 0, sizeof start);
    memcpy(start.near, near_of, sizeof near_of);
    start.unbuilt = everywhere;
    start.deck = (1u << STAGE_CARDS) - 1;
    start.task_deck = (1u << TASKS) - 1;
    for (int i = 0; i < players; i++) {
        Seat *s = &start.seat[i];
        s->cubes = 1 + IN_CONCRETE;
        s->store = 3, s->full = 3 * EACH, s->markers = MARKERS, s->rubble_price = 2;
        s->engineers = players == 5 ? 3 : 4;
    }
}

/* Plays games; writes the mean points and win share of each seat, and returns the mean number of moves. */
double play(int players, int variant, long games, uint64_t seed, double *points, double *wins) {
    static Game game;
    double moves = 0;
    (void)variant;
    word = seed * 0x9E3779B97F4A7C15ULL + 1;
    fill_map();
    fill_cards();
    fill_start(players);
    for (int i = 0; i < players; i++) points[i] = wins[i] = 0;
    for (long n = 0; n < games; n++) {
        int best = 0, winners = 0;
        play_game(&game, players);
        moves += game.moves;
        for (int i = 1; i < players; i++) {
            int more = game.seat[i].points - game.seat[best].points;
            if (more > 0 || (more == 0 && count(game.seat[i].built) > count(game.seat[best].built))) best = i;
        }
#define IS_BEST(i) \
    (game.seat[i].points == game.seat[best].points && count(game.seat[i].built) == count(game.seat[best].built))
        for (int i = 0; i < players; i++) winners += IS_BEST(i);
        for (int i = 0; i < players; i++) {
            points[i] += game.seat[i].points;
            if (IS_BEST(i)) wins[i] += 1.0 / winners;
        }
    }
    for (int i = 0; i < players; i++) points[i] /= (double)games, wins[i] /= (double)games;
    return moves / (double)games;
}
