"""Rapa Nui, ruling by ruling."""
