"""A user whom permissions stop, also where the tests run as root."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache

import pytest

_RIGHTS = "-dac_override,-dac_read_search"


@cache
def ordinary() -> tuple[str, ...]:
    """What to put before a command; the test is skipped where root cannot give rights up."""
    if os.geteuid() != 0:
        return ()
    prefix = ("setpriv", f"--bounding-set={_RIGHTS}", f"--inh-caps={_RIGHTS}")
    if shutil.which("setpriv") is None or subprocess.run([*prefix, "true"], check=False).returncode:
        pytest.skip("needs setpriv, or another user than root")
    return prefix
