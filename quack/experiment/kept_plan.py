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
    return {**entry.model_dump(mode="json", exclude={"timeout", "retries", "price"}), "api_base": base}


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
            **manner.model_dump(mode="json", exclude={"prompts", "font"}),
            "prompts": order.table.prompt_set().digest,
        }
        if manner.views != "none" and manner.font:
            described["models"]["font"] = [hashlib.sha256(font.read_bytes()).hexdigest() for font in order.table.fonts]
    return described


def keep_plan(plan: Plan) -> None:
    """Writes the plan into the study's folder, which is there already; with what is left of earlier ones, if anything.

    Raises:
        SettingsError: `require_consistent` raises it.
        OSError: it can't be written.
    """
    require_consistent(plan)
    new, old = plan_json(plan), kept_plan(plan.out)
    if old is not None and (left := _left(plan, old, new)):
        new["left"] = left
    with draft_of(plan.out / PLAN_NAME) as draft:
        draft.write_text(json.dumps(new, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def require_consistent(plan: Plan) -> None:
    """Holds that the games that lie in a study's folder are its own, or of conditions and seeds that it has dropped.

    Raises:
        SettingsError: they come from another study, or from this one before it was changed; it names the difference.
    """
    old = kept_plan(plan.out)
    if old is not None and (what := _contradiction(plan, old, plan_json(plan))):
        raise SettingsError(
            what, path=plan.out / PLAN_NAME, remedy="undo that change, or name another folder with --out"
        )


def left_games(plan: Plan) -> tuple[Path, ...]:
    """The folders of games of earlier plans that the study no longer names; they are no part of it."""
    try:
        old = kept_plan(plan.out)
    except SettingsError:  # whoever runs the study says so
        return ()
    if old is None:
        return ()
    planned = {condition.name for condition in plan.conditions}
    seeds = {folder_name(seed) for seed in plan.seeds}
    known = {folder_name(seed) for seed in old["seeds"]}
    return tuple(
        folder
        for name in sorted(old["conditions"])
        if _is_folder(name)
        for folder in sorted(_entries(plan.out / name))
        if folder.name in known and not (name in planned and folder.name in seeds) and _begun(folder)
    )


def _is_folder(name: str) -> bool:
    """Whether a name stays in the study's folder, whoever wrote it into the kept plan."""
    return name.isprintable() and name not in ("", ".", "..") and Path(name).name == name


def _entries(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []


def _left(plan: Plan, old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """What has to be known of the plans that games were played by which the study no longer names."""
    games = left_games(plan)
    names = {game.parent.name for game in games}
    seeds = {folder_name(seed): seed for seed in old["seeds"]}
    conditions = {name: old["conditions"][name] for name in sorted(names - new["conditions"].keys())}
    agents = {parts.get(role) for parts in conditions.values() for role in ("crew", "impostor")}
    left = {
        "seeds": sorted({seeds[game.name] for game in games} - set(new["seeds"])),
        "models": {
            agent: old["models"][agent] for agent in sorted(agents & old["models"].keys() - new["models"].keys())
        },
        "conditions": conditions,
    }
    return left if games else {}


def kept_plan(out: Path) -> dict[str, Any] | None:
    """The plan that lies in a folder, together with what is left of earlier ones; None if there is none.

    Raises:
        SettingsError: it can't be read.
    """
    path = out / PLAN_NAME
    remedy = "name another folder with --out, or remove this file"
    try:
        data = json.loads(path.read_bytes())
        left = data.get("left") or {"seeds": [], "models": {}, "conditions": {}}
        seeds = dict.fromkeys(int(seed) for seed in (*data["seeds"], *left["seeds"]))
        return {
            **data,
            "seeds": list(seeds),
            "models": {**left["models"], **data["models"]},
            "conditions": {**_parts(left), **_parts(data)},
        }
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SettingsError(f"can't be read: {error.strerror}", path=path, remedy=remedy) from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise SettingsError("not the plan of a study", path=path, remedy=remedy) from None


def _parts(data: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    return {name: dict(parts) for name, parts in data["conditions"].items()}


def _contradiction(plan: Plan, old: Mapping[str, Any], new: Mapping[str, Any]) -> str | None:
    """How a plan contradicts the one that games were played by; None where these games belong to it, or are left."""
    begun = sorted(name for name in old["conditions"] if _is_folder(name) and _begun(plan.out / name))
    for name in begun:
        parts = old["conditions"][name]
        if name in new["conditions"]:
            if what := _difference(parts, new["conditions"][name]):
                return f"games of the condition {name} lie here, with {what}"
        elif (now := _name_of(parts, new["conditions"])) and not _begun(plan.out / now):
            return f"games of the condition {name} lie here, which the study now calls {now}"
    played = {old["conditions"][name].get(role) for name in begun for role in ("crew", "impostor")}
    for agent in sorted(played & old["models"].keys() & new["models"].keys()):
        theirs, ours = ({**models[agent], "api_base": None} for models in (old["models"], new["models"]))
        if what := _difference(theirs, ours):
            return f"games of the model {agent} lie here, with {what}"
    return None


def _name_of(parts: object, conditions: Mapping[str, object]) -> str | None:
    """What a condition that is known by its parts is called."""
    return next((name for name, others in conditions.items() if others == parts), None)


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
