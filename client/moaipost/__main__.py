"""`moaipost`, also as `python -m moaipost`."""

import signal
import sys

from moaipost.terminal.main import main
from moaipost.terminal.world import World


def run() -> None:
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader such as head may stop listening
    sys.exit(main(sys.argv[1:], World()))


if __name__ == "__main__":
    run()
