"""Targets: the modules in which faults are made, and the tests that are to notice them."""

from dataclasses import dataclass

# These ask for no parts, which would take longer to read than the tests take to run.
ALONE = ("--noconftest",)


@dataclass(frozen=True)
class Target:
    """One module; the quickest tests come first, for the first that fails is the last to run."""

    name: str
    path: str
    tests: tuple[str, ...]


TARGETS = (
    Target(
        "giants",
        "engine/giants/view.py",
        (*ALONE, "tests/engine/giants/test_secrets.py", "tests/engine/giants/test_peeking.py"),
    ),
    Target("rapanui", "engine/rapanui/view.py", (*ALONE, "tests/engine/rapanui/test_view.py")),
    Target(
        "signing",
        "engine/signing.py",
        (*ALONE, "tests/engine/test_signing.py", "tests/engine/test_proofs.py"),
    ),
    Target("ed25519", "engine/ed25519.py", (*ALONE, "tests/engine/test_ed25519.py")),
    Target(
        "tokens",
        "service/tokens.py",
        (*ALONE, "tests/service/test_tokens.py"),
    ),
    Target(
        "signatures",
        "service/signatures.py",
        (*ALONE, "tests/service/test_signed_requests.py"),
    ),
    Target(
        "resolution",
        "service/resolution.py",
        ("tests/service/test_resolution.py",),
    ),
    Target(
        "outbox",
        "service/store/outbox.py",
        (*ALONE, "tests/service/test_stored_letters.py"),
    ),
    Target(
        "envelope",
        "service/mail/envelope.py",
        (
            *ALONE,
            "tests/service/test_envelope.py",
            "tests/service/test_letters.py::test_a_long_link_stays_whole",
        ),
    ),
    Target(
        "inspection",
        "service/mail/inspection.py",
        (*ALONE, "tests/service/test_inspection.py"),
    ),
    Target(
        "names",
        "service/names.py",
        (*ALONE, "tests/service/test_names.py"),
    ),
    Target(
        "marking",
        "service/post/marking.py",
        (*ALONE, "tests/service/test_marking.py"),
    ),
)


def chosen(names: tuple[str, ...]) -> list[Target]:
    known = {one.name: one for one in TARGETS}
    for name in names:
        if name not in known:
            raise SystemExit(f"no target {name!r}: there are {', '.join(known)}")
    return [known[name] for name in names or known]
