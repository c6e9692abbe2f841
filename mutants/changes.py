"""Changes: every small fault that can be made in a module, one at a time, as its source."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

Place: TypeAlias = tuple[ast.AST, str, int | None]  # a node, one of its fields, and where in it

COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}
TURNED = (ast.Compare, ast.UnaryOp)  # conditions that are turned round where they stand
# Calls that can do without any one of their arguments. Elsewhere one less is a TypeError, which
# every test that comes by would notice: such faults would only flatter the figures.
VARIADIC = frozenset({"and_", "group_by", "max", "min", "or_", "order_by", "select", "where"})
# What only readers and type checkers see has no fault that a test could notice.
UNREAD = frozenset({"annotation", "returns", "decorator_list"})
MODULE = "module"
LONGEST = 90  # characters of a change as it is told
SENTENCES = frozenset({"N_"})  # marked for translators, and held by the catalogues


@dataclass(frozen=True)
class Mutant:
    """A module with one fault in it."""

    where: str  # the function or class, or the module
    inside: bool  # of a function: nothing of it is done before that is called
    line: int
    change: str
    source: str

    @property
    def name(self) -> str:
        """What it is known by while other lines of the module come and go."""
        return f"{self.where}: {self.change}"


def mutants(source: str) -> list[Mutant]:
    """All that can be made of this module; the same text is made once."""
    tree = ast.parse(source)
    plain = ast.unparse(tree)
    functions = {where for where, _, node in _places(tree, MODULE) if _is_function(node)}
    made: dict[str, Mutant] = {}
    seen: dict[str, int] = {}
    for where, place, old, new in _changes(tree):
        text = _with(tree, place, new)
        if text in made or text == plain:
            continue
        change = f"{_said(old)} → {_said(new)}"
        count = seen[where + change] = seen.get(where + change, 0) + 1
        change += f" ({count})" if count > 1 else ""
        line = getattr(old, "lineno", 1)
        made[text] = Mutant(where, where in functions, line, change, text)
    return list(made.values())


def _with(tree: ast.AST, place: Place, new: ast.AST | None) -> str:
    """The module's text with this in that place; the tree is as before then."""
    node, field, index = place
    kept = getattr(node, field)
    if index is None:
        changed: object = new
    else:
        changed = [*kept[:index], *([] if new is None else [new]), *kept[index + 1 :]]
    setattr(node, field, changed)
    text = ast.unparse(ast.fix_missing_locations(tree))
    setattr(node, field, kept)
    return text


def _said(node: ast.AST | None) -> str:
    """On one line, and not too long: whoever wants more has the line's number."""
    text = "nothing" if node is None else " ".join(ast.unparse(node).split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _changes(tree: ast.Module) -> Iterator[tuple[str, Place, ast.AST, ast.AST | None]]:
    for where, place, node in _places(tree, MODULE):
        for new in _instead(node):
            yield where, place, node, new
        if isinstance(node, ast.If | ast.While) and not isinstance(node.test, TURNED):
            yield where, (node, "test", None), node.test, ast.UnaryOp(ast.Not(), node.test)
        for field, index, gone in _less(node):
            yield where, (node, field, index), gone, None


def _places(node: ast.AST, where: str) -> Iterator[tuple[str, Place, ast.AST]]:
    """Every node that does something, with the place that it stands in."""
    for field, value in ast.iter_fields(node):
        if field in UNREAD:
            continue
        several = isinstance(value, list)
        for index, child in enumerate(value if several else [value]):
            if isinstance(child, ast.AST) and not _idle(child):
                inner = _within(where, child)
                yield inner, (node, field, index if several else None), child
                yield from _places(child, inner)


def _is_function(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef)


def _within(where: str, node: ast.AST) -> str:
    if not isinstance(node, ast.FunctionDef | ast.ClassDef):
        return where
    return node.name if where == MODULE else f"{where}.{node.name}"


def _idle(node: ast.AST) -> bool:
    """Imports, docstrings, what is there for the type checker alone, and sentences."""
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Assert():
            return True
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in SENTENCES
    return False


# --- one thing instead of another


def _instead(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.expr):
        yield from _expressions(node)
    elif isinstance(node, ast.stmt):
        yield from _statements(node)


def _expressions(node: ast.expr) -> Iterator[ast.AST]:
    yield from _operators(node)
    match node:
        case ast.IfExp(body=body, orelse=orelse):
            yield body
            yield orelse
        case ast.Dict(keys=keys, values=values):
            for at in range(len(keys)):
                yield ast.Dict([*keys[:at], *keys[at + 1 :]], [*values[:at], *values[at + 1 :]])
        case ast.Constant(value=value):
            yield from _constants(value)
        case ast.Call():
            yield from _calls(node)


def _operators(node: ast.expr) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(left=left, ops=ops, comparators=right):
            for at, op in enumerate(ops):
                for other in COMPARED[type(op)]:
                    yield ast.Compare(left, [*ops[:at], other(), *ops[at + 1 :]], right)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            for at in range(len(values)):
                kept = [*values[:at], *values[at + 1 :]]
                yield kept[0] if len(kept) == 1 else ast.BoolOp(op, kept)
        case ast.BinOp(left=left, op=op, right=after):
            yield ast.BinOp(left, RECKONED[type(op)](), after)
        case ast.UnaryOp(operand=operand):
            yield operand


def _constants(value: object) -> Iterator[ast.AST]:
    match value:
        case bool():
            yield ast.Constant(not value)
        case int() | float():
            yield ast.Constant(value + 1)
        case str():
            yield ast.Constant(f"{value}?")  # which makes the end of a pattern optional
        case bytes():
            yield ast.Constant(value + b"?")


def _calls(node: ast.Call) -> Iterator[ast.AST]:
    """Another function, or a chain with one link less."""
    match node.func:
        case ast.Name(id=name) if name in TWINS:
            yield ast.Call(ast.Name(TWINS[name]), node.args, node.keywords)
        case ast.Attribute(value=ast.Call() as before):
            yield before


def _statements(node: ast.stmt) -> Iterator[ast.AST]:
    match node:
        case ast.Return(value=value) if value and not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.For():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript() | ast.Tuple()]):
            yield ast.Pass()
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()


# --- one thing less


def _less(node: ast.AST) -> Iterator[tuple[str, int, ast.AST]]:
    """An argument, an element, a condition or a decorator that is left out."""
    fields: tuple[str, ...] = ()
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in VARIADIC:
            fields = ("args", "keywords")
        case ast.Call():
            fields = ("keywords",)
        case ast.Tuple(ctx=ast.Load()) | ast.List(ctx=ast.Load()) | ast.Set():
            fields = ("elts",) if len(node.elts) > 1 else ()
        case ast.comprehension():
            fields = ("ifs",)
        case ast.FunctionDef():
            fields = ("decorator_list",)
    for field in fields:
        for index, gone in enumerate(getattr(node, field)):
            yield field, index, gone
