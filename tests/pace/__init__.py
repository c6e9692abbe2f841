"""Slow games by a clock that is turned by hand: who sits down when, and how long a match takes."""
