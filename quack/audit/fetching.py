"""Gets the games that were released with the study, by the client of the hub where they lie."""

from __future__ import annotations

from pathlib import Path

from quack.errors import SettingsError
from quack.settings import prepare_hub_client, without_secrets

DATA_SET = "AAAAA-Academia-Attractions/QUACK"
"""The public data set of the study's games."""

_WANTED = ("*.jsonl", "*.json")
"""Logs, claims and figures; pictures and videos of games are not needed, and large."""


def fetch_games(
    folder: Path, *, data_set: str = DATA_SET, revision: str | None = None, endpoint: str | None = None
) -> Path:
    """Gets the games of a data set into a folder and returns it; what is there already is not got again.

    Args:
        folder: it gets the layout of the data set.
        data_set: its name on the hub, such as `owner/name`.
        revision: a branch, tag or commit; None: the newest.
        endpoint: where the hub is; None: where its client looks.

    Raises:
        SettingsError: the hub can't be reached, or has no such data set, or the client is not installed.
    """
    prepare_hub_client()
    try:
        from huggingface_hub import snapshot_download
        from huggingface_hub.errors import HfHubHTTPError, HFValidationError
    except ImportError:
        raise SettingsError("the client of the hub is not installed", remedy="pip install huggingface-hub") from None
    try:
        snapshot_download(
            data_set,
            repo_type="dataset",
            revision=revision,
            local_dir=folder,
            allow_patterns=list(_WANTED),
            endpoint=endpoint,
        )
    except HFValidationError:
        raise SettingsError(f"{data_set!r} is no name of a data set", remedy="name it as owner/name") from None
    except (OSError, HfHubHTTPError) as error:
        # The client tells of every way that it tried, each on lines of its own.
        first = without_secrets(str(error).strip().partition("\n")[0])
        raise SettingsError(
            f"the data set {data_set} can't be fetched: {first}",
            remedy="get it by other means, and name its folder instead of --fetch",
        ) from None
    return folder
