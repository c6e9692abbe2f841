"""Which faults are made in a module, and which are not."""

import ast

import pytest

from mutants import changes


def changed(source: str) -> set[str]:
    """All that is made of it, without the names that a change is told by."""
    return {one.source for one in changes.mutants(source)}


@pytest.mark.parametrize(
    ("plain", "faults"),
    [
        ("a == b", {"a != b"}),
        ("a < b", {"a <= b", "a >= b"}),
        ("a is None", {"a is not None"}),
        ("a in b", {"a not in b"}),
        ("a < b < c", {"a <= b < c", "a >= b < c", "a < b <= c", "a < b >= c"}),
        ("a and b", {"a or b", "a", "b"}),
        ("a and b and c", {"a or b or c", "b and c", "a and c", "a and b"}),
        ("not a", {"a"}),
        ("-a", {"a"}),
        ("a + b", {"a - b"}),
        ("a << b", {"a >> b"}),
        ("a if b else c", {"a", "c"}),
        ("7", {"8"}),
        ("True", {"False"}),
        ("'a'", {"'a?'"}),
        ("b'a'", {"b'a?'"}),
        ("(a, b)", {"(b,)", "(a,)"}),
        ("{a: b}", {"{}"}),
        ("min(a, b)", {"max(a, b)", "min(b)", "min(a)"}),
        ("f(a, b)", set()),  # with one less it would not run
        ("f(a, b=c)", {"f(a)"}),
        ("q(a).limit(b)", {"q(a)"}),
        ("q.where(a, b)", {"q.where(b)", "q.where(a)"}),
        ("[a for b in c if d]", {"[a for b in c]"}),
        ("N_('a sentence')", set()),
        ("None", set()),
    ],
)
def test_each_form_of_an_expression_has_its_faults(plain: str, faults: set[str]) -> None:
    assert changed(f"x = {plain}") == {f"x = {one}" for one in faults}


@pytest.mark.parametrize(
    ("plain", "faults"),
    [
        ("f()", {"pass"}),
        ("a.b = c", {"pass"}),
        ("a += b", {"pass"}),
        ("raise a", {"pass"}),
        ("a = b", set()),  # whatever reads it would not run
        ("while a:\n    break", {"while not a:\n    break", "while a:\n    continue"}),
        ("if a:\n    pass", {"if not a:\n    pass"}),
        ("if not a:\n    pass", {"if a:\n    pass"}),
        ("@a\ndef f():\n    return b", {"def f():\n    return b", "@a\ndef f():\n    return None"}),
    ],
)
def test_each_form_of_a_statement_has_its_faults(plain: str, faults: set[str]) -> None:
    assert changed(plain) == faults


@pytest.mark.parametrize(
    "plain",
    [
        '"""What it owns."""',
        "import a",
        "from a import b",
        "a: int | None",
        "A: TypeAlias = B | C",
        "def f(a: int | None) -> 'str':\n    ...",
        "@dataclass(frozen=True)\nclass A:\n    a: int",
        "assert a is not None",
    ],
)
def test_what_only_readers_and_type_checkers_see_is_left_alone(plain: str) -> None:
    assert changed(plain) == set()


def test_a_mutant_is_known_by_its_function_and_its_change() -> None:
    source = "class A:\n    def b(self):\n        return 1 + 1\n"

    assert [(one.line, one.name) for one in changes.mutants(source)] == [
        (3, "A.b: return 1 + 1 → return None"),
        (3, "A.b: 1 + 1 → 1 - 1"),
        (3, "A.b: 1 → 2"),
        (3, "A.b: 1 → 2 (2)"),
    ]


def test_each_mutant_has_one_fault_and_can_be_read() -> None:
    source = ast.unparse(ast.parse("def f(a, b):\n    return a < b and a + b == 3\n"))
    made = changes.mutants(source)

    assert len({one.source for one in made}) == len(made)
    for one in made:
        ast.parse(one.source)
        assert one.source != source
