"""The command line as a whole: help, version, errors, start-up."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from quack import __version__
from quack.cli.app import app, command_line
from tests.cli.conftest import Run
from tests.conftest import ROOT
from tests.support.forking import Starter

Quack = Callable[..., "subprocess.CompletedProcess[str]"]
HEAVY = ("clingo", "networkx", "yaml", "rich", "quack.kb", "quack.events")
COMMANDS = (["audit"], ["extract"], ["play"], ["replay"], ["score"], ["log", "check"], ["rules", "test"])


@pytest.fixture
def quack(starter: Starter, tmp_path_factory: pytest.TempPathFactory) -> Quack:
    """Runs a command as a process of its own in the checkout."""
    command = starter.write(tmp_path_factory.mktemp("bin") / "quack")
    return lambda *words, **how: subprocess.run([command, *words], stderr=subprocess.PIPE, text=True, cwd=ROOT, **how)


def test_the_version_is_told(run: Run) -> None:
    assert f"quack {__version__}\n" == run("--version").stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(run: Run, command: list[str]) -> None:
    result = run(*command, "--help")
    assert 0 == result.exit_code
    assert f"quack {' '.join(command)}" in result.stdout.partition("Examples:")[2]


def test_the_help_tells_the_exit_codes(run: Run) -> None:
    assert "Exit codes: 0" in run("--help").stdout


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["audit", "--help"],
        ["extract", "--help"],
        ["play", "--help"],
        ["replay", "--help"],
        ["score", "--help"],
        ["--version"],
    ],
)
def test_nothing_heavy_is_imported_for_help(root: Path, words: list[str]) -> None:
    code = (
        "import sys\nfrom quack.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, cwd=root, check=True)
    assert "[]\n" == done.stderr


@pytest.mark.parametrize("columns", ["80", "200", "0", "x"])
def test_help_is_what_the_command_line_would_show(root: Path, columns: str) -> None:
    code = "from quack.cli.app import run\nrun()"
    environment = {**os.environ, "COLUMNS": columns}
    slow, fast = (
        subprocess.run(
            [sys.executable, *how, "--help"], capture_output=True, text=True, cwd=root, check=True, env=environment
        ).stdout
        for how in (["-c", code], ["cli.py"])
    )
    # How it is laid out is for the installed typer to say.
    assert slow.split()[2:] == fast.split()[2:]


def test_help_fits_a_narrow_terminal(root: Path) -> None:
    done = subprocess.run(
        [sys.executable, "cli.py", "--help"],
        capture_output=True,
        text=True,
        cwd=root,
        check=True,
        env={**os.environ, "COLUMNS": "60"},
    )
    assert 60 >= max(map(len, done.stdout.splitlines()[2:5]))


def test_help_starts_without_the_machinery_of_commands(root: Path) -> None:
    code = (
        "import sys\nfrom quack.cli import main\nmain()\n"
        "print([name for name in ('typer', 'click', 'pydantic') if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "--help"],
        capture_output=True,
        text=True,
        cwd=root,
        check=True,
        env={**os.environ, "COLUMNS": "80"},
    )
    assert "[]\n" == done.stderr


def test_the_shim_runs_the_command_line(root: Path) -> None:
    done = subprocess.run([sys.executable, "cli.py", "--version"], capture_output=True, text=True, cwd=root, check=True)
    assert f"quack {__version__}\n" == done.stdout


def test_a_reader_that_goes_away_is_no_error(root: Path) -> None:
    code = (
        "import sys, typer\nfrom quack.cli.app import app\n"
        "@app.command()\ndef flood():\n for _ in range(100000): typer.echo('x' * 100)\n"
        "sys.argv = ['quack', 'flood']\napp()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=root
    ) as process:
        assert process.stdout and process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert b"" == process.stderr.read()
    assert 141 == process.returncode


@pytest.mark.parametrize(
    "words",
    [
        ["audit", "logs"],
        ["audit", "logs", "--format", "jsonl"],
        ["audit", "logs", "--format", "json"],
        ["why", "logs"],
        ["why", "logs/sample", "0.4.3", "--full"],
        ["replay", "logs/sample"],
        ["replay", "--help"],
        ["play"],
        ["--help"],
        ["--help", "--help"],
    ],
)
def test_a_reader_that_is_gone_is_told_by_the_exit_code_alone(quack: Quack, words: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as pipe:
        done = quack(*words, stdout=pipe)

    assert (141, "") == (done.returncode, done.stderr)


def test_a_reader_that_is_gone_is_told_so_by_a_whole_start_too() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    for words in (["--help"], ["metrics", "list"]):
        with open(writer, "wb", closefd=False) as pipe:
            command = [sys.executable, str(ROOT / "cli.py"), *words]
            done = subprocess.run(command, stdout=pipe, stderr=subprocess.PIPE, text=True, cwd=ROOT)
        assert (141, "") == (done.returncode, done.stderr)
    os.close(writer)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["audit", "logs"]])
def test_a_full_device_is_one_line(quack: Quack, arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = quack(*arguments, stdout=full)

    assert (done.returncode, done.stderr) == (1, "No space left on device\n")


def test_a_closed_standard_output_is_one_line() -> None:
    done = subprocess.run(
        f'"{sys.executable}" "{ROOT / "cli.py"}" audit logs >&-',
        shell=True,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )

    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "standard output is closed" in done.stderr


def test_a_pipe_that_nobody_writes_to_is_refused(quack: Quack, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    done = quack("audit", str(tmp_path / "pipe"), stdout=subprocess.PIPE)

    assert (done.returncode, "neither a file nor a folder" in done.stderr) == (2, True)


def test_a_folder_without_claims_is_not_taken_for_silence(quack: Quack, tmp_path: Path) -> None:
    done = quack("audit", "logs", "--claims", str(tmp_path), stdout=subprocess.PIPE)

    assert (done.returncode, "none of the games has claims in this folder" in done.stderr) == (2, True)


def test_claims_that_are_a_folder_fail_their_game_alone(quack: Quack, tmp_path: Path) -> None:
    for name in ("good", "bad"):
        shutil.copytree(ROOT / "logs" / "sample", tmp_path / name)
    (tmp_path / "bad" / "claims.jsonl").unlink()
    (tmp_path / "bad" / "claims.jsonl").mkdir()

    done = quack("audit", str(tmp_path), stdout=subprocess.PIPE)

    assert (done.returncode, "can't read the claims" in done.stdout + done.stderr) == (1, True)


def test_tables_are_the_same_in_every_locale() -> None:
    def audit(**locale: str) -> bytes:
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "PYTHON"))}
        command = [sys.executable, str(ROOT / "cli.py"), "audit", "logs/sample"]
        return subprocess.run(command, cwd=ROOT, env=environment | locale, capture_output=True, check=True).stdout

    assert audit(PYTHONIOENCODING="utf-8") == audit(PYTHONIOENCODING="ascii") == audit(PYTHONIOENCODING="cp1252")


def test_a_log_that_breaks_off_is_audited_as_far_as_it_goes(quack: Quack, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "logs" / "sample", tmp_path / "cut")
    lines = (tmp_path / "cut" / "game.jsonl").read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "cut" / "game.jsonl").write_text("".join(lines[:57]) + lines[57][:40], "utf-8")

    done = quack("audit", str(tmp_path), "--format", "jsonl", stdout=subprocess.PIPE)

    assert (done.returncode, " about logs and claims" in done.stderr) == (0, True)
    assert 0 < len(done.stdout.splitlines()) < 36


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_is_closed_stops_no_other(quack: Quack, tmp_path: Path) -> None:
    for name in ("good", "closed"):
        shutil.copytree(ROOT / "logs" / "sample", tmp_path / name)
    (tmp_path / "closed").chmod(0)
    try:
        done = quack("audit", str(tmp_path), stdout=subprocess.PIPE)
    finally:
        (tmp_path / "closed").chmod(0o755)

    assert (done.returncode, "Permission denied" in done.stderr) == (1, True)


def test_a_command_that_is_set_up_alone_has_the_same_help() -> None:
    names = [each.name for each in app.registered_commands] + [
        each.typer_instance.info.name for each in app.registered_groups
    ]
    assert "audit" in names and "rules" in names
    for name in names:
        alone = CliRunner().invoke(command_line(name), [name, "--help"])
        assert CliRunner().invoke(app, [name, "--help"]).stdout == alone.stdout


def test_a_command_that_is_set_up_alone_is_the_only_one() -> None:
    assert 2 == CliRunner().invoke(command_line("audit"), ["why", "--help"]).exit_code


ONE_MORE = """
import atexit, os, signal, sys
import quack.cli.app
from quack.cli import main
from quack.cli.app import explain_failure
once_more = lambda: os.kill(os.getpid(), signal.SIGINT)
def run():
    if "loading" in sys.argv:
        raise KeyboardInterrupt
    if "told" in sys.argv:
        quack.cli.app.complain = lambda _: once_more()
    sys.exit(explain_failure(KeyboardInterrupt("what is done is kept")))
quack.cli.app.run = run
if "end" in sys.argv:
    atexit.register(once_more)
try:
    main()
finally:
    if "ended" in sys.argv:
        once_more()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others here")
@pytest.mark.parametrize(
    ("when", "said"),
    [
        ("loading", "interrupted\n"),
        ("told", ""),
        ("ended", "interrupted; what is done is kept\n"),
        ("end", "interrupted; what is done is kept\n"),
    ],
)
def test_whenever_it_is_interrupted_once_more_the_exit_code_is_the_same(when: str, said: str) -> None:
    done = subprocess.run([sys.executable, "-c", ONE_MORE, when], capture_output=True, text=True, cwd=ROOT)
    assert (130, said) == (done.returncode, done.stderr)
