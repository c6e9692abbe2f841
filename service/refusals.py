"""A refusal: why the service said no, as a stable code with named facts."""


class Refusal(Exception):  # noqa: N818  # the project's word for it, see docs/words.md
    """`code` is a row of the table in service/api/problems.py; `detail` names the offender."""

    def __init__(self, code: str, detail: str, **facts: object) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.facts = facts
