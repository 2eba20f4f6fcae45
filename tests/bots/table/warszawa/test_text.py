"""Warszawa in words: typed moves, wrong moves, lists by conditions, and every event."""

import re
from io import StringIO

import pytest
from rich.console import Console

from tests.bots.table.playing import rebuilt
from urbanist.bots.table import PlayerView, table_of
from urbanist.bots.table.kit.wording import listed
from urbanist.bots.table.session.hidden import why
from urbanist.bots.table.warszawa.model.city import card_named, edition_of
from urbanist.bots.table.warszawa.text.facts import subject_tip
from urbanist.bots.table.warszawa.text.phrases import card_title, effect, several, task_name
from urbanist.engine import GAMES, NotationError
from urbanist.engine.history import History
from urbanist.engine.warszawa.edition import Effect

TABLE = table_of("warszawa")
MOVE = GAMES["warszawa"].notation.move
PLAYERS = ("human", "drawn", "drawn", "drawn", "drawn")
DEAL = (
    "game=warszawa variant=advanced players=4 options=none data=house first=0 neutral=none tasks=t01,t02,t03 "
    "norms=n01+n02,n03+n04,n05+n06,n07+n08 hands=fso+zeran,dsp+mdm,muranow+kolo,srednica+mokotow"
)
NORMS = ("norm@n01", "norm@n03", "norm@n05", "norm@n07")
#: Every seat has laid a foundation, and realisation begins.
PLANNED = (
    *NORMS,
    *("fso@-3,0", "send@8:fc", "kolo@3,0", "srednica@0,-3"),
    *("send@4", "send@5", "send@1", "send@2"),
    *("pass", "pass", "pass", "pass"),
)


def game(*events: str) -> History:
    return History.read(GAMES["warszawa"], DEAL, events)


def seen(history: History, seat: int | None = 0) -> PlayerView:
    return PlayerView.of(history, seat, PLAYERS[: history.state.seats])


@pytest.mark.parametrize(
    ("events", "text", "said"),
    [
        (NORMS, "foo", "'foo' is not a move of warszawa: expected one such as send@4"),
        (NORMS, "\x1b[31m7", "is not a move of warszawa"),
        (NORMS, "send@" + "9" * 500, "is not a field such as 4"),
        (NORMS, "send@12", "the board has fields 1 to 10"),
        (NORMS, "send@8:rf", "barter needs a cube to give"),
        (NORMS, "clear@0,0", "the seat has no hex to clear now"),
        (NORMS, "fso@9,9", "'9,9' is not a hex"),
        (NORMS, "fso@0,0", "rubble lies there"),
        (
            NORMS,
            "mdm@0,0",
            "card Marszałkowska Dzielnica Mieszkaniowa is not in hand: Fabryka .* and Elektrociepłownia Żerań",
        ),
        (NORMS, "use@fso", "the seat has no building Fabryka Samochodów Osobowych"),
        (NORMS, "build@-3,0/c", "this move belongs to realisation, the phase is planning"),
        (
            (),
            "norm@n07",
            "norm@n07 is not legal: the norm for residential, .* or the norm for residential, .*",
        ),
        ((), "send@4", "the seat must choose a norm first"),
        (PLANNED, "send@4", "this move belongs to planning, the phase is realisation"),
        (PLANNED, "build@0,1/c", "the seat has no foundation on 0,1"),
        (PLANNED, "build@-3,0/r", "it costs 2 rubble, which the seat does not have"),
        (PLANNED, "bridge@1,0/0/cr", "it costs 1 rubble"),
        (PLANNED, "metro@1,0/0", "is not a side between two hexes of one bank"),
    ],
)
def test_a_wrong_move_is_answered_in_one_line_that_names_the_rule(events, text, said):
    with pytest.raises(NotationError, match=said) as caught:
        TABLE.read_move(text, game(*events).state)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) <= 180


