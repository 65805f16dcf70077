"""Claims: what an utterance asserts, one frozen class per type.

Both schemas are read: the published one (type, subject, target, room, route, activity, temporal, confidence, basis) and
the extended one (polarity, attribution, state and the rest). Names, rooms and phrases stay the raw text of the file;
`quack.claims.entities` and `quack.claims.time_phrases` say what they mean. Unknown keys are kept in `model_extra`.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    StringConstraints,
    Tag,
    TypeAdapter,
    ValidationError,
)

EXTENDED_FIELDS = frozenset(
    "span quote polarity attribution ticks state except_ origin destination task perceived".split()
)
"""A claim that sets any of these is in the extended schema."""

State = Literal["alive", "body", "any"]
Attribution = Annotated[str, StringConstraints(pattern=r"\A(?s:speaker|reported(:.*)?|hypothetical|question)\z")]
TickSpan = Annotated[
    tuple[int | None, int | None],
    Field(strict=False),
    BeforeValidator(lambda value: (value, value) if type(value) is int else value),
]
CharacterSpan = Annotated[tuple[int, int], Field(strict=False)]
Texts = Annotated[tuple[str, ...], Field(strict=False)]


class BaseClaim(BaseModel):
    """What all claims share.

    Attributes:
        subject: whom the claim is about.
        temporal: the words that say when, as they were said; None for none.
        ticks: first and last tick as a reader understood the words, None where it is open; [5, 5] is at tick 5. They
            override the numbers of the words.
        polarity: denied means that the utterance says it was not so.
        attribution: `speaker` asserts it itself; `reported` or `reported:<who>` relays another's words; `hypothetical`
            only supposes it; `question` asks it.
        quote: the words that the claim rests on, as they stand in the utterance.
        span: where these begin, and where they have ended: `text[first:last]` is them.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="allow", hide_input_in_errors=True)

    kind: ClassVar[str]
    """The type, except that a location with a route is a `route`."""

    type: str
    subject: str | None = None
    temporal: str | None = None
    ticks: TickSpan | None = None
    polarity: Literal["asserted", "denied"] = "asserted"
    attribution: Attribution = "speaker"
    span: CharacterSpan | None = None
    quote: str | None = None

    @property
    def denied(self) -> bool:
        """Whether the utterance says that it was not so."""
        return self.polarity == "denied"

    @property
    def own(self) -> bool:
        """Whether the speaker itself asserts it, rather than relaying, supposing or asking."""
        return self.attribution == "speaker"

    @property
    def reporter(self) -> str | None:
        """Who is said to have said it, as raw text; None if nobody is named."""
        who = self.attribution.partition("reported:")[2].strip()
        return None if who in ("", "unknown") else who

    @property
    def extended(self) -> bool:
        """Whether it uses anything that the published schema lacks."""
        return not EXTENDED_FIELDS.isdisjoint(self.__pydantic_fields_set__)

    def to_json(self) -> dict[str, Any]:
        """The keys that were set, as the file writes them; `parse_claim` reads it back as an equal claim."""
        # As `model_dump` does it, in a third of the time: no field holds more than a flat tuple.
        values: dict[str, Any] = {"type": self.type}
        given, set_ = self.__dict__, self.__pydantic_fields_set__
        for name, key in _KEYS[type(self)]:
            if name in set_:
                value = given[name]
                values[key] = list(value) if type(value) is tuple else value
        return values | self.__pydantic_extra__ if self.__pydantic_extra__ else values


class Location(BaseClaim):
    """`subject` was in `room`.

    `state` body: its corpse lay there, when nobody is named who found it. Without a room: somewhere in the game.
    """

    kind = "location"
    type: Literal["location"] = "location"
    room: str | None = None
    state: State = "any"


class Route(BaseClaim):
    """`subject` went through the rooms of `route`, in this order; published as a location with a route."""

    kind = "route"
    type: Literal["location"] = "location"
    route: Annotated[Texts, Field(min_length=1)]
    room: str | None = None
    state: State = "any"


class Sighting(BaseClaim):
    """`subject` saw `target` in `room` (anywhere if none is given).

    `target` may be "anyone", but for those in `except`: usually denied, "I saw nobody except Bob". `state` says whether
    the target was seen alive or as a body. `from` and `to`: seen coming from, or leaving for, that room.
    """

    kind = "sighting"
    type: Literal["sighting"] = "sighting"
    target: str | None = None
    room: str | None = None
    except_: Annotated[Texts, Field(alias="except")] = ()
    state: State = "any"
    origin: str | None = Field(default=None, alias="from")
    destination: str | None = Field(default=None, alias="to")


class Activity(BaseClaim):
    """`subject` was doing `activity`: task, traveling, waiting, reporting body or calling meeting.

    In `room`, or from one room to another (one end is enough). `task` names the task. `perceived`: the speaker says
    that it saw the movement.
    """

    kind = "activity"
    type: Literal["activity"] = "activity"
    activity: str | None = None
    room: str | None = None
    origin: str | None = Field(default=None, alias="from")
    destination: str | None = Field(default=None, alias="to")
    task: str | None = None
    perceived: bool = False


