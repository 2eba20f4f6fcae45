"""Pictures of all games: files, the same bytes, and nothing that points nowhere."""

import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.bots.table.drawing import NAMES, drawn, part, symbol, texts
from tests.bots.table.playing import somewhat_greedy
from urbanist.bots.table import PlayerView, draw_picture, write_picture
from urbanist.bots.table.kit.picture.image import png, svg
from urbanist.bots.table.kit.picture.viewport import drawn_symbols
from urbanist.engine import GAMES
from urbanist.engine.history import History

#: How far a game was played, the place of its seats in the list of their numbers, and who looks.
MOMENTS = {"start": (0, -1, None), "middle": (45, 0, 1), "late": (70, -1, None), "end": (10_000, 0, 0)}


def reached(game: str, moment: str) -> tuple[History, int | None]:
    """Return a game at a moment, and who looks at it."""
    plies, seats, looker = MOMENTS[moment]
    return somewhat_greedy(game, plies, 3, GAMES[game].notation.seat_counts[seats], (), 0.5), looker


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_each_id_is_unique_and_each_used_symbol_is_defined_once(game: str, moment: str) -> None:
    drawing = drawn(*reached(game, moment))
    ids = [one.attrib["id"] for one in drawing.iter() if "id" in one.attrib]
    assert len(ids) == len(set(ids))
    used = {one.attrib["href"].removeprefix("#") for one in drawing.iter("use")}
    assert used == {one.attrib["id"] for one in drawing.iter("symbol")}
    assert all(re.fullmatch(r"[A-Za-z][-\w]*", name) for name in ids)


def corners(path: str) -> Iterator[tuple[float, float]]:
    """Yield the corners of a path of absolute moves and relative lines."""
    for ring in re.findall("M[^M]*", path):
        steps = [float(number) for number in re.findall(r"-?(?:\d+\.\d+|\d+|\.\d+)", ring)]
        yield from zip(accumulate(steps[::2]), accumulate(steps[1::2]), strict=True)


@pytest.mark.parametrize("game", ["akropolis", "warszawa"])
def test_drawn_signs_stay_within_their_frame(game: str) -> None:
    signs = drawn_symbols(f"urbanist.bots.table.{game}.picture")
    spots = {
        name: list(corners(sign[0].attrib["d"])) for name, sign in signs.items() if name.startswith("sign-")
    }
    assert len(spots) >= 6
    for name, placed in spots.items():
        assert max(abs(value) for spot in placed for value in spot) <= 0.561, name


def test_the_same_position_gives_the_same_bytes_in_every_process() -> None:
    def pictures() -> str:
        return "\n".join(svg(drawn(*reached(game, "late"))) for game in sorted(GAMES))

    first = pictures()
    program = (
        "import sys; from tests.bots.table.drawing import drawn; from tests.bots.table.test_picture import reached;"
        "from urbanist.bots.table.kit.picture.image import svg; sys.stdout.reconfigure(encoding='utf-8');"
        f"print(*(svg(drawn(*reached(game, 'late'))) for game in {sorted(GAMES)}), sep='\\n', end='')"
    )
    again = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert again.stdout.decode() == first == pictures()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_picture_is_an_svg_or_a_png_of_the_sheet(game: str, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    history, _ = reached(game, "start")
    pov = PlayerView.of(history, None, NAMES[: history.state.seats])
    write_picture(pov, tmp_path / "a.svg")
    root = ElementTree.fromstring((tmp_path / "a.svg").read_bytes())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    size = (int(root.attrib["width"]), int(root.attrib["height"]))
    assert min(size) >= 900
    write_picture(pov, tmp_path / "b.PNG")
    data = (tmp_path / "b.PNG").read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) == size


def test_a_png_is_written_in_our_own_fonts_and_gives_the_same_bytes() -> None:
    pytest.importorskip("resvg_py")
    history, _ = reached("akropolis", "start")
    picture = png(drawn(history))
    assert picture == png(drawn(history))
    assert picture != png(drawn(history, names=("Ewa", *NAMES[1:])))


def test_other_formats_are_refused_by_name(tmp_path: Path) -> None:
    history, _ = reached("akropolis", "start")
    with pytest.raises(ValueError, match=r"\.svg or \.png file, not 'board\.gif'"):
        write_picture(PlayerView.of(history, None, NAMES[: history.state.seats]), tmp_path / "board.gif")


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_card_shows_the_player_the_points_and_whose_turn_it_is(game: str, moment: str) -> None:
    history, looker = reached(game, moment)
    pov = PlayerView.of(history, looker, NAMES[: history.state.seats], revealed=looker is None)
    drawing, state = draw_picture(pov), pov.state
    shown = range(state.seats) if looker is None or game != "akropolis" else [looker]
    for seat in shown:
        said = texts(drawing, part(drawing, f"card-{seat}"))
        assert str(state.scores()[seat]) in said
        name = NAMES[seat] or f"seat {seat}"
        assert any(text == name or (text.endswith("…") and name.startswith(text[:-1])) for text in said)
        moving = not state.over and not state.due and state.to_move == seat
        assert ("to move" in said) == moving
        title = part(drawing, f"card-{seat}").findtext("title") or ""
        assert f"{state.scores()[seat]} point" in title
        assert title.endswith("to move") == moving


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_winner_has_a_star(game: str) -> None:
    history, _ = reached(game, "end")
    drawing = drawn(history)
    stars = [
        seat
        for seat in range(history.state.seats)
        if any(one.text == "winner" for one in part(drawing, f"card-{seat}").iter("title"))
    ]
    assert stars == [seat for seat, rank in enumerate(history.state.ranks()) if rank == 1]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_dark_ground_recolours_the_paper_and_its_texts_alone(game: str) -> None:
    history, _ = reached(game, "late")
    drawing = drawn(history)
    light, dark = (drawing.findtext("style") or "").split("@media (prefers-color-scheme:dark)")
    classes = set(re.findall(r"\.([a-z]+)\{", dark))
    assert classes == {name for name in re.findall(r"\.([a-z]+)\{", light) if name != "bold"}
    board = {
        name
        for one in drawing.iter()
        if {"hex", "neighbourhood", "building", "tile"} & {*one.get("class", "").split()}
        for inner in one.iter()
        for name in inner.get("class", "").split()
    }
    assert game == "akropolis" or not board & classes
    assert all("class" not in symbol(drawing, use).attrib for use in drawing.iter("use"))
