"""The command line: each command parses, calls the library, prints."""

from __future__ import annotations


def main() -> None:
    """Runs the command line; the `quack` command and the checkout's `cli.py` call this."""
    from quack.cli.app import run

    run()
