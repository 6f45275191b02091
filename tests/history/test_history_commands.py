"""python -m companion import, backup, restore, rebuild, as people type them."""

from __future__ import annotations

import gettext
import json
from pathlib import Path
from uuid import uuid4

import pytest
from evenings import Group
from test_importing import exported

from companion.__main__ import main
from companion.game.board.board import standard_board
from companion.history import HistoryError, ImportResult, backups, deleting, people
from companion.words.pages.history import HistoryWords


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / variable))


@pytest.fixture
def played(group: Group) -> Group:
    group.play()
    group.play(("Cleo", "Ben"))
    return group


def companion(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main([str(argument) for argument in arguments])
    said = capsys.readouterr()
    return code, " ".join(said.out.split()), " ".join(said.err.split())


def test_import_says_what_became_of_each_file(played: Group, tmp_path: Path, capsys):
    text = tmp_path / "games.json"
    text.write_text(exported(played), "utf-8")
    bad = tmp_path / "bad.json"
    bad.write_bytes(b"\xff\xfe{")
    fresh = tmp_path / "fresh" / "games.db"
    code, out, err = companion(capsys, "import", text, text, bad, "--db", fresh)
    assert (code, err) == (1, "")
    assert "2 games imported" in out
    assert "2 were already here" in out
    assert "is damaged or isn't a games file" in out
    code, out, _ = companion(capsys, "games", "--db", fresh)
    assert out.count("Ben") == 2
    newer = json.loads(text.read_text("utf-8")) | {"version": 99}
    text.write_text(json.dumps(newer), "utf-8")
    assert "newer version" in companion(capsys, "import", text, "--db", fresh)[1]
    code, _, err = companion(capsys, "import", tmp_path / "missing.json", "--db", fresh)
    assert code == 2
    assert "missing.json" in err


def test_backup_restore_and_rebuild(played: Group, capsys):
    db = played.file
    code, out, _ = companion(capsys, "restore", "--db", db)
    assert (code, out) == (0, "There are no backups yet.")
    code, out, _ = companion(capsys, "backup", "--db", db)  # beside the running program
    assert code == 0
    assert "games-000001-" in out
    code, _, err = companion(capsys, "restore", 1, "--db", db)
    assert code == 2
    assert str(db) in err  # it is in use
    code, _, err = companion(capsys, "rebuild", "--db", db)
    assert code == 2
    played.play()
    played.close()
    assert companion(capsys, "rebuild", "--db", db)[:2] == (
        0,
        "Statistics rebuilt for 3 games.",
    )
    assert companion(capsys, "restore", "--db", db)[1].startswith("1: 20")
    assert "no backup 7" in companion(capsys, "restore", 7, "--db", db)[1]
    code, out, _ = companion(capsys, "restore", "1", "--db", db)
    assert code == 0
    assert "games.db.replaced-1" in out
    assert companion(capsys, "rebuild", "--db", db)[1] == "Statistics rebuilt for 2 games."


def test_without_a_file_there_is_nothing_to_copy_or_count(tmp_path: Path, capsys):
    for command in ("backup", "rebuild"):
        code, out, _ = companion(capsys, command, "--db", tmp_path / "none.db")
        assert code == 1
        assert "No games yet" in out
    assert not (tmp_path / "none.db").exists()


def test_every_reason_has_its_words():
    words = HistoryWords(standard_board(), gettext.NullTranslations())
    codes = set()
    for module in (backups, deleting, people):
        source = Path(module.__file__).read_text("utf-8")
        codes |= {part.split('"')[1] for part in source.split("HistoryError(")[1:]}
    facts = {"name": "Anna", "most": 40, "file": "f", "problem": "p", "one": "A", "other": "B"}
    for code in codes:
        assert words.not_done(HistoryError(code, games=2, **facts))
    assert codes == {*words._reasons(), "played_together", "name_too_long"}
    assert len(words.imported("f", ImportResult(*[(str(uuid4()),)] * 4))) == 4
