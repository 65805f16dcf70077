"""Is a rule file one of those that came with the program? Those are known to be well; a stranger's are not.

`shipped.sha256` beside this module lists them. After a change of `rules/` it is written anew with
`python -m quack.kb.shipped`; until then the changed files count as a stranger's, which costs time and nothing else.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

LIST = Path(__file__).with_name("shipped.sha256")


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def _known() -> frozenset[str]:
    try:
        return frozenset(line.partition(" ")[0] for line in LIST.read_text("ascii").splitlines())
    except OSError:
        return frozenset()


def is_shipped(text: str) -> bool:
    """Whether a text is that of a shipped rule file or of its tests."""
    return digest(text) in _known()


def listing(folder: Path) -> str:
    """What the list has to say of a folder of rules."""
    files = sorted((path.relative_to(folder).as_posix(), path) for path in folder.rglob("*.lp"))
    return "".join(f"{digest(path.read_text('utf-8'))}  {name}\n" for name, path in files)


def main() -> None:
    """Writes the list."""
    from quack.settings import shipped_folder

    LIST.write_text(listing(shipped_folder("rules")), "ascii")


if __name__ == "__main__":
    main()
