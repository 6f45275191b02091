"""The mutants of a module: small slips, each made in one place of its text. Always the same list.

Left alone are annotations, decorators, docstrings, asserts, f-strings and `strict=`: what they say
is for the reader and the type checker.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]

_COMPARISONS: Final[dict[type[ast.cmpop], tuple[str, str]]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
_ARITHMETIC: Final[dict[type[ast.operator], tuple[str, str]]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
}
_SIGNS: Final[dict[type[ast.unaryop], str]] = {ast.Not: "not ", ast.USub: "-"}
_NAMES: Final = {
    "max": "min",
    "min": "max",
    "any": "all",
    "all": "any",
    "reversed": "iter",
    "startswith": "endswith",
    "ljust": "rjust",
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A slip: the bytes from `start` to `end` of a file are `text` instead."""

    file: str
    place: str  # the function it is in; empty: it is in none
    name: str  # what it is called in lists: the place, and the lines before and after
    start: int
    end: int
    text: bytes
    at_import: bool  # whether importing the file already does it

    def source(self) -> bytes:
        """The whole file with the slip in it."""
        whole = (ROOT / self.file).read_bytes()
        return whole[: self.start] + self.text + whole[self.end :]


def mutants_of(file: str) -> list[Mutant]:
    """Every mutant of a file, in the order of its text."""
    return mutants_in((ROOT / file).read_bytes(), file)


def mutants_in(source: bytes, file: str) -> list[Mutant]:
    """Every mutant of a text; alike names are numbered."""
    text = _Text(source)
    slips = sorted(set(_Slips(text).of_module()), key=lambda slip: (slip[1:3], slip[3]))
    called = {"", *_called_at_import(ast.parse(source))}
    names: Counter[str] = Counter()
    mutants = []
    for place, start, end, new in slips:
        name = f"{place or 'module'}: {text.lines(start, end)} -> {text.lines(start, end, new)}"
        names[name] += 1
        number = f" ({names[name]})" if names[name] > 1 else ""
        mutants.append(Mutant(file, place, name + number, start, end, new, place in called))
    return mutants


class _Text:
    """A source by places in it: the parser counts bytes in lines."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def span(self, node: ast.expr | ast.stmt | ast.keyword) -> tuple[int, int]:
        """Where a node begins and ends."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self._starts[node.lineno - 1] + node.col_offset
        return start, self._starts[node.end_lineno - 1] + node.end_col_offset

    def between(self, left: ast.expr, right: ast.expr, token: str) -> tuple[int, int]:
        """Where an operator stands between its two sides."""
        start, end = self.span(left)[1], self.span(right)[0]
        gap = re.sub(rb"#[^\n]*", lambda found: b" " * len(found[0]), self.source[start:end])
        at = start + gap.index(token.encode())
        return at, at + len(token)

    def lines(self, start: int, end: int, new: bytes | None = None) -> str:
        """The lines around a place as one, as they are or with something else; no comments."""
        first = self.source.rfind(b"\n", 0, start) + 1
        last = self.source.find(b"\n", end)
        last = len(self.source) if last < 0 else last
        middle = self.source[start:end] if new is None else new
        whole = self.source[first:start] + middle + self.source[end:last]
        return " ".join(re.sub(r"  #.*", "", whole.decode()).split())


Slip = tuple[str, int, int, bytes]


