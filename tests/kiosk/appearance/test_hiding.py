"""What is gone takes no room, is not seen and cannot be touched; and comes back as it should."""

from kivy.uix.boxlayout import BoxLayout

from kiosk.appearance.hiding import Box


def shown(box: Box) -> tuple[object, ...]:
    return (*box.size_hint, *box.size, box.opacity, box.disabled)


def test_what_is_gone_is_neither_seen_nor_touched_and_takes_no_room():
    box = Box(size_hint=(1, None), height=50, hidden=True)
    assert shown(box) == (None, None, 0, 0, 0, True)


def test_it_comes_back_as_it_was():
    box = Box(size_hint=(0.5, None), height=50, width=80, opacity=0.4)
    before = shown(box)
    box.hidden = True
    box.hidden = False
    assert shown(box) == before


def test_what_it_is_told_meanwhile_it_is_when_it_comes_back():
    box = Box(size_hint=(1, None), height=50, hidden=True)
    box.height, box.size_hint_x, box.opacity = 70, 0.3, 0.4
    assert shown(box) == (None, None, 0, 0, 0, True)
    box.hidden = False
    assert (box.height, box.size_hint_x, box.opacity, box.disabled) == (70, 0.3, 0.4, False)


def test_beside_it_others_get_its_room():
    row = BoxLayout(size=(100, 10))
    boxes = [Box(), Box(hidden=True)]
    for box in boxes:
        row.add_widget(box)
    row.do_layout()
    assert [box.width for box in boxes] == [100, 0]
    boxes[1].hidden = False
    row.do_layout()
    assert [box.width for box in boxes] == [50, 50]


def test_it_stays_disabled_where_it_was_so_for_another_reason():
    box = Box(disabled=True)
    box.hidden = True
    box.hidden = False
    assert box.disabled
