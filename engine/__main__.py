"""`python -m engine`, the terminal tool with the games and bots of this house."""

import signal
import sys

from engine.registry import BOTS, GAMES
from engine.terminal.main import main
from engine.terminal.shelf import Shelf

if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader such as head may stop listening
    sys.exit(main(Shelf(GAMES, BOTS), sys.argv[1:], sys.stdout, sys.stderr))
