"""The tool for catalogues: what it finds marked, what it keeps, and each fault that it must see."""

from collections.abc import Mapping

import pytest

from service.translating import __main__ as command, catalogues, faults, marks
from service.translating.marks import Marked, Text, Unreadable, in_python, in_template

OVER = "The match is over."
LOGS = ("{count} log", "{count} logs")
PUTS = "{seat} puts a {figure} on {at}."  # a sentence of Giants
FIGURES = ("worker", "sorcerer", "chief")
MARKED = [Marked(text, "a.py") for text in (OVER, LOGS, PUTS, *FIGURES)]
RUSSIAN: Mapping[Text, str | tuple[str, ...]] = {
    OVER: "Партия окончена.",
    LOGS: ("{count} бревно", "{count} бревна", "{count} брёвен"),
    PUTS: "{seat} ставит {figure:acc} на {at}.",
    "worker": "рабочий",
    "sorcerer": "шаман",
    "chief": "вождь",
}
ACCUSATIVE = {"worker": "рабочего", "sorcerer": "шамана", "chief": "вождя"}


def whole() -> str:
    """A Russian catalogue without a fault."""
    old = catalogues.parse("ru", catalogues.header("ru"))
    for text, said in RUSSIAN.items():
        old.add(text, said)
    for term, said in ACCUSATIVE.items():
        old.add(term, said, context="acc")
    return catalogues.write("ru", catalogues.renewed("ru", old, MARKED))


def wrong(text: str) -> list[str]:
    return list(faults.found("ru", text, MARKED))


def test_a_whole_catalogue_has_no_fault() -> None:
    assert wrong(whole()) == []


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ('msgid "The match is over."\nmsgstr "Партия окончена."\n', "", f"missing: {OVER!r}"),
        ("The match is over.", "The match was over.", "no longer used: 'The match was over.'"),
        ('"Партия окончена."', '""', f"not translated: {OVER!r}"),
        ('msgid "The match', '#, fuzzy\nmsgid "The match', f"fuzzy: {OVER!r}"),
        ("Партия окончена.", OVER, f"the same as in English: {OVER!r}"),
        ("на {at}", "на {the}", "its {names} are not those of the English"),
        ("ставит {figure:acc}", "ставит {figure:acc", "its braces cannot be read"),
        ("{figure:acc}", "{figure:abl}", "there is no form 'abl'"),
        ("на {at}", "на {at:acc}", "{at} is no term here"),
        ("окончена.", "окончена.{x}", "its {names} are not those of the English"),
        ('"{count} бревно"', '"бревно"', "its {names} are not those of the English"),
        ('msgstr[2] "{count} брёвен"\n', "", f"not translated: {LOGS[0]!r}"),
        ('msgctxt "acc"\nmsgid "worker"\nmsgstr "рабочего"\n', "", "missing: 'worker' (acc)"),
        ('"рабочего"', '""', "not translated: 'worker' (acc)"),
        ("ставит {figure:acc}", "ставит {figure}", "no longer used: 'worker' (acc)"),
        ("Language: ru", "PO-Revision-Date: 2026-01-01 10:00+0000", "it is not written"),
    ],
)  # fmt: skip
def test_each_fault_of_a_catalogue_is_seen(before: str, after: str, fault: str) -> None:
    assert before in whole()

    found = wrong(whole().replace(before, after, 1))

    assert any(fault in one for one in found), found


def test_what_is_obsolete_is_a_fault() -> None:
    found = wrong(whole() + '\n#~ msgid "Gone."\n#~ msgstr "Нет."\n')

    assert "obsolete: 'Gone.'" in found


def test_a_language_without_an_entry_is_a_fault() -> None:
    assert "there is no entry" in list(faults.found("ru", catalogues.header("ru"), []))


def test_the_catalogues_that_we_ship_are_whole() -> None:
    assert command.wrong(list(marks.everything())) == []


def test_the_check_tells_what_is_wrong_and_what_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "everything", lambda: MARKED)

    with pytest.raises(SystemExit) as stopped:
        command.main(["--check"])

    assert "ru: no longer used: " in str(stopped.value)
    assert "ru: … and " in str(stopped.value)
    assert str(stopped.value).endswith(command.ADVICE)


# --- bringing up to date


def test_a_translation_is_kept_only_while_its_english_is_unchanged() -> None:
    """No guessing: a changed sentence is translated anew."""
    changed = [Marked("The match is over now.", "a.py"), *MARKED[1:]]

    new = catalogues.renewed("ru", catalogues.parse("ru", whole()), changed)
    text = catalogues.write("ru", new)

    assert 'msgid "The match is over now."\nmsgstr ""\n' in text
    assert "Партия" not in text
    assert "{count} брёвен" in text


def test_a_sentence_that_gets_a_plural_starts_anew() -> None:
    changed = [Marked((OVER, "The matches are over."), "a.py"), *MARKED[1:]]

    text = catalogues.write(
        "ru", catalogues.renewed("ru", catalogues.parse("ru", whole()), changed)
    )

    assert 'msgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""' in text


def test_writing_twice_changes_nothing_and_leaves_no_date_and_no_line_number() -> None:
    again = catalogues.write(
        "ru", catalogues.renewed("ru", catalogues.parse("ru", whole()), MARKED)
    )

    assert again == whole()
    assert "Date" not in again
    assert "#: a.py\n" in again


def test_entries_stand_in_the_order_of_the_source_with_all_their_places() -> None:
    marked = [Marked("B", "a.py"), Marked("A", "a.py"), Marked("B", "b.py")]

    text = catalogues.write(
        "de", catalogues.renewed("de", catalogues.parse("de", catalogues.header("de")), marked)
    )

    assert text.index('msgid "B"') < text.index('msgid "A"')
    assert '#: a.py b.py\nmsgid "B"' in text


# --- what is marked


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('x = N_("one")', ["one"]),
        ('x = T_("term"), words.N_("a" "b")', ["term", "ab"]),
        ('Plural("n", N_("{n} log"), N_("{n} logs"))', [("{n} log", "{n} logs")]),
        ('tongue.count(N_("{n} log"), N_("{n} logs"), n)', [("{n} log", "{n} logs")]),
        ('tongue.count("{n} log", "{n} logs", len(N_("x")))', [("{n} log", "{n} logs"), "x"]),
        ('"abc".count("a")', []),
        ('tell(N_("{a}"), a=say(N_("b")))', ["{a}", "b"]),
        ('"not marked"', []),
    ],
)
def test_marks_are_found_in_python(source: str, found: list[Text]) -> None:
    assert list(in_python(source, "a.py")) == found


def test_a_mark_around_what_is_no_text_is_refused_with_its_place() -> None:
    with pytest.raises(Unreadable, match=r"a\.py:2: "):
        list(in_python('\nN_(f"{x}")', "a.py"))


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('{{ _("Hello") }}', ["Hello"]),
        ("{% trans %}\n  Two\n  lines\n{% endtrans %}", ["Two lines"]),
        ("{% trans name=x %}Hi {{ name }}{% endtrans %}", ["Hi %(name)s"]),
        (
            "{% trans count=n %}{{ count }} hour{% pluralize %}{{ count }} hours{% endtrans %}",
            [("%(count)s hour", "%(count)s hours")],
        ),
        ("plain", []),
    ],
)
def test_marks_are_found_in_templates(source: str, found: list[Text]) -> None:
    assert list(in_template(source)) == found
