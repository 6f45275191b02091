"""What is new: told once after an update, never in the way, and always to be found."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from fingers import Kiosk

import companion
from companion.folders import settings_file
from kiosk import screens
from kiosk.news.view import read, releases
from kiosk.settings.file import Settings, load

Open = Callable[..., Kiosk]
OLD = {"language": "en", "theme": "day"}  # a file of before there were news


def test_this_version_stands_first_and_every_change_is_told():
    newest = releases()[0]
    assert newest.version == companion.__version__
    page = Path(companion.__file__).with_name("docs").joinpath("changes.md").read_text("utf-8")
    told = [item for one in releases() for _, items in one.parts for item in items]
    assert len(told) == len(re.findall(r"^- ", page, re.MULTILINE)) > 10
    assert [one.version for one in releases()] == re.findall(r"^## (\S+)", page, re.MULTILINE)


def test_versions_go_down_and_days_too():
    numbers = [tuple(map(int, one.version.split("."))) for one in releases()]
    assert numbers == sorted(numbers, reverse=True)
    days = [one.day for one in releases()]
    assert days == sorted(days, reverse=True)


def test_a_page_is_read_as_it_is_written():
    changes = "- One *thing*\n  in two lines.\n- `Two`\n"
    page = f"# Title\n\nWords.\n\n## 1.1 (2026-02-01)\n\n### New\n\n{changes}"
    (one,) = read(page)
    assert (one.version, one.day) == ("1.1", "2026-02-01")
    assert one.parts == (("New", ("One thing in two lines.", "Two")),)
    assert read("") == ()


def start(open_kiosk: Open, file: Path) -> Kiosk:
    return open_kiosk(settings=load(file), settings_file=file)


def test_after_an_update_a_line_leads_to_it_until_the_next_start(open_kiosk: Open, folder: Path):
    file = settings_file({"XDG_CONFIG_HOME": str(folder)})
    file.parent.mkdir()
    file.write_text(json.dumps(OLD))
    kiosk = start(open_kiosk, file)
    line = f"New in version {companion.__version__}: see what's changed"
    kiosk.tap(line)
    assert kiosk.app.screen_name == "news"
    assert kiosk.sees(f"Version {companion.__version__}")
    assert kiosk.sees("Eleven languages")
    kiosk.app.screen.close()
    kiosk.frames()
    assert kiosk.app.screen_name == "welcome"
    assert load(file).seen == companion.__version__
    assert load(file).theme == "day"
    kiosk.app.stop()
    again = start(open_kiosk, file)
    assert not again.sees(line)


def test_a_first_start_has_no_news(open_kiosk: Open, folder: Path):
    kiosk = start(open_kiosk, folder / "settings.json")
    kiosk.app.go(screens.welcome)
    kiosk.frames()
    assert not kiosk.sees("see what's changed")
    assert Settings().seen == companion.__version__


def test_settings_show_the_version_and_lead_there_and_back(open_kiosk: Open):
    kiosk = open_kiosk()
    kiosk.app.go(screens.settings)
    kiosk.frames()
    assert kiosk.sees(f"Stationmaster {companion.__version__}")
    tile = kiosk.button("Read")
    kiosk.scroll_to(tile)
    kiosk.tap(tile)
    assert kiosk.app.screen_name == "news"
    kiosk.app.rebuild()
    kiosk.frames()
    kiosk.app.screen.close()
    assert kiosk.app.screen_name == "settings"


def test_days_are_written_as_the_language_has_them_and_the_text_is_said_to_be_english(
    open_kiosk: Open,
):
    kiosk = open_kiosk(settings=Settings(language="de"))
    kiosk.app.go(screens.news)
    kiosk.frames()
    year, month, day = releases()[0].day.split("-")
    assert kiosk.sees(f"{day}.{month}.{year}")
    assert kiosk.sees("auf Englisch")
