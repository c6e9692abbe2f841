"""What the stages, actions and powers of Giants are called."""

from collections.abc import Mapping

from engine.words import N_

STAGES: Mapping[str, str] = {
    "bidding": N_("bidding"),
    "picking": N_("picking"),
    "placement": N_("placement"),
    "transport": N_("transport"),
    "recall": N_("recall"),
    "over": N_("over"),
}
ACTIONS: Mapping[str, str] = {
    "bid": N_("bid"),
    "take": N_("take"),
    "decline": N_("decline"),
    "place": N_("place"),
    "tablet": N_("tablet"),
    "pass": N_("pass"),
    "move": N_("move"),
    "recall": N_("recall"),
    "peek": N_("peek"),
}
POWERS: Mapping[str, str] = {
    "village": N_("village"),
    "hut": N_("hut"),
    "forest": N_("forest"),
    "ahu": N_("ahu"),
    "headdress-quarry": N_("headdress-quarry"),
}
