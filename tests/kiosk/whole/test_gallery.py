"""The gallery: pictures of the right size, and a page that shows them."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from fingers import SCREENS, SIZES
from kivy.core.image import Image

from kiosk.appearance.theme import THEMES
from tests.gallery.pictures import SIZES as GALLERY_SIZES
from tests.gallery.scenes import SCENES

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two scenes of it; a window of its own that no display is needed for."""
    folder = tmp_path_factory.mktemp("gallery")
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SDL_")}
    command = [sys.executable, "-m", "tests.gallery", str(folder / "pictures"), "fault", "welcome"]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert "1/10 800x480-night/welcome.png" in done.stdout
    return folder / "pictures"


def test_every_size_and_every_theme(gallery: Path):
    assert GALLERY_SIZES == SIZES
    groups = {file.name for file in gallery.iterdir() if file.is_dir()}
    nights = {"800x480-night", "1280x720-night", "720x1280-night"}
    assert groups == nights | {f"800x480-{theme}" for theme in THEMES}
    for group in groups:
        names = sorted(file.name for file in (gallery / group).iterdir())
        assert names == ["fault.png", "welcome.png"]


def test_a_picture_is_as_large_as_the_window_and_full(gallery: Path):
    for file in gallery.glob("*/*.png"):
        size, theme = file.parent.name.split("-")
        picture = Image(str(file), keep_data=True, nocache=True)
        assert f"{picture.width}x{picture.height}" == size
        for x in (1, picture.width - 2):
            for y in (1, picture.height - 2):
                assert picture.read_pixel(x, y) == pytest.approx(THEMES[theme].ground, abs=0.01)


def test_the_page_shows_them_all_and_needs_nothing_else(gallery: Path):
    page = (gallery / "index.html").read_text("utf-8")
    shown = set(re.findall(r'src="([^"]+)"', page))
    assert shown == {file.relative_to(gallery).as_posix() for file in gallery.glob("*/*.png")}
    assert shown == set(re.findall(r'href="([^"]+)"', page))
    assert "http" not in page


def test_scenes_have_names_of_their_own_and_miss_no_screen():
    names = [scene.name for scene in SCENES]
    assert len(set(names)) == len(names)
    words = {"reveal": "tickets"}
    for screen in SCREENS:
        begin = words.get(screen, screen).replace("_", "-")
        assert any(name.startswith(begin) for name in names), screen
