"""Tests of records: they are written, read, replayed by the rules, and refused if they are wrong."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.engine.tables import PLAIN_TABLES, played
from tests.oracle.metropolys import Oracle
from urbanist.engine import GAMES, Game, NotationError
from urbanist.engine.history import History
from urbanist.engine.record import LONGEST_LINE, Record, find_game, read_lines

GAMES_FILE = Path(__file__).parents[1] / "oracle" / "data" / "games.jsonl"
LINES = GAMES_FILE.read_text(encoding="utf-8").splitlines()
LINE = LINES[0]
GOOD = Record.from_json(LINE)
PLIES = len(GOOD.events)


def whole_game(game: Game) -> Record:
    """Return the record of a random game with the first variant and the fewest players."""
    table = next(table for table in PLAIN_TABLES if table.game is game)
    states, events = played(table, 4)
    history = History.read(game, History.start(states[0]).deal, events)
    return Record.of(history, ("random",) * table.seats)


WHOLE = {name: whole_game(game) for name, game in GAMES.items()}


def spoilt(**changes: Any) -> str:
    """Return the good line with some keys changed; keys with the value `...` are left out."""
    changed = {**json.loads(LINE), **changes}
    return json.dumps({key: value for key, value in changed.items() if value is not ...})


def complaint(record: Record | str) -> str:
    """Return the message of the error for a wrong record."""
    with pytest.raises(NotationError) as refusal:
        (Record.from_json(record) if isinstance(record, str) else record).replay(GAMES)
    assert "\n" not in str(refusal.value)
    return str(refusal.value)


class TestGood:
    @pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
    def test_the_games_of_the_oracle_verify(self, line: str) -> None:
        record = Record.from_json(line)
        history = record.replay(GAMES)
        assert history.state.over
        assert history.state.scores() == record.scores
        assert history.state.ranks() == record.ranks

    @pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
    def test_a_line_is_written_as_it_was_read(self, line: str) -> None:
        assert json.loads(Record.from_json(line).to_json()) == json.loads(line)
        assert Record.from_json(Record.from_json(line).to_json()) == Record.from_json(line)

    def test_what_is_free_may_be_anything_json_can_say(self) -> None:
        meta = {"times": [0.5, None], "names": {"ł": "„ü”"}, "line": "one\ntwo", "yes": True}
        line = replace(GOOD, meta=meta, seats=("Zażółć", "a\u2028b")).to_json()
        assert "\n" not in line
        assert Record.from_json(line).meta == meta
        assert Record.from_json(line).seats == ("Zażółć", "a\u2028b")

    @pytest.mark.parametrize("meta", [..., None, [], 5])
    def test_without_meta_there_is_none(self, meta: Any) -> None:
        assert Record.from_json(spoilt(meta=meta)).meta == {}

    @pytest.mark.parametrize("reason", ["illegal", "time", "crash", "protocol"])
    @pytest.mark.parametrize("seat", [0, 1])
    def test_a_forfeit_may_end_a_game_anywhere(self, seat: int, reason: str) -> None:
        record = replace(
            GOOD, events=GOOD.events[:7], scores=None, ranks=None, ended=f"forfeit {seat} {reason}"
        )
        assert Record.from_json(record.to_json()).replay(GAMES).state.ply == 7

    def test_a_forfeit_ranks_its_seat_last_whatever_the_points(self) -> None:
        record = replace(GOOD, events=GOOD.events[:7], scores=(0, 0), ranks=(2, 1), ended="forfeit 0 time")
        assert record.replay(GAMES).state.ply == 7

    @pytest.mark.parametrize("plies", [0, 1, PLIES - 1])
    def test_an_aborted_game_has_no_scores(self, plies: int) -> None:
        record = replace(GOOD, events=GOOD.events[:plies], scores=None, ranks=None, ended="aborted")
        assert Record.from_json(record.to_json()).replay(GAMES).state.ply == plies

    def test_an_aborted_game_may_have_the_scores_as_they_stood(self) -> None:
        oracle = Oracle(GOOD.deal)
        for event in GOOD.events[:30]:
            oracle.play(event)
        scores, ranks = tuple(oracle.scores()), tuple(oracle.ranks())
        record = replace(GOOD, events=GOOD.events[:30], scores=scores, ranks=ranks, ended="aborted")
        assert record.replay(GAMES).state.ply == 30
        assert "scores [99, 0], by the rules" in complaint(replace(record, scores=(99, 0)))


class TestRules:
    def test_an_illegal_move_is_named_with_its_event(self) -> None:
        events = [*GOOD.events[:3], "1@C1", *GOOD.events[4:]]
        assert complaint(spoilt(events=events)).startswith("event 4: '1@C1' is not legal for seat ")
        assert "legal: " in complaint(spoilt(events=events))

    def test_what_is_no_move_is_named_with_its_event(self) -> None:
        events = [*GOOD.events[:4], "1@Q1", *GOOD.events[5:]]
        assert complaint(spoilt(events=events)).startswith(
            "event 5: '1@Q1' is not a move of metropolys: expected "
        )

    def test_a_move_after_the_end_is_named_with_its_event(self) -> None:
        said = complaint(spoilt(events=[*GOOD.events, "pass"]))
        assert said == f"event {PLIES + 1}: 'pass' cannot be played: the game is over"

    def test_a_wrong_score_is_named_with_the_last_event(self) -> None:
        assert complaint(spoilt(scores=[18, 27])) == f"event {PLIES}: scores [18, 27], by the rules [18, 26]"
        assert complaint(spoilt(scores=[18])) == f"event {PLIES}: scores [18], by the rules [18, 26]"
        assert complaint(spoilt(scores=None)) == f"event {PLIES}: scores none, by the rules [18, 26]"

    def test_a_wrong_rank_is_named_with_the_last_event(self) -> None:
        assert complaint(spoilt(ranks=[1, 2])) == f"event {PLIES}: ranks [1, 2], by the rules [2, 1]"
        assert complaint(spoilt(ranks=None)) == f"event {PLIES}: ranks none, by the rules [2, 1]"

    def test_a_game_that_is_not_over_was_not_played_out(self) -> None:
        said = complaint(spoilt(events=list(GOOD.events[:-1])))
        assert said == f"ended 'played out' after event {PLIES - 1}, but the game is not over"

    def test_a_wrong_deal_is_refused_as_such(self) -> None:
        assert "first=7" in complaint(spoilt(deal=GOOD.deal.replace("first=0", "first=7")))
        games = " or ".join(f"game={name}" for name in sorted(GAMES))
        assert complaint(spoilt(deal="game=chess")) == f"deal token 'game=chess': expected {games}"
        assert complaint(spoilt(deal="")) == f"deal token '': expected {games}"
        assert len(complaint(spoilt(deal="x" * 10_000))) < 200

    def test_seats_are_as_many_as_players(self) -> None:
        assert complaint(spoilt(seats=["one"])) == "1 seats are named for 2 players"

    @pytest.mark.parametrize(
        "ended",
        [
            "",
            "over",
            "played out ",
            "Played out",
            "forfeit",
            "forfeit 0",
            "forfeit 2 time",
            "forfeit -1 time",
            "forfeit 0 bored",
            "forfeit 0 time late",
            "forfeit  0 time",
            "aborted 0",
        ],
    )
    def test_a_game_ends_in_one_of_the_ways_there_are(self, ended: str) -> None:
        said = complaint(spoilt(ended=ended))
        assert said == (
            f"ended '{ended}': expected 'played out', 'aborted' or 'forfeit SEAT illegal|time|crash|protocol'"
        )

    def test_a_game_is_found_by_the_deal(self) -> None:
        assert find_game(GOOD.deal, GAMES) is GAMES["metropolys"]
        games = " or ".join(f"game={name}" for name in sorted(GAMES))
        with pytest.raises(NotationError, match=f"expected {games}"):
            find_game("metropolys", GAMES)


class TestNothingHidden:
    @pytest.mark.parametrize("name", WHOLE)
    def test_a_deal_or_events_as_others_see_them_are_refused(self, name: str) -> None:
        record = WHOLE[name]
        view = record.replay(GAMES).seen_by(None)
        token = next((token for token in view.deal.split() if "?" in token), None)
        if token is not None:
            said = complaint(replace(record, deal=view.deal))
            assert said == f"'{token}' is masked: a record has everything in full, without '?'"
        masked = [number for number, event in enumerate(view.texts) if "?" in event]
        for number in masked:
            events = (*record.events[:number], str(view.events[number]), *record.events[number + 1 :])
            assert complaint(replace(record, events=events)) == (
                f"event {number + 1}: '{view.events[number]}' is masked: "
                "a record has everything in full, without '?'"
            )

    def test_the_games_that_are_tried_mask_deals_moves_and_draws(self) -> None:
        views = [record.replay(GAMES).seen_by(None) for record in WHOLE.values()]
        assert any("?" in view.deal for view in views)
        masked = {event[0] == "!" for view in views for event in view.texts if "?" in event}
        assert masked == {True, False}

    def test_an_earlier_mistake_is_named_first(self) -> None:
        events = ["1@Q1", "!?2", *GOOD.events[2:]]
        assert complaint(spoilt(events=events)).startswith("event 1: '1@Q1' is not a move of metropolys")


class TestForm:
    @pytest.mark.parametrize(
        ("key", "said"),
        [
            ("scors", "did you mean 'scores'?"),
            ("Deal", "did you mean 'deal'?"),
            ("", "there are format, deal, seats, events, scores, ranks, ended, meta"),
            ("comment", "there are format, deal, seats, events, scores, ranks, ended, meta"),
        ],
    )
    def test_an_unknown_field_is_named(self, key: str, said: str) -> None:
        assert complaint(spoilt(**{key: 1})) == f"unknown field '{key}'; {said}"

    @pytest.mark.parametrize("end", [0, 1, 2, 100, len(LINE) // 2, len(LINE) - 1])
    def test_a_line_cut_off_is_no_json(self, end: int) -> None:
        assert complaint(LINE[:end]).startswith("not a line of JSON: ")

    @pytest.mark.parametrize("text", ["{} {}", "{'format': 1}", "format", "\x00", '{"format":}', "1" * 5000])
    def test_what_is_no_json_is_refused(self, text: str) -> None:
        assert complaint(text).startswith("not a line of JSON: ")

    @pytest.mark.parametrize("opening", ["[", '{"a":'])
    def test_deep_nesting_is_refused_and_does_no_harm(self, opening: str) -> None:
        assert complaint(opening * 100_000).startswith("not a line of JSON: ")

    def test_half_of_a_character_is_refused(self) -> None:
        assert Record.from_json(LINE.replace("ended", r"\u0065nded")) == Record.from_json(LINE)
        for half in ("\\ud800", "\udcff"):
            torn = LINE.replace('"meta":{', f'"meta":{{"by":"{half}",', 1)
            assert complaint(torn).startswith("not a line of JSON: ")

    @pytest.mark.parametrize(
        "text", ["null", "1", "[]", "{}", '"record"', '{"format":"urbanist-record/2"}', '{"format":[]}']
    )
    def test_json_that_is_no_record_is_refused(self, text: str) -> None:
        assert complaint(text) == 'expected an object with "format":"urbanist-record/1"'

    @pytest.mark.parametrize("key", ["deal", "ended"])
    @pytest.mark.parametrize("value", [..., None, 1, [], {}])
    def test_texts_are_texts(self, key: str, value: Any) -> None:
        assert complaint(spoilt(**{key: value})) == f'"{key}" is missing or not of the form "..."'

    @pytest.mark.parametrize("key", ["seats", "events"])
    @pytest.mark.parametrize("value", [..., None, "7@N3", {}, [1], ["7@N3", None], [["7@N3"]]])
    def test_lists_of_texts_are_lists_of_texts(self, key: str, value: Any) -> None:
        assert complaint(spoilt(**{key: value})) == f'"{key}" is missing or not of the form ["...", ...]'

    @pytest.mark.parametrize("key", ["scores", "ranks"])
    @pytest.mark.parametrize("value", ["18", 18, {}, [18.0, 26.0], ["18", "26"], [True, False], [None, None]])
    def test_lists_of_numbers_are_lists_of_whole_numbers(self, key: str, value: Any) -> None:
        assert complaint(spoilt(**{key: value})) == f'"{key}" is missing or not of the form [1, 2, ...]'


class TestFiles:
    def test_lines_are_numbered_and_empty_ones_left_out(self, tmp_path: Path) -> None:
        path = tmp_path / "games.jsonl"
        path.write_bytes(f"{LINE}\n\n  \r\n{LINES[1]}\r\n{LINES[2]}".encode())
        assert list(read_lines(path)) == [(1, LINE), (4, LINES[1]), (5, LINES[2])]

    def test_an_empty_file_has_no_lines(self, tmp_path: Path) -> None:
        path = tmp_path / "games.jsonl"
        path.touch()
        assert list(read_lines(path)) == []

    def test_a_line_too_long_is_refused_by_number(self, tmp_path: Path) -> None:
        path = tmp_path / "games.jsonl"
        path.write_text(f"{LINE}\n{'x' * LONGEST_LINE}y\n")
        with pytest.raises(NotationError, match=rf"games\.jsonl:2: too long: at most {LONGEST_LINE} bytes"):
            list(read_lines(path))

    def test_the_longest_line_is_read(self, tmp_path: Path) -> None:
        path = tmp_path / "games.jsonl"
        path.write_text("x" * (LONGEST_LINE - 1) + "\n" + LINE)
        assert [number for number, _ in read_lines(path)] == [1, 2]

    def test_what_is_no_utf8_is_refused_by_number_and_byte(self, tmp_path: Path) -> None:
        path = tmp_path / "games.jsonl"
        path.write_bytes(LINE.encode() + b"\nab\xff\n")
        with pytest.raises(
            NotationError, match=r"games\.jsonl:2: not UTF-8 at byte 2: expected a file of text"
        ):
            list(read_lines(path))
