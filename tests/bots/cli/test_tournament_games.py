"""`urbanist tournament --games`: a page of each game, linked from the page of standings."""

import re
from pathlib import Path
from urllib.parse import unquote

from tests.bots.cli.using import call, good, refused
from tests.bots.contest.plans import TWO, written
from tests.bots.html_reader import read


def links_of(page: Path) -> list[Path]:
    """Return the files that a page links, in order."""
    links = [value for key, value in read(page.read_text(encoding="utf-8")).attributes if key == "href"]
    return [page.parent / unquote(link) for link in links if link is not None]


def test_the_page_leads_to_a_page_of_each_game_and_to_the_records(tmp_path: Path) -> None:
    path = written(tmp_path, f"variant = 'family'\nplayers = 2\ndeals = 1\n{TWO}")
    page, games, records = tmp_path / "cup.html", tmp_path / "all games #1", tmp_path / "cup.jsonl"
    asked = ("--html", page, "--games", games, "--records", records)
    games.mkdir()
    (games / "1.1.1.1.html").write_text("mine", encoding="utf-8")
    output = good("tournament", path, *asked)
    linked = links_of(page)
    assert linked == [records, games / "1.1.1.1.html", games / "1.1.1.2.html"]
    shown = linked[2].read_text(encoding="utf-8")
    assert re.search(r"<title>Metropolys: Seat \d \(\w+\) wins", shown)
    # Pages that are there stay, and one that cannot be written is told after the others.
    linked[2].unlink()
    linked[2].symlink_to("none/page.html")
    done = call("tournament", path, "--standings", *asked)
    assert (done.exit_code, done.stdout) == (1, output)
    lost = f"{linked[2]}: No such file or directory"
    assert done.stderr.startswith(f"urbanist: 1 of 1 pages could not be written: {lost}")
    assert done.stderr.count("\n") == 1
    assert linked[1].read_text(encoding="utf-8") == "mine"


def test_without_games_and_records_there_is_nothing_to_link(tmp_path: Path) -> None:
    path = written(tmp_path, f"variant = 'family'\nplayers = 2\ndeals = 1\n{TWO}")
    page = tmp_path / "cup.html"
    good("tournament", path, "--html", page)
    assert links_of(page) == []


def test_a_folder_that_is_a_file_is_an_error_before_the_first_game(tmp_path: Path) -> None:
    path = written(tmp_path, f"variant = 'family'\nplayers = 2\ndeals = 1\n{TWO}")
    message = refused("tournament", path, "--games", path, status=1)
    assert message == f"{path}: this is a file; expected the name of a folder"
    assert not (tmp_path / "cup.sqlite").exists()
