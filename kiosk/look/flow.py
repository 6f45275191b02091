"""Text that takes the height it needs."""

from kiosk.look.text import Text


class Flow(Text):
    """As wide as it is made, and as high as its lines; it never shrinks."""

    def _has_room(self) -> bool:
        return bool(self.width > 1)  # its height is yet to be found

    def _may_fit(self, size: float) -> bool:
        return True  # a word that is longer than the line goes on in the next

    def _fits(self) -> bool:
        self.height = self.texture_size[1]
        return True
