"""The PIN's storage: a salted hash, in a separate file that only its owner can read."""

import hashlib
import hmac
import json
import logging
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.atomic_files import read_regular_file, write_atomically
from companion.folders import settings_file

log = logging.getLogger(__name__)

FEWEST, MOST = 4, 8  # digits
_LARGEST: Final = 10_000  # maximum bytes of its file
_COST: Final = {"n": 2**14, "r": 8, "p": 1}  # 0.1 seconds on a Pi, and 16 MB
_SALT: Final = 16  # bytes


class PinUnreadableError(Exception):
    """A PIN is set but cannot be read."""

    def __init__(self, file: Path, problem: str = "") -> None:
        super().__init__(f"{file}: {problem or 'damaged'}")
        self.file = file
        self.problem = problem  # the system's error; empty if the content is invalid


@dataclass(frozen=True, slots=True)
class Secret:
    """A PIN's hash, and the number of wrong attempts since the last right one."""

    salt: bytes
    digest: bytes
    wrong: int = 0

    def fits(self, pin: str) -> bool:
        """Whether this is the PIN."""
        return hmac.compare_digest(self.digest, _digest(pin, self.salt))


def is_pin(text: str) -> bool:
    """Whether this is a valid PIN."""
    return FEWEST <= len(text) <= MOST and text.isascii() and text.isdecimal()


def secret_of(pin: str) -> Secret:
    """Return the hash of a new PIN."""
    salt = os.urandom(_SALT)
    return Secret(salt, _digest(pin, salt))


def _digest(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, **_COST)


def file_of(settings: Path | None = None) -> Path:
    """Return the PIN's file, next to the settings file."""
    return (settings or settings_file()).with_name("pin.json")


def load(file: Path) -> Secret | None:
    """Load the PIN, or return None if there is no file.

    Raises:
        PinUnreadableError: if the file exists but cannot be read or is invalid.
    """
    try:
        found = json.loads(read_regular_file(file, _LARGEST))
        salt, digest = (bytes.fromhex(found[name]) for name in ("salt", "scrypt"))
        wrong = found.get("wrong", 0)
        return Secret(salt, digest, max(0, wrong) if type(wrong) is int else 0)
    except FileNotFoundError as error:
        if file.is_symlink():  # a dangling link: the disk with the PIN is missing
            raise PinUnreadableError(file, error.strerror or str(error)) from error
        return None
    except OSError as error:
        raise PinUnreadableError(file, error.strerror or str(error)) from error
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise PinUnreadableError(file) from error


def save(secret: Secret, file: Path) -> bool:
    """Save it atomically; False if the disk refuses."""
    content = {"salt": secret.salt.hex(), "scrypt": secret.digest.hex(), "wrong": secret.wrong}
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(file, json.dumps(content, indent=1).encode())
    except OSError:
        log.warning("the PIN cannot be kept in %s", file, exc_info=True)
        return False
    return True


def forget(file: Path) -> bool:
    """Remove the PIN's file; False if the disk refuses."""
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        log.warning("the PIN in %s cannot be removed: %s", file, error)
        return False
    return True
