"""The list of mutants is complete, compiles, and stays the same."""

import pytest

from tests.mutants.__main__ import ROOMS, explanations
from tests.mutants.mutations import ROOT, mutants_in, mutants_of

FILES = [file for room in ROOMS for file in room.files()]

SOURCE = b'''\
"""Says something."""
LIMIT: int = 3  # never more


class Table:
    def fits(self, guests: int, more: int = 0) -> bool:
        """Whether all sit."""
        assert guests is not None
        if guests + more <= LIMIT and not self.closed:
            return True
        raise ValueError(f"{guests} are too many")
'''

SLIPS = """\
module: LIMIT: int = 3 -> LIMIT: int = 4
module: def fits(self, guests: int, more: int = 0) -> bool: -> \
def fits(self, guests: int, more: int = 1) -> bool:
Table.fits: if guests + more <= LIMIT and not self.closed: -> if False:
Table.fits: if guests + more <= LIMIT and not self.closed: -> if True:
Table.fits: if guests + more <= LIMIT and not self.closed: -> \
if guests - more <= LIMIT and not self.closed:
Table.fits: if guests + more <= LIMIT and not self.closed: -> \
if guests + more < LIMIT and not self.closed:
Table.fits: if guests + more <= LIMIT and not self.closed: -> \
if guests + more <= LIMIT or not self.closed:
Table.fits: if guests + more <= LIMIT and not self.closed: -> \
if guests + more <= LIMIT and self.closed:
Table.fits: return True -> return None
Table.fits: return True -> return False
Table.fits: raise ValueError(f"{guests} are too many") -> pass
"""


def test_every_slip_that_can_be_made_in_a_text_is_listed_once_and_in_order() -> None:
    assert [mutant.name for mutant in mutants_in(SOURCE, "table.py")] == SLIPS.splitlines()


@pytest.mark.parametrize("file", FILES)
def test_no_two_mutants_of_a_module_have_the_same_name(file: str) -> None:
    names = [mutant.name for mutant in mutants_of(file)]
    assert names
    assert len(set(names)) == len(names)


def test_every_mutant_is_a_program_of_its_own() -> None:
    sources = [mutant.source() for mutant in mutants_of("hardware/displays/grid.py")]
    assert len(set(sources)) == len(sources)
    for source in sources:
        compile(source, "grid.py", "exec")


def test_the_tests_that_are_to_see_mutants_are_there() -> None:
    assert all((ROOT / test).exists() for room in ROOMS for test in room.tests)


def test_every_explanation_says_something_of_a_module_that_is_mutated() -> None:
    for (file, _), why in explanations().items():
        assert file in FILES
        assert why.strip()
