"""python -m tests.mutants.anew MUTANT TEST...: tests with a mutant in its module's place."""

import json
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

import pytest

from tests.mutants.mutations import Mutant
from tests.mutants.trying import PYTEST, Brief


class _Loader(SourceFileLoader):
    """Loads a file as a mutant of it."""

    def __init__(self, name: str, path: str, mutant: Mutant) -> None:
        super().__init__(name, path)
        self._mutant = mutant

    def get_code(self, fullname: str) -> CodeType:
        """The mutant's code, never what is kept of the file."""
        return compile(self._mutant.source(), self.path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    """Finds the mutant where its module is asked for."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant
        self._module = mutant.file.removesuffix(".py").replace("/", ".")

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where the mutant comes from; None for every other module."""
        spec = PathFinder.find_spec(name, path, target) if name == self._module else None
        if spec is not None and spec.origin is not None:
            spec.loader = _Loader(name, spec.origin, self._mutant)
        return spec


def main() -> int:
    """Run the tests; the exit code is 0 where none fails."""
    fields = json.loads(sys.argv[1])
    mutant = Mutant(**{**fields, "text": fields["text"].encode()})
    sys.meta_path.insert(0, _Finder(mutant))
    code = pytest.main([*PYTEST, "-o", "timeout=60", *sys.argv[2:]], plugins=[Brief()])
    return 0 if code == pytest.ExitCode.NO_TESTS_COLLECTED else code


if __name__ == "__main__":
    sys.exit(main())
