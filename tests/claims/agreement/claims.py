"""Claims as lines of files have them, in few letters."""


def _claim(**fields):
    return {key: value for key, value in fields.items() if value is not None}


def at(subject, room, **more):
    """Somebody was in a room."""
    return _claim(type="location", subject=subject, room=room, **more)


def way(subject, *route, **more):
    """Somebody went through rooms."""
    return _claim(type="location", subject=subject, route=list(route), **more)


def go(subject, origin, end, **more):
    """Somebody went from one room to another."""
    return _claim(type="activity", activity="traveling", subject=subject, **{"from": origin, "to": end}, **more)


def do(subject, activity, room, **more):
    """Somebody did something."""
    return _claim(type="activity", subject=subject, activity=activity, room=room, **more)


def saw(subject, target, room=None, **more):
    """Somebody saw somebody."""
    return _claim(type="sighting", subject=subject, target=target, room=room, **more)


def accuse(accuser, target, **more):
    """Somebody accuses somebody."""
    return _claim(type="accusation", accuser=accuser, target=target, **more)


def vote(subject, whom, **more):
    """Somebody says how it will vote."""
    return _claim(type="intent", subject=subject, vote=whom, **more)
