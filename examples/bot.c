/* A bot for Metropolys in one file. In its folder: cc -O2 -o bot bot.c && urbanist check-bot ./bot

   For the bot, the worth of a site is the points of its token, plus 2 if the bot's own card shows its type.
   The bot opens with its highest building on the best site. It outbids with its lowest possible building
   if the worth of the best site is positive; otherwise it passes. */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SITES = 55, CENTRE = 15, SEATS = 4, HIGHEST = 13, LONGEST = 1 << 20 };

typedef uint64_t Set; /* a set of sites, one bit for each */

struct bid {
    int seat, value, site;
};

struct game {
    int seats, turn;      /* 0 seats: there is no game */
    int worth[SITES];     /* to this bot, in points */
    Set open;             /* sites of the game without a building */
    unsigned hand[SEATS]; /* bit v: the seat still has building v */

    /* The running auction. */
    int high;        /* the value to exceed */
    Set around;      /* sites next to the last bid */
    bool out[SEATS]; /* seats that have passed */
    int bids;
    struct bid bid[HIGHEST];
};

/* Paths of neighbouring sites; together they cross each border and each bridge of the board once. */
static const char WALKS[] =
    "C3C1C4C5 N2N1W1 N1N5C1N8N6N2N3N9N4E2E1C7N10N9E1E3E5E2 C13C14C11C6C5C10C4C3C2C8W8 W5C2 E9E8E10 "
    "W3W4W7W8S2S3S4S8S5S4C14C15S5E9E10S10S9S8S7S2S1 C11C10C9C8C13S2W10W7W6W9S6S7S3 E4E3E6E7E8E6C6C7 "
    "E7E5 N4N3N8 S9E9C15C11C12 W9W10W8W5W3W2W4 N7N6N5W3W1W2";

/* The types of C1 to W10: i(ndustry), p(ark), h(ousing), s(hopping), a(dministration). */
static const char TYPES[] = "ihsaipaphpsisahiaipphssahihshpaisappihsphaisasahiihpaps";

static Set near_to[SITES];

static Set bit(int site)
{
    return (Set)1 << site;
}

static char district(int site)
{
    return site < CENTRE ? 'C' : "NESW"[(site - CENTRE) / 10];
}

static int number(int site)
{
    return site < CENTRE ? site + 1 : (site - CENTRE) % 10 + 1;
}

/* Read a site at the start of the text and move the text behind it; return -1 if there is none. */
static int read_site(const char **text)
{
    char *end;
    for (int site = 0; site < SITES; site++) {
        if (**text == district(site) && strtol(*text + 1, &end, 10) == number(site)) {
            *text = end;
            return site;
        }
    }
    return -1;
}

static void draw_map(void)
{
    int from = -1;
    for (const char *text = WALKS; *text; text += *text == ' ') {
        int site = read_site(&text);
        if (from >= 0) {
            near_to[from] |= bit(site);
            near_to[site] |= bit(from);
        }
        from = *text == ' ' ? -1 : site;
    }
}

static void begin_auction(struct game *game, int seat)
{
    game->turn = seat;
    game->high = game->bids = 0;
    game->around = ~(Set)0;
    memset(game->out, false, sizeof game->out);
}

static bool can_bid(const struct game *game, int seat)
{
    return !game->out[seat] && game->hand[seat] >> (game->high + 1) && game->open & game->around;
}

/* Give the turn to the next seat that can outbid. If none can, the last bid wins, the others return. */
static void pass_turn(struct game *game)
{
    const struct bid *last = &game->bid[game->bids - 1];
    for (int step = 1; step < game->seats; step++) {
        int seat = (game->turn + step) % game->seats;
        if (seat != last->seat && can_bid(game, seat)) {
            game->turn = seat;
            return;
        }
    }
    for (const struct bid *lost = game->bid; lost < last; lost++) {
        game->hand[lost->seat] |= 1u << lost->value;
        game->open |= bit(lost->site);
    }
    begin_auction(game, last->seat);
}

