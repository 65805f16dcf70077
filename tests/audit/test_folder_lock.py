"""One run at a time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from quack.audit.folder_lock import hold
from quack.errors import SettingsError
from tests.conftest import ROOT

_TRY = """
import sys
from pathlib import Path
from quack.audit.folder_lock import hold
from quack.errors import SettingsError
try:
    with hold(Path(sys.argv[1])):
        print("held")
except SettingsError as error:
    print(error)
"""


def _by_another_process(folder: Path) -> str:
    command = [sys.executable, "-c", _TRY, str(folder)]
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout


def test_a_folder_that_is_not_there_is_made(tmp_path: Path) -> None:
    with hold(tmp_path / "a/b"):
        assert (tmp_path / "a/b").is_dir()


def test_a_second_hold_in_the_same_process_is_refused_and_frees_nothing(tmp_path: Path) -> None:
    with hold(tmp_path):
        with pytest.raises(SettingsError, match="another run is writing into this folder"), hold(tmp_path):
            pass
        with pytest.raises(SettingsError), hold(tmp_path):
            pass


@pytest.mark.skipif(sys.platform == "win32", reason="no such locks here")
def test_another_process_is_refused_until_the_folder_is_free(tmp_path: Path) -> None:
    with hold(tmp_path):
        with pytest.raises(SettingsError), hold(tmp_path):
            pass
        assert "wait for its end, or name another with --out" in _by_another_process(tmp_path)
    assert "held\n" == _by_another_process(tmp_path)


def test_a_folder_is_free_when_its_run_has_failed(tmp_path: Path) -> None:
    with pytest.raises(ValueError), hold(tmp_path):
        raise ValueError
    with hold(tmp_path):
        pass