def test_a_move_after_the_end_is_refused_with_the_reason():
    with pytest.raises(NotationError, match="the game is over"):
        TABLE.read_move("send@4", rebuilt(10_000).state)
    assert TABLE.list_moves(rebuilt(10_000).state) == "none: the game is over"


@pytest.mark.parametrize("plies", range(0, 140, 9))
def test_the_moves_listed_are_the_legal_ones_and_each_can_be_read_and_explained(plies):
    state = rebuilt(plies, 3, 4).state
    if state.due or state.over:
        return
    listed = re.findall(r"\S+@\S+|^(?:pass|done)$", TABLE.list_moves(state), re.MULTILINE)
    assert sorted(listed) == sorted(map(str, state.legal()))
    for move in state.legal():
        assert TABLE.read_move(str(move), state) == move
        said = TABLE.explain(state, move)
        assert said
        assert said.isprintable()
        assert "none" not in said.split(", ")


def told(*events: str, seat: int | None = 0) -> str:
    pov = seen(game(*events), seat)
    return TABLE.narrate(pov, len(events) - 1)


@pytest.mark.parametrize(
    ("events", "said"),
    [
        (NORMS[:1], "seat 0 (human) keeps the norm for residential, service, transport and metro"),
        (NORMS[:2], "seat 1 (drawn) keeps one of two norms, unseen"),
        (NORMS, "seat 3 (drawn) keeps one of two norms, unseen; planning begins with seat 0 (human)"),
        ((*NORMS, "send@4"), "seat 0 (human) sends an engineer to State loan (field 4), takes 2 funds"),
        (
            (*NORMS, "send@8:fc"),
            "seat 0 (human) sends an engineer to Barter (field 8), gives 1 fund, takes 2 concrete",
        ),
        ((*NORMS, "send@6"), "seat 0 (human) sends an engineer to Rubble crew (field 6)"),
        ((*NORMS, "send@6", "clear@0,0"), "seat 0 (human) clears 0,0, takes its rubble"),
        (
            (*NORMS, "send@9"),
            "seat 0 (human) sends an engineer to Chief architect (field 9), takes the marker for the next round",
        ),
        ((*NORMS, "send@7", "!cdt"), "seat 0 (human) draws Centralny Dom Towarowy"),
        ((*NORMS, "pass"), "seat 0 (human) ends planning for this round"),
        (
            (*NORMS, "fso@-3,0"),
            (
                "seat 0 (human) lays a foundation on -3,0: Fabryka Samochodów Osobowych, industrial, 2 points, "
                "suburban only, once a second placement"
            ),
        ),
        (PLANNED, "seat 3 (drawn) ends planning for this round; realisation begins with seat 0 (human)"),
        (
            (*PLANNED, "build@-3,0/c"),
            (
                "seat 0 (human) builds Fabryka Samochodów Osobowych on -3,0 for 1 fund and 1 concrete, +8 points "
                "(buildings +2; tasks and industry +3; neighbours +3)"
            ),
        ),
        (
            (*PLANNED, "metro@1,-1/1:1,-1/0"),
            (
                "seat 0 (human) digs a metro segment on 1,-1/1 between 1,-1 and 1,0, "
                "with the tunnel on 1,-1/0 between 1,-1 and 2,-1, +1 point (metro segments +1)"
            ),
        ),
        ((*PLANNED, "done"), "seat 0 (human) ends building for this round"),
    ],
)
def test_each_event_is_described_in_a_sentence(events, said):
    assert told(*events) == said


