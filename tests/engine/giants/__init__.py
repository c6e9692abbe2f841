"""Giants, proved against its rulebook."""

import pytest

pytest.register_assert_rewrite("tests.engine.giants.tables")
