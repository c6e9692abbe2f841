"""Bots: they keep to the rules, see no more than their seat, and play sensibly."""
