"""The command line: each command parses, calls one function of the library, prints."""

from __future__ import annotations


def main() -> None:
    """Runs the command line; the `quack` command and the root's `cli.py` call this."""
    from quack.cli.app import run

    raise SystemExit(run())
