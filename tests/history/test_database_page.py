"""The queries on the page of the database run on a file of games, and answer."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from evenings import Group

PAGE = (Path(__file__).parents[2] / "companion" / "docs" / "database.md").read_text("utf-8")
(SQL,) = re.findall(r"```sql\n(.*?)```", PAGE, re.S)
QUERIES = [query.strip() for query in SQL.split(";") if query.strip()]


@pytest.mark.parametrize("query", QUERIES, ids=[query.splitlines()[0] for query in QUERIES])
def test_a_query_of_the_page_answers(group: Group, query: str):
    group.play()
    group.play(("Cleo", "Ben"))
    group.history.catch_up()
    with closing(sqlite3.connect(group.file)) as db:
        found = db.execute(query)
        assert found.fetchall()
        assert len(found.description) > 2


def test_every_table_is_on_the_page(group: Group):
    section = PAGE.split("## Tables")[1].split("\n## ")[0]
    tables = group.journal.select(
        "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')"
        " AND name NOT LIKE 'sqlite_%' AND name NOT IN ('desk', '_sqlite_migrations')"
    )
    assert [name for (name,) in tables if f"`{name}`" not in section] == []