class _Slips:
    """Walks a module: what could be written otherwise, and where."""

    def __init__(self, text: _Text) -> None:
        self._text = text

    def of_module(self) -> Iterator[Slip]:
        """All slips of a module."""
        yield from self._block(ast.parse(self._text.source).body, "", "")

    # --- statements ---

    def _block(self, body: list[ast.stmt], within: str, place: str) -> Iterator[Slip]:
        for statement in body:
            match statement:
                case ast.FunctionDef():
                    yield from self._function(statement, within, place)
                case ast.ClassDef():
                    yield from self._block(statement.body, f"{within}{statement.name}.", place)
                case ast.Assert() | ast.Import() | ast.ImportFrom():
                    pass
                case ast.Expr(value=ast.Constant()):
                    pass
                case _:
                    yield from self._statement(statement, within, place)

    def _function(self, node: ast.FunctionDef, within: str, place: str) -> Iterator[Slip]:
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                yield from self._expression(default, place)
        yield from self._block(node.body, within, place or within + node.name)

    def _statement(self, node: ast.stmt, within: str, place: str) -> Iterator[Slip]:
        new = {
            ast.Raise: b"pass",
            ast.Expr: b"pass",
            ast.Continue: b"break",
            ast.Break: b"continue",
        }.get(type(node))
        if isinstance(node, ast.Return) and not _is_none(node.value):
            new = b"return None"
        if new is not None:
            yield place, *self._text.span(node), new
        if isinstance(node, ast.AugAssign):
            old, other = _ARITHMETIC[type(node.op)]
            yield place, *self._text.between(node.target, node.value, old), other.encode()
        if isinstance(node, ast.If | ast.While):
            yield from self._condition(node.test, place, always=isinstance(node, ast.If))
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr) and child is not getattr(node, "annotation", None):
                yield from self._expression(child, place)
        for block in _blocks(node):
            yield from self._block(block, within, place)

    # --- expressions ---

    def _condition(self, test: ast.expr, place: str, always: bool = True) -> Iterator[Slip]:
        start, end = self._text.span(test)
        yield place, start, end, b"False"
        if always:
            yield place, start, end, b"True"

    def _expression(self, node: ast.AST, place: str) -> Iterator[Slip]:
        if isinstance(node, ast.JoinedStr):
            return
        yield from self._itself(node, place)
        for child in ast.iter_child_nodes(node):
            if not (isinstance(child, ast.keyword) and child.arg == "strict"):
                yield from self._expression(child, place)

    def _itself(self, node: ast.AST, place: str) -> Iterator[Slip]:
        match node:
            case ast.Constant():
                yield from self._constant(node, place)
            case ast.Compare():
                yield from self._comparison(node, place)
            case ast.BoolOp() | ast.BinOp() | ast.UnaryOp():
                yield from self._operation(node, place)
            case ast.IfExp():
                yield from self._condition(node.test, place)
            case ast.comprehension():
                for test in node.ifs:
                    yield from self._condition(test, place)
            case ast.Call():
                yield from self._call(node, place)

    def _constant(self, node: ast.Constant, place: str) -> Iterator[Slip]:
        match node.value:
            case bool(value):
                new = repr(not value)
            case int(value) | float(value):
                new = repr(value + 1)
            case str(value):
                new = repr(value + "X")
            case bytes(value):
                new = repr(bytes((*value[:-1], (value[-1] + 1) % 256)) if value else b"X")
            case _:
                return
        yield place, *self._text.span(node), new.encode()

    def _comparison(self, node: ast.Compare, place: str) -> Iterator[Slip]:
        sides = [node.left, *node.comparators]
        for operator, left, right in zip(node.ops, sides, sides[1:], strict=False):
            old, new = _COMPARISONS[type(operator)]
            yield place, *self._text.between(left, right, old), new.encode()

    def _operation(self, node: ast.BoolOp | ast.BinOp | ast.UnaryOp, place: str) -> Iterator[Slip]:
        if isinstance(node, ast.UnaryOp):
            start, sign = self._text.span(node)[0], _SIGNS[type(node.op)]
            yield place, start, start + len(sign), b""
        elif isinstance(node, ast.BoolOp):
            old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
            for left, right in zip(node.values, node.values[1:], strict=False):
                yield place, *self._text.between(left, right, old), new.encode()
        elif place or not isinstance(node.op, ast.BitOr):  # else it makes a type
            old, new = _ARITHMETIC[type(node.op)]
            yield place, *self._text.between(node.left, node.right, old), new.encode()

    def _call(self, node: ast.Call, place: str) -> Iterator[Slip]:
        called = node.func.attr if isinstance(node.func, ast.Attribute) else None
        called = node.func.id if isinstance(node.func, ast.Name) else called
        if called in _NAMES:
            end = self._text.span(node.func)[1]
            yield place, end - len(called), end, _NAMES[called].encode()
        for keyword in node.keywords:
            if keyword.arg not in (None, "strict"):
                yield place, *self._with_comma(*self._text.span(keyword)), b""

    def _with_comma(self, start: int, end: int) -> tuple[int, int]:
        """An argument with the comma after it, if there is one."""
        after = re.compile(rb"\s*,\s*").match(self._text.source, end)
        return start, after.end() if after else end


def _called_at_import(node: ast.AST) -> Iterator[str]:
    """The functions that a module calls outside of functions."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call) and isinstance(child.func, ast.Name):
            yield child.func.id
        if not isinstance(child, ast.FunctionDef | ast.Lambda):
            yield from _called_at_import(child)


def _blocks(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The statements within a statement."""
    inner = [*getattr(node, "handlers", ()), *getattr(node, "cases", ())]
    for holder in (node, *inner):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(holder, name, None)
            if block:
                yield block


def _is_none(value: ast.expr | None) -> bool:
    return value is None or (isinstance(value, ast.Constant) and value.value is None)
