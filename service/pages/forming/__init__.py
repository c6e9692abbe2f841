"""Each game's forms: how a draft becomes what a table's page offers."""

from collections.abc import Mapping

from service.pages.forming import giants, rapanui
from service.pages.forms import Former

FORMERS: Mapping[str, Former] = {"giants": giants.offer, "rapa-nui": rapanui.offer}
