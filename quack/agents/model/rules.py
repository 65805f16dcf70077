"""The rules of a game as it is set up, in words: the values of the standing instructions."""

from __future__ import annotations

from quack.agents.model.naming import Naming

_TIMES = {1: "once", 2: "twice"}


def rule_values(naming: Naming) -> dict[str, str]:
    """What the placeholders of `system_goose.md` and `system_duck.md` stand for."""
    briefing, words = naming.briefing, naming.phrases
    setup = briefing.setup
    rounds = {0: words("no_rounds"), 1: words("one_round")}
    return {
        "you": naming.name(briefing.player),
        "players": naming.listed(map(naming.name, briefing.names)),
        "ducks": words("one_duck") if setup.ducks == 1 else words("ducks", n=setup.ducks),
        "partners": _partners(naming),
        "map_name": naming.plain(setup.map.name),
        "rooms": _rooms(naming),
        "task_rule": _task_rule(naming),
        "geese_win": words("geese_win") if setup.tasks else "",
        "ticks": words.ticks(setup.ticks),
        "first_kill": str(setup.first_kill),
        "kill_cooldown": words.ticks(setup.kill_cooldown),
        "button_rule": _button_rule(naming),
        "rounds": rounds.get(setup.discussion_rounds) or words("rounds", n=setup.discussion_rounds),
    }


def opening_text(naming: Naming) -> str:
    """What a player knows before the first tick, and the map; without any instructions."""
    values = rule_values(naming)
    briefing, words = naming.briefing, naming.phrases
    partners = values["partners"] if briefing.team == "duck" else ""
    told = {name: values[name] for name in ("you", "players", "ducks")}
    opening = words("opening", team=words(briefing.team), partners=partners, **told).strip()
    return f"{opening}\n\n{values['rooms']}"


def _partners(naming: Naming) -> str:
    partners, words = naming.briefing.partners, naming.phrases
    if not partners:
        return words("no_partner")
    return words("one_partner" if len(partners) == 1 else "partners", players=naming.all(partners))


def _task_rule(naming: Naming) -> str:
    setup, words = naming.briefing.setup, naming.phrases
    if not setup.tasks:
        return words("no_tasks")
    ticks = words.ticks(setup.task_ticks)
    return words("one_task", ticks=ticks) if setup.tasks == 1 else words("tasks", n=setup.tasks, ticks=ticks)


def _button_rule(naming: Naming) -> str:
    setup, words = naming.briefing.setup, naming.phrases
    rooms = [naming.room(room) for room in setup.map.room_names if room in setup.map.button_rooms]
    pool = setup.button_pool
    if not rooms or not pool:
        return words("no_button")
    times = words(_TIMES[pool]) if pool in _TIMES else words("times", n=pool)
    return words("button", rooms=naming.listed(rooms), times=times)


def _rooms(naming: Naming) -> str:
    game_map, words = naming.briefing.setup.map, naming.phrases
    lines = []
    for room in game_map.rooms:
        ways = [words("way", room=naming.room(end), ticks=words.ticks(t)) for end, t in game_map.ways[room.name]]
        told = [words("room_ways", list=naming.listed(ways))] if ways else []
        if room.task:
            told.append(words("room_task", task=naming.plain(room.task)))
        if room.button:
            told.append(words("room_button"))
        lines.append(words("room", room=naming.room(room.name), ways=words.semicolon.join(told)))
    return "\n".join(lines)
