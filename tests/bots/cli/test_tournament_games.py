"""`urbanist tournament --games`: a page of each game, linked from the page of standings."""

import re
from pathlib import Path
from urllib.parse import unquote

from tests.bots.cli.using import call, good, refused
from tests.bots.contest.plans import TWO, written
from tests.bots.html_reader import read


def links_of(page: Path) -> list[Path]:
    """Return the files that a page links, in order."""
    found = [value for key, value in read(page.read_text(encoding="utf-8")).attributes if key == "href"]
    return [page.parent / unquote(link) for link in found if link is not None]


def test_the_page_leads_to_a_page_of_each_game_and_to_the_records(tmp_path: Path) -> None:
    path = written(tmp_path, f"players = 2\ndeals = 1\n{TWO}")
    page, games, records = tmp_path / "cup.html", tmp_path / "all games #1", tmp_path / "cup.jsonl"
    asked = ("--html", page, "--games", games, "--records", records)
    output = good("tournament", path, *asked)
    linked = links_of(page)
    assert linked == [records, games / "1.1.1.1.html", games / "1.1.1.2.html"]
    for game in linked[1:]:
        assert re.search(r"<title>Metropolys: Seat \d \(\w+\) wins", game.read_text(encoding="utf-8"))
    linked[1].write_text("mine", encoding="utf-8")
    linked[2].unlink()
    assert good("tournament", path, "--standings", *asked, "--workers", 2) == output
    assert linked[1].read_text(encoding="utf-8") == "mine"
    assert linked[2].exists()


def test_without_games_and_records_there_is_nothing_to_link(tmp_path: Path) -> None:
    path = written(tmp_path, f"players = 2\ndeals = 1\n{TWO}")
    page = tmp_path / "cup.html"
    good("tournament", path, "--html", page)
    assert links_of(page) == []


def test_a_folder_that_is_a_file_is_an_error_before_the_first_game(tmp_path: Path) -> None:
    path = written(tmp_path, f"players = 2\ndeals = 1\n{TWO}")
    message = refused("tournament", path, "--games", path, status=1)
    assert message == f"{path}: this is a file; expected the name of a folder"
    assert not (tmp_path / "cup.sqlite").exists()


def test_a_page_that_cannot_be_written_does_not_keep_the_others_from_it(tmp_path: Path) -> None:
    path = written(tmp_path, f"players = 2\ndeals = 1\n{TWO}")
    pages = tmp_path / "pages"
    pages.mkdir()
    lost = pages / "1.1.1.1.html"
    lost.symlink_to("none/page.html")
    done = call("tournament", path, "--games", pages)
    assert done.exit_code == 1
    assert (
        done.stderr
        == f"urbanist: 1 of 2 pages could not be written: {lost}: No such file or directory; those that "
        "are there are kept, and the same command with --resume writes the others\n"
    )
    assert (pages / "1.1.1.2.html").is_file()
