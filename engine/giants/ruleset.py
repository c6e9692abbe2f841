"""The numbers of the rulebook: what is in the box, and what each clan begins with."""

from typing import Final, Literal, TypeAlias

Rules: TypeAlias = Literal["1", "2"]
FIRST_RULES: Final[Rules] = "1"  # a chief's unit draws logs along (before G23)
NEWEST_RULES: Final[Rules] = "2"

COLOURS: Final = ("blue", "green", "red", "yellow", "purple")

WORKERS: Final = 6
MARKERS: Final = 6
BASES: Final = {3: 7, 4: 6, 5: 5}  # in play for each number of seats

MOAI: Final = (17, 12, 6)  # of size 1, 2 and 3
HEADDRESSES: Final = 14
LOGS: Final = 27
HALVES: Final = 30

FIRST_MARKERS: Final = 2
FIRST_WORKERS: Final = 1
QUICK_WORKERS: Final = 2

# The faces are our guess, from the supply: the texts say only that 0 to 3 occur.
WHITE: Final = (1, 1, 1, 2, 2, 3)
BROWN: Final = (0, 1, 1, 2, 2, 3)
DICE: Final = (WHITE, WHITE, WHITE, BROWN, BROWN)
FIRST_ROLL: Final = {0: 1, 3: 2}  # how round 1 reads the outer faces

CHIEF_STRENGTH: Final = 3
MOST_LOGS: Final = 2  # placed with one figure
TABLET: Final = 2  # halves to a whole
TABLET_POINTS: Final = 3
MOST_ROUNDS: Final = 15
MOST_PLANNED: Final = 10  # picks of a plan, and choices for one pick: more than any auction has
