"""The tables of the kernel: the map, filled once, and a slot for each edition of the process."""

from libc.string cimport memset
from urbanist.cext.cells64 cimport Cells, only

from urbanist.engine.warszawa import edition as form
from urbanist.engine.warszawa import geography


cdef void put(uint64_t* words, int bit):
    words[bit >> 6] |= <uint64_t>1 << (bit & 63)


cdef int fill_map() except -1:
    cdef int cell, side, river, corner, other, i
    memset(&world, 0, sizeof(world))
    memset(world.at_river, NONE, sizeof(world.at_river))
    memset(world.tunnels, NONE, sizeof(world.tunnels))
    world.everywhere = only(HEXES) - 1
    for cell, hexagon in enumerate(geography.HEXES):
        world.urban |= only(cell) if hexagon in geography.URBAN else 0
        world.right_bank |= only(cell) if hexagon in geography.RIGHT_BANK else 0
    for side, border in enumerate(geography.METRO_SIDES):
        cell, other = border.cells
        world.near[cell] |= only(other)
        world.near[other] |= only(cell)
        world.along[side] = only(cell) | only(other)
        put(world.sides[cell], side)
        put(world.sides[other], side)
        put(world.open_sides[0], side)
        if not world.right_bank & only(cell):
            put(world.open_sides[1], side)
        for i in range(2):
            corner = geography.CORNERS[border.corners[i]]
            world.corners[side][i] = corner
            put(world.around[corner], side)
            if corner in geography.RIVER_CORNERS:
                world.at_river[side] = corner
    for river, border in enumerate(geography.RIVER_SIDES):
        for i in range(2):
            cell = border.cells[i]
            world.banks[river][i] = cell
            world.rivers[cell] |= 1 << river
            world.river_ends[river][i] = geography.CORNERS[border.corners[i]]
    for corner, tunnels in geography.TUNNELS.items():
        for i, (river, _) in enumerate(sorted(tunnels)):
            world.tunnels[corner][i] = river
    for side in range(METRO_SIDES):
        corner = world.at_river[side]
        if corner != NONE and world.tunnels[corner][1] != NONE:
            put(world.twice, side)
    return 0


def fill(int slot, edition, numbers):
    """Fill a slot with an edition; `numbers` has the number of each card id, and cards are indexed in this order."""
    cdef Printed* p = &printed[slot]
    cdef int stage, i, players
    memset(p, 0, sizeof(Printed))
    memset(p.card_of, NONE, sizeof(p.card_of))
    fill_limits(&p.limits, edition)
    sites = {card.site for card in edition.cards if card.site is not None}
    for stage in range(2):
        cards = sorted(edition.stage_cards(stage + 1), key=lambda card: numbers[card.id])
        p.stage_cards[stage] = len(cards)
        for i, card in enumerate(cards):
            p.cards[stage] |= only(i)
            fill_card(p, stage * STAGE_CARDS + i, card, numbers[card.id], sites if stage == 0 else set())
        tasks = edition.stage_tasks(stage + 1)
        p.stage_tasks[stage] = len(tasks)
        for i, task in enumerate(tasks):
            build = (*form.TYPES, *form.STYLES).index(task.build)
            p.task[stage][i] = Task(build, form.TYPES.index(task.beside), task.points)
    p.norms = len(edition.norms)
    for i, norm in enumerate(edition.norms):
        p.norm[i] = int(norm.id[1:])
        for place, name in enumerate(norm.objects):
            p.needs[0][p.norm[i]][form.OBJECTS.index(name)] += 1
            p.needs[1][p.norm[i]][form.OBJECTS.index(name)] += place < 3
    for players, fields in edition.boards.items():
        fill_board(&p.board[players], fields)
    for i, name in enumerate(edition.neutral):
        p.neutral[i] = form.TYPES.index(name)


cdef int fill_limits(Limits* limits, edition) except -1:
    cdef int players, stage
    asked, start = edition.limits, edition.start
    limits.buildings, limits.markers = asked.buildings, asked.metro_markers
    limits.bridges, limits.tasks_open, limits.start_cards = asked.bridges, asked.tasks_open, asked.start_cards
    limits.cubes[FUND], limits.cubes[CONCRETE], limits.cubes[RUBBLE] = start.fund, start.concrete, start.rubble
    for stage in range(2):
        limits.rounds[0][stage] = edition.rounds.none[stage]
        limits.rounds[1][stage] = edition.rounds.rounds7[stage]
    for players in range(3, 6):
        limits.engineers[players] = edition.engineers.of(players)
    return 0


cdef int fill_card(Printed* p, int index, card, int number, sites) except -1:
    cdef Cells fits = 0
    cdef int cell
    for cell, hexagon in enumerate(geography.HEXES):
        if card.site is not None:
            fits |= only(cell) if hexagon == card.site else 0
        elif hexagon not in sites and card.zone in ("any", "urban" if hexagon in geography.URBAN else "suburban"):
            fits |= only(cell)
    p.card[index] = Card(fits, card.points, form.TYPES.index(card.type), form.FUNCTIONS.index(card.function), number)
    p.card_of[number] = index
    return 0


cdef int fill_board(Board* board, fields) except -1:
    cdef int i, number
    board.fields = len(fields)
    for field in fields:
        number = field.id
        board.numbers |= 1 << number
        board.unlimited |= (1 << number) if field.unlimited else 0
        board.bartering |= (1 << number) if field.effect.barter else 0
        for i, name in enumerate(form.EFFECTS):
            board.gives[number][i] = getattr(field.effect, name)
            board.cubes[number] |= board.gives[number][i] << 8 * i if i < CUBES else 0
    return 0


fill_map()
