"""What the browser tests share: something to look at."""

import pytest

from tests.browser.scenes import Scenes
from tests.parts.house import House


@pytest.fixture
def scenes(home: House) -> Scenes:
    return Scenes(home)
