"""Each game's forms: how a draft becomes what a table's page offers."""

from collections.abc import Mapping

from service.pages.forming import rapanui
from service.pages.forms import Former

FORMERS: Mapping[str, Former] = {"rapa-nui": rapanui.offer}
