"""The command line: each command parses, calls the library, prints."""

from __future__ import annotations

import sys


def main() -> None:
    """Runs the command line; the `quack` command and the checkout's `cli.py` call this."""
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
