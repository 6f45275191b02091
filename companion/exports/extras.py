"""Optional packages that only some exports need."""

from collections.abc import Iterator
from contextlib import contextmanager


class MissingExtraError(Exception):
    """An export needs a package that is not installed."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"{package}: pip install 'stationmaster[{extra}]'")
        self.package = package
        self.extra = extra


@contextmanager
def requiring_extra(extra: str) -> Iterator[None]:
    """Wrap imports of packages that belong to this optional extra.

    Raises:
        MissingExtraError: If one is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtraError(error.name or "?", extra) from error
