"""The colours of the pictures: basalt, red scoria, grass and sea, by day and by night.

Clans have one colour in both themes. They were chosen so that none is mistaken for another with
red-green blindness; every piece has a letter and a shape besides. Tests compute all of it.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

ThemeName: TypeAlias = Literal["light", "dark"]


@dataclass(frozen=True, slots=True)
class Clan:
    """A seat's colour: its name, what it fills, what is written on it, and its letter."""

    name: str
    fill: str
    ink: str
    letter: str


CLANS: Final = {
    "blue": Clan("blue", "#1d5fae", "#ffffff", "B"),
    "green": Clan("green", "#2fa884", "#0c1a14", "G"),
    "red": Clan("red", "#c8421f", "#ffffff", "R"),
    "yellow": Clan("yellow", "#f2d43d", "#221c05", "Y"),
    "purple": Clan("purple", "#c98bc9", "#1f0f22", "P"),
}


@dataclass(frozen=True, slots=True)
class Theme:
    """What a picture is painted with; `on_…` is what is written on it."""

    name: ThemeName
    paper: str
    card: str
    ink: str
    quiet: str
    line: str
    accent: str
    on_accent: str
    sea: str
    depths: tuple[str, ...]  # from the open sea to the beach
    depth_line: str
    on_sea: str
    sand: str
    land: str
    hills: tuple[str, ...]
    forest: str
    on_land: str
    grid: str
    leaf: str
    leaf_deep: str
    wood: str
    wood_light: str
    on_wood: str
    stone: str
    stone_deep: str
    on_stone: str
    ghost: str
    on_ghost: str
    scoria: str
    scoria_deep: str
    on_scoria: str
    scoria_ghost: str
    on_scoria_ghost: str
    thatch: str
    outline: str
    halo: str


LIGHT: Final = Theme(
    name="light",
    paper="#f7f3ea",
    card="#fffdf8",
    ink="#26221d",
    quiet="#5a5248",
    line="#dcd3c2",
    accent="#8f3620",
    on_accent="#fffaf3",
    sea="#b9d6d8",
    depths=("#c0dbdc", "#cae2e1", "#d6e9e6", "#e3f0ea"),
    depth_line="#a3c6ca",
    on_sea="#173f49",
    sand="#efe2bf",
    land="#dcd6a6",
    hills=("#d8d29e", "#dcd4a2", "#d4d19c"),
    forest="#bec890",
    on_land="#3d3a22",
    grid="#b5b07b",
    leaf="#5d7d3a",
    leaf_deep="#3f5a26",
    wood="#8a5a33",
    wood_light="#d9ab74",
    on_wood="#fff6e8",
    stone="#5b544c",
    stone_deep="#37322d",
    on_stone="#ffffff",
    ghost="#fbf7ec",
    on_ghost="#39332c",
    scoria="#9c3d24",
    scoria_deep="#6d2817",
    on_scoria="#ffffff",
    scoria_ghost="#f6dccd",
    on_scoria_ghost="#7a2b16",
    thatch="#c79a55",
    outline="#2a251f",
    halo="#fffdf6",
)

DARK: Final = Theme(
    name="dark",
    paper="#1b1a18",
    card="#262420",
    ink="#f0e9dc",
    quiet="#b9afa0",
    line="#413c35",
    accent="#f0a58d",
    on_accent="#2a120b",
    sea="#102a33",
    depths=("#12303a", "#153742", "#193f4a", "#1f4952"),
    depth_line="#1c4450",
    on_sea="#cfe8ec",
    sand="#6e6448",
    land="#4a4a30",
    hills=("#4e4e34", "#524f36", "#4a4c33"),
    forest="#3b4a2a",
    on_land="#f3ecd6",
    grid="#64623f",
    leaf="#7fa052",
    leaf_deep="#56743a",
    wood="#a06c40",
    wood_light="#dcb07c",
    on_wood="#1c1109",
    stone="#b9b0a4",
    stone_deep="#7d756a",
    on_stone="#1f1b17",
    ghost="#24302f",
    on_ghost="#e8e1d2",
    scoria="#d4694a",
    scoria_deep="#8a3a24",
    on_scoria="#1d0803",
    scoria_ghost="#472a21",
    on_scoria_ghost="#f7c3b0",
    thatch="#c79a55",
    outline="#14120f",
    halo="#f4eddd",
)

THEMES: Final = {"light": LIGHT, "dark": DARK}
