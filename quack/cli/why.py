"""`quack why`: the proof of a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quack.cli.options import Constants, MapFile, MaxMemory, MaxSeconds, parse_constants
from quack.cli.output import complain, tell
from quack.settings import set_limits

if TYPE_CHECKING:
    from quack.audit.counsel import Counsellor
    from quack.audit.explain import Found, Library

EXAMPLES = """\b
Examples:
  quack why logs                                the claims to choose from
  quack why logs/sample 0.4.3
  quack why logs sample:0.4.3 --json            of several games, one is named
  quack why logs --speaker Bob --says storage
  quack why logs/sample 0.4.3 --not true             why not: the nearest rule and what it fails for
  quack why logs/sample 0.4.3 --what-if              what would have made it hold
  quack audit logs --out audited && quack why audited sample:0.4.3
"""

_MOST_LOGS = 20
"""So many logs are looked into for names, while somebody waits for the shell."""


def _speaker_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """The players of the games under the path, for completion in the shell."""
    import json

    from quack.audit.explain import Library
    from quack.errors import QuackError

    names: set[str] = set()
    try:
        # An option that still lacks its value leaves the arguments unread.
        for game in Library(ctx.params["path"] or ctx.args[0]).games[:_MOST_LOGS]:
            with open(game.log, encoding="utf-8") as file:
                names.update(map(str, json.loads(file.readline(1_000_000))["data"]["players"]))
    except (OSError, ValueError, LookupError, TypeError, RecursionError, QuackError):
        return []
    return sorted(name for name in names if name.startswith(incomplete) and name.isprintable())


GamePath = Annotated[
    Path,
    typer.Argument(metavar="PATH", help="A log, a run folder, a tree of them, or an audit written with --out."),
]
ClaimId = Annotated[
    str | None,
    typer.Argument(metavar="[CLAIM]", help="The claim's id, or GAME:ID where games share it. Without: a list."),
]
RulebookName = Annotated[
    str | None,
    typer.Option("--rules", metavar="NAME|DIR", help="The rulebook; otherwise observed, or that of the audit."),
]
ClaimsFile = Annotated[
    str | None,
    typer.Option("--claims", metavar="FILE|NAME|DIR", help="The claims, as for quack audit."),
]
Speaker = Annotated[
    str | None,
    typer.Option("--speaker", metavar="NAME", autocompletion=_speaker_names, help="Claims that this player made."),
]
Says = Annotated[str | None, typer.Option("--says", metavar="TEXT", help="Claims that hold these words.")]
Not = Annotated[
    str | None,
    typer.Option(
        "--not", metavar="VERDICT", help="Why it has not this verdict: the nearest rule, and what that fails for."
    ),
]
IfOtherwise = Annotated[
    bool,
    typer.Option("--what-if", help="Which single change to the claim would make it hold, the smallest first."),
]
AsJson = Annotated[bool, typer.Option("--json", help="The proof, or the list, as JSON.")]
Full = Annotated[bool, typer.Option("--full", help="Every step, those too that show nothing new.")]


def why(
    path: GamePath,
    claim: ClaimId = None,
    speaker: Speaker = None,
    says: Says = None,
    rulebook_name: RulebookName = None,
    constants: Constants = None,
    claims: ClaimsFile = None,
    not_verdict: Not = None,
    if_otherwise: IfOtherwise = False,
    as_json: AsJson = False,
    full: Full = False,
    map_file: MapFile = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
) -> None:
    """Prove why a claim has its verdict: rules with their lines, down to the lines of the log.

    Without a claim, or where several fit, they are listed with their verdicts.
    """
    from quack.audit.counsel import Counsellor
    from quack.errors import SettingsError
    from quack.world.map import load_map

    if not_verdict is not None and if_otherwise:
        raise SettingsError("--not and --what-if ask two questions", remedy="ask one at a time")
    set_limits(max_seconds, max_memory)
    consts = parse_constants(constants) if constants else None
    game_map = load_map(map_file) if map_file else None
    library = Counsellor(path, rulebook=rulebook_name, consts=consts, claims=claims, map=game_map)
    if claim is None:
        found = _search(library, speaker, says)
        if len(found) != 1 or (speaker is None and says is None):
            if not_verdict is not None or if_otherwise:
                what = f"{'--what-if' if if_otherwise else '--not'} asks of one claim, and {len(found)} are meant"
                raise SettingsError(what, path=path, remedy="give its id; without that option they are listed")
            titles = {game.name: game.title for game in library.games}
            _tell_list(library.verdicts(found), titles, as_json=as_json)
            return
        claim = f"{found[0].game}:{found[0].id}"
    if not_verdict is not None:
        _tell_instead(library, claim, not_verdict, as_json=as_json, full=full)
    elif if_otherwise:
        _tell_what_if(library, claim, as_json=as_json)
    else:
        _tell_proof(library, claim, as_json=as_json, full=full)


def _search(library: Counsellor, speaker: str | None, says: str | None) -> list[Found]:
    """The claims that fit."""
    from quack.errors import SettingsError

    found = library.search(speaker, says)
    if not found and (speaker is not None or says is not None):
        whose = "no claim" if speaker is None else f"no claim of {speaker}"
        what = whose if says is None else f"{whose} says “{says}”"
        raise SettingsError(what, path=library.path, remedy="without --speaker and --says all claims are listed")
    return found


def _tell_proof(library: Library, claim: str, *, as_json: bool, full: bool) -> None:
    explanation = library.explain(claim)
    _tell_notices(explanation.notices)
    if as_json:
        _tell_json({"game": explanation.game, **explanation.proof.to_json()})
        return
    from quack.report.proof import print_proof

    print_proof(explanation.proof, full=full)


def _tell_instead(library: Counsellor, claim: str, verdict: str, *, as_json: bool, full: bool) -> None:
    refusal = library.why_not(claim, verdict)
    _tell_notices(refusal.notices)
    if as_json:
        _tell_json({"game": refusal.game, **refusal.instead.to_json()})
        return
    from quack.report.counsel import print_instead

    print_instead(refusal.instead, full=full)


def _tell_what_if(library: Counsellor, claim: str, *, as_json: bool) -> None:
    supposition = library.what_if(claim)
    _tell_notices(supposition.notices)
    if as_json:
        asked = supposition.proof.to_json()
        del asked["proof"]
        _tell_json({"game": supposition.game, **asked, **supposition.what_if.to_json()})
        return
    from quack.report.counsel import print_what_if

    print_what_if(supposition.proof, supposition.what_if)


def _tell_notices(notices: Sequence[str]) -> None:
    for notice in notices:
        complain(notice)


def _tell_json(values: dict[str, Any]) -> None:
    import json

    from quack.kb.why import deep

    with deep():
        text = json.dumps(values, indent=1)
    tell(text)


def _tell_list(found: list[Found], titles: dict[str, str], *, as_json: bool) -> None:
    if as_json:
        import json

        tell(json.dumps([each._asdict() for each in found], indent=1))
        return
    from quack.report.proof import claim_lines

    called = [each._replace(game=titles[each.game]) for each in found]
    tell("\n".join(claim_lines(called, several=len(titles) > 1)))
