"""Engines of others to measure beside, a move a step: python-chess, and a game of OpenSpiel's."""

import random
from collections.abc import Iterator
from itertools import count
from typing import Any

import chess
import pyspiel
from open_spiel.python.games import tic_tac_toe as _registers_itself  # noqa: F401  # by being loaded

# The position with the most legal moves that is known: 218.
MOST_MOVES = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"


def chess_moves() -> Iterator[None]:
    """Games of random moves, one after another, with the library's own test for their end."""
    for seed in count():
        pick, board = random.Random(seed), chess.Board()  # noqa: S311  # not a secret
        while not board.is_game_over():
            board.push(pick.choice(list(board.legal_moves)))
            yield


def spiel_moves() -> Iterator[None]:
    """The same with OpenSpiel's way to write a game in Python."""
    game = pyspiel.load_game("python_tic_tac_toe")
    for seed in count():
        pick, state = random.Random(seed), game.new_initial_state()  # noqa: S311  # not a secret
        while not state.is_terminal():
            state.apply_action(pick.choice(state.legal_actions()))
            yield


def crowded_board() -> Any:
    return chess.Board(MOST_MOVES)


def long_game(seed: int, moves: int) -> Any:
    """A board that knows its moves, as one that can take them back does."""
    pick, board = random.Random(seed), chess.Board()  # noqa: S311  # not a secret
    while len(board.move_stack) < moves and not board.is_game_over():
        board.push(pick.choice(list(board.legal_moves)))
    return board
