"""The plan of a study as it is kept beside its games, `study.json`: all that these and their figures depend on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from quack import __version__
from quack.drafts import draft_of
from quack.errors import SettingsError
from quack.experiment.conditions import Condition
from quack.experiment.plan import Plan, folder_name
from quack.experiment.study_file import ModelEntry
from quack.settings import without_secrets

PLAN_NAME = "study.json"


def plan_json(plan: Plan) -> dict[str, Any]:
    """The plan as JSON values: all that its games and figures depend on, no path and no key."""
    return {
        "program": __version__,
        "name": plan.name,
        "seeds": list(plan.seeds),
        "models": {agent: _model_json(plan.entry(agent)) for agent in plan.asked},
        "conditions": {condition.name: _condition_json(plan, condition) for condition in plan.conditions},
        "audit": {
            "rulebook": {"name": plan.rulebook.name, "sha256": plan.rulebook.sha256},
            **plan.audit.model_dump(mode="json", include={"constants", "extractor", "channel"}),
        },
    }


def _model_json(entry: ModelEntry) -> dict[str, Any]:
    base = None if entry.api_base is None else without_secrets(entry.api_base)
    return {**entry.model_dump(mode="json", exclude={"timeout", "retries"}), "api_base": base}


def _condition_json(plan: Plan, condition: Condition) -> dict[str, Any]:
    setup = condition.setup
    described: dict[str, Any] = {
        "crew": condition.crew,
        "impostor": condition.impostor,
        "setup": {
            **setup.model_dump(mode="json", exclude={"map", "names", "turn_seconds"}),
            "names": list(setup.names),
            "map": setup.map.name,
            "map_sha256": hashlib.sha256(setup.map.model_dump_json().encode()).hexdigest(),
        },
    }
    if plan.has_models(condition):
        manner, order = condition.manner, plan.order(condition)
        described["models"] = {
            **manner.model_dump(mode="json", exclude={"prompts"}),
            "prompts": order.table.prompt_set().digest,
        }
    return described


def keep_plan(plan: Plan) -> None:
    """Writes the plan into the study's folder, which is there already.

    Raises:
        SettingsError: what lies there comes from another study, or from this one before it was changed; it names the
            difference.
        OSError: it can't be written.
    """
    new = plan_json(plan)
    old = kept_plan(plan.out)
    if old is not None and (what := _contradiction(plan, old, new)):
        raise SettingsError(
            what, path=plan.out / PLAN_NAME, remedy="undo that change, or name another folder with --out"
        )
    with draft_of(plan.out / PLAN_NAME) as draft:
        draft.write_text(json.dumps(new, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def kept_plan(out: Path) -> dict[str, Any] | None:
    """The plan that lies in a folder; None if there is none.

    Raises:
        SettingsError: it can't be read.
    """
    path = out / PLAN_NAME
    remedy = "name another folder with --out, or remove this file"
    try:
        data = json.loads(path.read_bytes())
        if all(isinstance(data[key], dict) for key in ("models", "conditions")):
            return {**data, "seeds": [int(seed) for seed in data["seeds"]]}
        raise ValueError("no conditions")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SettingsError(f"can't be read: {error.strerror}", path=path, remedy=remedy) from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise SettingsError("not the plan of a study", path=path, remedy=remedy) from None


def _contradiction(plan: Plan, old: Mapping[str, Any], new: Mapping[str, Any]) -> str | None:
    """How a plan contradicts the one that games were played by; None where these games belong to it."""
    begun = {name for name, parts in old["conditions"].items() if isinstance(parts, dict) and _begun(plan.out / name)}
    for name in sorted(begun):
        if name not in new["conditions"]:
            return f"the study no longer has the condition {name}, of which games lie here"
        if what := _difference(old["conditions"][name], new["conditions"][name]):
            return f"games of the condition {name} lie here, with {what}"
    for seed in sorted(set(old["seeds"]) - set(plan.seeds)):
        if any(_begun(plan.out / name / folder_name(seed)) for name in begun):
            return f"the study no longer has the seed {seed}, of which games lie here"
    played = {old["conditions"][name].get(role) for name in begun for role in ("crew", "impostor")}
    for agent in sorted(played & old["models"].keys() & new["models"].keys()):
        theirs, ours = ({**models[agent], "api_base": None} for models in (old["models"], new["models"]))
        if what := _difference(theirs, ours):
            return f"games of the model {agent} lie here, with {what}"
    return None


def _begun(folder: Path) -> bool:
    return folder.is_dir() and any(folder.iterdir())


def _difference(old: object, new: object, name: str = "") -> str | None:
    """What was otherwise, such as "players 6, not 7"."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*old, *new)):
            if what := _difference(old.get(key), new.get(key), key):
                return what
        return None
    return None if old == new else f"{name} {_shown(old)}, not {_shown(new)}"


def _shown(value: object) -> str:
    text = "unset" if value is None else str(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
