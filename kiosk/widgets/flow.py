"""Text that takes the height it needs."""

from kiosk.widgets.text import Text


class Flow(Text):
    """As wide as it is made, and as high as its lines; it never shrinks."""

    def _fits(self) -> bool:
        self.height = self.texture_size[1]
        return True
