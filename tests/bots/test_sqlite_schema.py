"""The forms of our SQLite files."""

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from urbanist.bots.sqlite_schema import SqliteSchema

FORM = SqliteSchema(7, 2, "CREATE TABLE one (x); CREATE TABLE two (y);", "it is of others")


def test_an_empty_file_gets_the_form_and_only_once() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        assert FORM.fault(connection) == "it is of others"
        assert FORM.make(connection)
        assert not FORM.make(connection)
        assert FORM.fault(connection) is None


@pytest.mark.parametrize(
    ("made", "fault"),
    [
        (replace(FORM, application=8), "it is of others"),
        (replace(FORM, version=3), "version 3 of the file; this program reads version 2"),
        (replace(FORM, tables="CREATE TABLE one (x);"), "it is of others"),
    ],
)
def test_a_file_of_another_form_is_noticed(made: SqliteSchema, fault: str) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        made.make(connection)
        assert FORM.fault(connection) == fault
