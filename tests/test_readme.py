"""What the README shows is what the program does: its console blocks are run, and its Python."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.conftest import checkout_environment

_BLOCK = re.compile(r"^```(?:console|prolog (?P<file>\S+))\n(?P<text>.*?)^```$", re.M | re.S)


def _run(block: re.Match[str], checkout: Path) -> str:
    """The block again, with what its commands print now; a block that shows a rule file is written there."""
    if block["file"]:
        (checkout / block["file"]).write_text(block["text"], "utf-8")
        return block["text"]
    shown = []
    for line in block["text"].splitlines():
        if line.startswith("$ "):
            done = subprocess.run(
                line[2:], shell=True, cwd=checkout, env=checkout_environment(checkout), capture_output=True, text=True
            )
            shown += [line, *done.stdout.splitlines(), *done.stderr.splitlines()]
    return "".join(f"{line.rstrip()}\n" for line in shown)


def test_the_console_blocks_show_what_the_program_prints(checkout: Path, root: Path) -> None:
    text = (root / "README.md").read_text("utf-8")
    shown = list(_BLOCK.finditer(text))

    assert shown
    assert [block["text"] for block in shown] == [_run(block, checkout) for block in shown]


def test_the_python_runs(checkout: Path, root: Path) -> None:
    text = (root / "README.md").read_text("utf-8")
    code = "\n".join(re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S))

    assert 2 == code.count("import")
    done = subprocess.run(
        [sys.executable, "-c", code + "\nprint(len(refuted))"],
        cwd=checkout,
        env=checkout_environment(checkout) | {"PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
    )
    assert (done.stdout.strip().isdigit(), done.stderr) == (True, "")


def test_the_map_can_be_played_on(checkout: Path, root: Path) -> None:
    text = (root / "README.md").read_text("utf-8")
    yaml = re.search(r"^```yaml\n(name: cabin\n.*?)^```$", text, re.M | re.S)
    command = re.search(r"`(quack play --map cabin.yaml [^`]*)`", text)

    assert yaml is not None and command is not None
    (checkout / "cabin.yaml").write_text(yaml[1])
    done = subprocess.run(
        command[1].split(), cwd=checkout, env=checkout_environment(checkout), capture_output=True, text=True
    )
    assert (done.returncode, done.stderr, "players on cabin" in done.stdout) == (0, "", True)


def test_the_study_can_be_foretold(checkout: Path, root: Path) -> None:
    yaml = re.search(r"^```yaml\n(name: my_model\n.*?)^```$", (root / "README.md").read_text("utf-8"), re.M | re.S)

    assert yaml is not None
    (checkout / "study.yaml").write_text(yaml[1])
    command = ["quack", "experiment", "run", "study.yaml", "--dry-run"]
    done = subprocess.run(command, cwd=checkout, env=checkout_environment(checkout), capture_output=True, text=True)
    assert (done.returncode, done.stderr, "my_model" in done.stdout) == (0, "", True)


def write_readme(root: Path, checkout: Path) -> None:
    """Puts what the commands print now into the README."""
    readme = root / "README.md"
    text = readme.read_text("utf-8")
    readme.write_text(_BLOCK.sub(lambda block: block[0].replace(block["text"], _run(block, checkout)), text), "utf-8")
