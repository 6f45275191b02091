from collections.abc import Callable
from typing import Any

class MotionEvent:
    button: str
    grab_current: object
    grab_list: list[Callable[[], Any]]
    is_double_tap: bool
    is_mouse_scrolling: bool
    opos: tuple[float, float]
    pos: tuple[float, float]
    ppos: tuple[float, float]
    profile: list[str]
    px: float
    py: float
    sx: float
    sy: float
    ud: dict[object, Any]
    uid: int
    x: float
    y: float
    def __init__(
        self, device: str, id: int, args: Any, is_touch: bool = ..., type_id: str | None = ...
    ) -> None: ...
    def depack(self, args: Any) -> None: ...
    def grab(self, widget: object) -> None: ...
    def ungrab(self, widget: object) -> None: ...