def test_draws_of_others_are_described_by_their_number():
    events = (*NORMS, "send@7", "!cdt")
    assert told(*events, seat=1) == "seat 0 (human) draws 1 card unseen"
    assert told(*events, seat=None) == "seat 0 (human) draws 1 card unseen"


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_event_of_whole_games_is_described_for_every_viewer(seats):
    for seed in (1, 2):
        history = rebuilt(10_000, seed, seats)
        for seat in (None, 0, seats - 1):
            pov = PlayerView.of(history.until(len(history.events) - 1), seat, PLAYERS[:seats])
            lines = [TABLE.narrate(pov, ply) for ply in range(len(pov.view.events))]
            assert all(line.isprintable() and line for line in lines)
            assert not any("0 cards" in line for line in lines)
        assert sum("stage I is over, all hands are discarded" in line for line in lines) == 1
        assert TABLE.narrate(PlayerView.of(history, 0, PLAYERS[:seats]), len(history.events) - 1).endswith(
            "the game is over"
        )
        assert any(line.startswith("new urban task") for line in lines)


@pytest.mark.parametrize(
    ("events", "move", "said"),
    [
        (
            (),
            "norm@n01",
            "3 for each set of residential, service, transport and metro, no card in hand would count",
        ),
        (
            (),
            "norm@n02",
            (
                "3 for each set of residential, cultural, industrial and metro, "
                "Fabryka Samochodów Osobowych and Elektrociepłownia Żerań in hand would count"
            ),
        ),
        (NORMS, "send@4", "2 funds"),
        (NORMS, "send@7", "2 cards, may draw 1 card"),
        (NORMS, "send@8:fc", "barter 1 cube for 2"),
        (NORMS, "pass", "plans nothing more in this round"),
        ((*NORMS, "send@6"), "clear@0,0", "takes 1 rubble"),
        (
            NORMS,
            "fso@-3,0",
            (
                "industrial, once a second placement, built now +8 points "
                "(buildings +2; tasks and industry +3; neighbours +3)"
            ),
        ),
        (PLANNED, "metro@0,0/2", "between 0,0 and -1,1, +1 point (metro segments +1)"),
        (PLANNED, "done", "builds nothing more in this round"),
    ],
)
def test_a_reason_says_what_a_move_brings(events, move, said):
    assert TABLE.explain(game(*events).state, MOVE(move)) == said


def test_what_may_be_hidden_is_told_by_what_stands_on_it():
    history = game(*NORMS)
    console = Console(width=100, file=StringIO())
    console.print(why(history, seen(history), TABLE))
    said = console.file.getvalue()  # type: ignore[attr-defined]
    assert "residential, service, transport and metro" in said
    assert "no move told anything about it" in said
    assert not re.search(r"\b[nt]\d\d\b", said)


def test_cards_and_tasks_to_come_are_listed_without_the_seen_ones():
    said = TABLE.describe_unknown(seen(game(*NORMS)))
    assert "the order of 22 cards in the deck of stage I" in said
    state = game(*NORMS).state
    for card in ("fso", "zeran"):
        assert card_title(card_named(state, card)) not in said
    for card in ("dsp", "mdm", "kolo"):
        named = card_named(state, card)
        assert f"{card_title(named)} ({named.type}, {named.points})" in said
    tasks = {task.id: task_name(task) for task in edition_of(state).tasks}
    assert not any(tasks[task] in said for task in ("t01", "t02", "t03"))
    assert tasks["t04"] in said
    assert not re.search(r"\b[nt]\d\d\b", said)
    assert TABLE.describe_unknown(seen(rebuilt(10_000))).startswith("nothing is to come")


def test_words_are_joined_as_in_a_sentence():
    assert [listed(items) for items in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "none",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert [several(n, "hex") for n in (0, 1, 2)] == ["0 hexes", "1 hex", "2 hexes"]
    assert several(2, "concrete") == "2 concrete"
    assert effect(Effect(fund=1, clear=2, card=1, marker=1)) == "1 fund, 1 card, the marker and clear 2 hexes"


def test_a_norm_is_explained_to_its_holder_while_another_seat_is_to_move() -> None:
    said = subject_tip(seen(game("norm@n02")), "norm n02")
    assert said.startswith("Norm for residential, cultural, industrial and metro: ")
