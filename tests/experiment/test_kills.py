"""Studies that are killed: the next run goes on, asks nothing again, and ends with the same bytes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

from tests.support.model_server import ModelServer
from tests.support.study_kills import Studies, kill_and_go_on, left_behind

STUDY = """\
name: killed
out: out
seeds: 1-{seeds}
games_at_once: 3
models:
  mine: {{model: openai/my-own, api_base: "{url}"}}
setup: {{players: 4, ticks: 8, discussion_rounds: 1, first_kill: 1, kill_cooldown: 2, image_size: 256}}
conditions:
  - {{crew: [mine, "honest:0.1"], impostor: mine, views: [none, local]}}
"""


def killed_and_undisturbed(
    folder: Path, server: ModelServer, seeds: int, kills: int, chance: Random
) -> tuple[int, int]:
    """Holds that a killed study ends like an undisturbed one.

    Returns:
        How many questions it takes, and how many the killed one asked in vain.
    """
    studies = [folder / name / "study.yaml" for name in ("undisturbed", "killed")]
    for study in studies:
        study.parent.mkdir()
        study.write_text(STUDY.format(seeds=seeds, url=server.url))
    with Studies(server) as nursery:
        assert 0 == nursery.run(studies[0])
        undisturbed = Counter(nursery.asked)
        vain = kill_and_go_on(studies[1], nursery, undisturbed, chance, kills)
    expected, found = (left_behind(study.parent / "out") for study in studies)
    assert expected.keys() == found.keys()
    for name, content in expected.items():
        assert content == found[name], name
    return sum(undisturbed.values()), vain


def test_killed_at_any_moment_a_study_ends_with_the_same_bytes_and_asks_nothing_again(
    tmp_path: Path, server: ModelServer
) -> None:
    killed_and_undisturbed(tmp_path, server, seeds=1, kills=5, chance=Random(5))