/* Play one event; return false if it is illegal. */
static bool play(struct game *game, const char *event)
{
    int seat = game->turn;
    if (!strcmp(event, "pass") && game->bids) {
        game->out[seat] = true;
    } else {
        char *at;
        long value = strtol(event, &at, 10);
        const char *text = *at == '@' ? at + 1 : "";
        int site = read_site(&text);
        bool holds = value > game->high && value <= HIGHEST && game->hand[seat] >> value & 1;
        if (!holds || site < 0 || *text || !(game->open & game->around & bit(site)))
            return false;
        game->hand[seat] &= ~(1u << value);
        game->open &= ~bit(site);
        game->high = (int)value;
        game->around = near_to[site];
        game->bid[game->bids++] = (struct bid){seat, (int)value, site};
    }
    pass_turn(game);
    return true;
}

/* Return the rest of the deal line after a key. */
static const char *value_of(const char *deal, const char *key)
{
    const char *found = strstr(deal, key);
    return found ? found + strlen(key) : "";
}

static void add_worth(struct game *game, const char *sites, int points)
{
    for (int site; (site = read_site(&sites)) >= 0; sites += *sites == ',')
        game->worth[site] += points;
}

static struct game new_game(const char *deal)
{
    struct game game = {.seats = atoi(value_of(deal, "players=")), .turn = atoi(value_of(deal, "first="))};
    if (game.seats < 0 || game.seats > SEATS || game.turn < 0 || game.turn >= game.seats)
        return (struct game){.seats = 0};
    const char *districts = value_of(deal, "districts=");
    const char *card = strchr(value_of(deal, "cards="), '+'); /* only the bot's own card is not hidden */
    for (int site = 0; site < SITES; site++) {
        if (memchr(districts, district(site), strcspn(districts, " ")))
            game.open |= bit(site);
        game.worth[site] = card && card[1] == TYPES[site] ? 2 : 0;
    }
    add_worth(&game, value_of(deal, "trendy="), 3);
    add_worth(&game, value_of(deal, "metro="), 1);
    add_worth(&game, value_of(deal, "ruins="), -1);
    for (int seat = 0; seat < game.seats; seat++)
        game.hand[seat] = (2u << HIGHEST) - 2;
    begin_auction(&game, game.turn);
    return game;
}

/* Play the events after `moves`; after an illegal event there is no game. */
static void follow(struct game *game, char *position)
{
    char *moves = strstr(position, "moves ");
    for (char *event = moves ? strtok(moves + 6, " ") : NULL; event; event = strtok(NULL, " "))
        if (game->seats && !play(game, event))
            game->seats = 0;
}

static void choose(const struct game *game)
{
    Set sites = game->open & game->around;
    unsigned hand = game->seats ? game->hand[game->turn] >> (game->high + 1) << (game->high + 1) : 0;
    int best = -1, value = game->bids ? 1 : HIGHEST;
    for (int site = 0; site < SITES; site++)
        if (sites & bit(site) && (best < 0 || game->worth[site] > game->worth[best]))
            best = site;
    if (best < 0 || !hand) {
        puts("info string no position to choose in");
        return;
    }
    while (!(hand >> value & 1))
        value += game->bids ? 1 : -1;
    if (game->bids && game->worth[best] <= 0)
        puts("bestmove pass");
    else
        printf("bestmove %d@%c%d\n", value, district(best), number(best));
}

/* Read a line without its newline, at most LONGEST characters; return false at the end of the input. */
static bool read_line(char *line)
{
    int c, length = 0;
    while ((c = getchar()) != EOF && c != '\n')
        if (length < LONGEST)
            line[length++] = (char)c;
    line[length] = '\0';
    return c != EOF;
}

int main(void)
{
    static char line[LONGEST + 1];
    static struct game dealt, game;
    draw_map();
    while (read_line(line)) {
        char *rest = line + strcspn(line, " ");
        if (*rest)
            *rest++ = '\0';
        if (!strcmp(line, "quit"))
            break;
        if (!strcmp(line, "ugi"))
            puts("id name bot.c\nid author me\ngames metropolys\nugiok");
        else if (!strcmp(line, "isready"))
            puts("readyok");
        else if (!strcmp(line, "uginewgame"))
            dealt = game = new_game(rest);
        else if (!strcmp(line, "position")) {
            game = !strncmp(rest, "deal ", 5) ? new_game(rest) : dealt;
            follow(&game, rest);
        } else if (!strcmp(line, "go"))
            choose(&game);
        fflush(stdout);
    }
    return 0;
}
