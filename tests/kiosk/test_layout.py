"""Every screen at every size: no text cut, nothing overlapping, all large enough to touch."""

from collections.abc import Iterator
from gettext import NullTranslations

import layout
import pytest
from fingers import SIZES, Kiosk

from kiosk import desk
from kiosk.gallery import let_pass
from kiosk.scenes import SCENES, Scene
from kiosk.screens.table import TableScreen
from kiosk.widgets.text import Text

FILLER = "eronisat"


class Longer(NullTranslations):
    """A language whose texts are a third longer than English."""

    def gettext(self, message: str) -> str:
        return longer(message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return longer(one if n == 1 else many)


def longer(text: str) -> str:
    """With a third more letters, in words that are no longer than others."""
    more = -(-len(text) // 3)
    if more <= 3:
        return text + FILLER[:more]
    letters = (FILLER * more)[: more - 1]
    words = [letters[at : at + len(FILLER)] for at in range(0, len(letters), len(FILLER))]
    return " ".join((text, *words))


@pytest.fixture(params=["english", "longer"])
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "longer":
        monkeypatch.setattr(desk, "translations", lambda language: Longer())


@pytest.fixture
def kiosk(scene: Scene, size: tuple[int, int], language: None) -> Iterator[Kiosk]:
    kiosk = Kiosk(size=size, settings=scene.settings)
    scene.show(kiosk.app)
    let_pass(8)
    yield kiosk
    kiosk.close()


def faults(kiosk: Kiosk) -> list[str]:
    app = kiosk.app
    return [fault for layer in app.root.children for fault in layout.faults(layer, app.u)]


every_scene = pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
every_size = pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)


@every_size
@every_scene
def test_nothing_is_cut_or_overlaps_or_is_too_small(kiosk: Kiosk):
    assert not faults(kiosk)
