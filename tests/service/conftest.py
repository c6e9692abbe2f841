"""What the service's tests share: letters whose picture is blank, unless a test looks at it."""

from functools import cache
from io import BytesIO

import pytest
from PIL import Image

from service import drawing
from service.drawing import NARROW, raster
from service.post.picture import ZOOM


@cache
def blank() -> bytes:
    """As wide as a letter's picture."""
    kept = BytesIO()
    Image.new("P", (NARROW * ZOOM, 1)).save(kept, "PNG")
    return kept.getvalue()


@pytest.fixture(autouse=True)
def unpainted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pixels take longer than all the rest of a letter, and hundreds are written here."""
    monkeypatch.setattr(drawing, "png", lambda *_: blank())
    monkeypatch.setattr(drawing, "small_png", lambda *_: blank())


@pytest.fixture
def painted(unpainted: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The real ones, for tests of pictures."""
    monkeypatch.setattr(drawing, "png", raster.png)
    monkeypatch.setattr(drawing, "small_png", raster.small_png)
