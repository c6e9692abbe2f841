"""Every page and state that the gallery shows, in the order in which they are drawn.

Looking comes before acting: a scene that acts may change the match for those after it.
"""

from tests.gallery.scenes import lobby, public, tables

SCENES = (*public.SCENES, *tables.SCENES, *lobby.SCENES)
