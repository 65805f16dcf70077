"""Runs the command line from a checkout: `python cli.py audit logs`."""

from quack.cli import main

if __name__ == "__main__":
    main()
