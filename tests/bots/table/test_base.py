"""The table of a game that has none of its own."""

import pytest

from tests.bots.table.playing import PLAYERS, city_game, played
from urbanist.bots.table import PlainTable, RankingTable, Sight, Table, table_of
from urbanist.engine import NotationError

TABLE: Table = PlainTable()


def test_a_game_without_a_table_of_its_own_has_the_plain_one():
    assert isinstance(table_of("chess"), PlainTable)


def test_the_plain_table_reads_moves_in_notation_and_names_what_is_wrong():
    state = played(0).state
    assert TABLE.read(" 7@N3 ", state) == "7@N3"
    for wrong in ("7 n3", "pass"):
        with pytest.raises(NotationError, match=wrong):
            TABLE.read(wrong, state)


def test_the_plain_table_shows_the_others_cards_only_when_revealed():
    history = played(30)
    cards = history.deal.rpartition("=")[2].split(",")
    shown = TABLE.plain(Sight.of(history, 1, PLAYERS))
    assert [card in shown for card in cards] == [False, True, False, False]
    revealed = TABLE.plain(Sight.of(history, 1, PLAYERS, revealed=True))
    assert all(card in revealed for card in cards)


def test_the_plain_table_tells_who_did_what():
    history = played(1)
    sight = Sight.of(history, None, PLAYERS)
    assert TABLE.tell(sight, 0) == f"{sight.name(history.states[0].to_move)}: {history.events[0]}"


def test_the_plain_table_tells_what_was_drawn():
    history = city_game(12)
    ply = next(ply for ply, state in enumerate(history.states) if state.due)
    assert TABLE.tell(Sight.of(history, None, PLAYERS[:2]), ply) == f"drawn: {history.events[ply]}"


def test_only_tables_of_very_many_moves_rank_them():
    assert isinstance(table_of("akropolis"), RankingTable)
    assert isinstance(table_of("warszawa"), RankingTable)
    assert not isinstance(table_of("metropolys"), RankingTable)
    assert not isinstance(TABLE, RankingTable)
