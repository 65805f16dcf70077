"""The command line: each command parses, calls the library, prints."""

from __future__ import annotations

import sys

INTERRUPTED = 130


def main() -> None:
    """Runs the command line; the `quack` command and the checkout's `cli.py` call this.

    However often somebody interrupts it, it ends with the same exit code.
    """
    try:
        _run()
    except KeyboardInterrupt:  # while the program is loaded, or one more while the first is dealt with
        sys.stderr.write("interrupted\n")
        _end_at_one_more()
        sys.exit(INTERRUPTED)
    except SystemExit as ended:
        if ended.code == INTERRUPTED:
            _end_at_one_more()
        raise


def _end_at_one_more() -> None:
    """Has one more interrupt end the process at once: there is nothing left to lose."""
    import atexit
    import os
    import signal

    signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    # At the very end Python would take the handler away, and the signal would end the process with a code of its own.
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)


def _run() -> None:
    from quack.cli.opening import opening

    text = opening()
    if text is None:
        from quack.cli.app import run

        run()
        return
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        from quack.cli.app import explain_failure

        sys.exit(explain_failure(error))