class Accusation(BaseClaim):
    """`accuser` says that `target` is a Duck.

    Confidence: strong (called a Duck or the killer, or a case with a vote), moderate (the main suspect), weak (one of
    several). `accuser_id` is whom a published audit charged it to.
    """

    kind = "accusation"
    type: Literal["accusation"] = "accusation"
    accuser: str | None = None
    accuser_id: str | None = None
    target: str | None = None
    confidence: str | None = None


class Defense(BaseClaim):
    """`defender` vouches for `defended`; `basis` is why, in the speaker's words."""

    kind = "defense"
    type: Literal["defense"] = "defense"
    defender: str | None = None
    defended: str | None = None
    basis: str | None = None


class Intent(BaseClaim):
    """`subject` says that it will vote for `vote`, a player or "skip": "I'm voting Bob", never "Vote Bob"."""

    kind = "intent"
    type: Literal["intent"] = "intent"
    vote: str | None = None
    confidence: str | None = None

    @property
    def extended(self) -> bool:
        """Always: the published schema has no intents."""
        return True


CLAIM_TYPES: tuple[type[BaseClaim], ...] = (Location, Route, Sighting, Activity, Accusation, Defense, Intent)

_KEYS = {
    claim: tuple((name, field.alias or name) for name, field in claim.model_fields.items() if name != "type")
    for claim in CLAIM_TYPES
}
"""The fields of every type but `type`, each with its key in the file."""


def _kind_of(raw: Any) -> str | None:
    if type(raw) is not dict:
        return raw.kind if isinstance(raw, BaseClaim) else None
    kind = raw.get("type")
    if kind == "location" and raw.get("route"):
        return "route"
    # "route" is no type of the file format.
    return kind if isinstance(kind, str) and kind != "route" else None


Claim = Annotated[
    Annotated[Location, Tag("location")]
    | Annotated[Route, Tag("route")]
    | Annotated[Sighting, Tag("sighting")]
    | Annotated[Activity, Tag("activity")]
    | Annotated[Accusation, Tag("accusation")]
    | Annotated[Defense, Tag("defense")]
    | Annotated[Intent, Tag("intent")],
    Discriminator(_kind_of),
]
"""Any claim; the type, and for a location the presence of a route, tells which."""

_CLAIM: TypeAdapter[Any] = TypeAdapter(Claim)
_READERS: dict[str | None, Any] = {claim.kind: claim.__pydantic_validator__.validate_python for claim in CLAIM_TYPES}


def parse_claim(raw: object) -> Any:
    """The claim that a JSON object says; keys that are null count as absent.

    Raises:
        pydantic.ValidationError: not an object, an unknown type, or a field of a wrong type.
    """
    if type(raw) is dict:
        if None in raw.values():
            raw = {key: value for key, value in raw.items() if value is not None}
        read = _READERS.get(_kind_of(raw))
        if read is not None:
            # The type's own validator is quicker than the union's, which tells what is wrong.
            try:
                return read(raw)
            except ValidationError:
                pass
    return _CLAIM.validate_python(raw)


TimeKind = Literal[
    "between", "near", "about", "just_before", "just_after", "since", "until",
    "previous", "first_round", "nth_round", "before_vote",
    "call", "round", "ending", "late", "middle", "opening",
    "kill", "kill_any", "before_kill", "event", "unresolved",
]  # fmt: skip
Understood = Literal["fully", "partly", "not"]


class TimeRef(NamedTuple):
    """When a claim says that it was; the rules give it its window.

    Attributes:
        kind: what it refers to: ticks (between, near, about, just_before, just_after, since, until); an earlier round
            (previous, first_round, nth_round, before_vote); the call; part of the round (ending, late, middle,
            opening); a kill (kill, kill_any, before_kill); an event, looked up to explain; this round; or unresolved.
        first, last: ticks; the same for a single tick, None where open (since has no last, until no first).
        player: id of the player that was killed or voted out (kill, before_kill, before_vote).
        index: which round, from 0 (nth_round).
        duration: how much of the window the claim speaks of; None: some of it.
        alive: whether the words say that somebody was alive.
        understood: fully if every word that says when was used, partly if some were left over, not if unresolved.
        phrase: the words, in lower case; None if there were none.
    """

    kind: TimeKind
    first: int | None = None
    last: int | None = None
    player: str | None = None
    index: int | None = None  # type: ignore[assignment]
    duration: Literal["throughout", "most"] | None = None
    alive: bool = False
    understood: Understood = "fully"
    phrase: str | None = None

    @property
    def tick(self) -> int | None:
        """The one tick that a reference to a single tick, or open at one end, names."""
        return self.last if self.first is None else self.first

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for references that mean the same, whatever the words."""
        return self[:7]

    def __str__(self) -> str:
        inner = {"between": f"{self.first},{self.last}", "nth_round": self.index}.get(self.kind, self.tick)
        inner = self.player if inner is None else inner
        return self.kind if inner is None else f"{self.kind}({inner})"
