"""When things were, for people here and for programs elsewhere."""

from datetime import UTC, datetime


def utc(moment: str) -> str:
    """A moment of the log as most programs read it: UTC, yyyy-MM-dd HH:mm:ss."""
    return datetime.fromisoformat(moment).astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")


def day(moment: str) -> str:
    """The day, by the clock on the wall here."""
    return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d")


def day_and_time(moment: str) -> str:
    """The day and the time, by the clock on the wall here."""
    return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")
