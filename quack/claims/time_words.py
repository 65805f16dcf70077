"""The words that time phrases are made of, as far as the grammar knows them.

`FILLER` says nothing of when. `HAPPENINGS` are what people do: a clause with one of them is an event. `MANNER` goes
with a happening, or says on whose word. A word in none of them is left over, and lowers how far a phrase is understood.
"""

from __future__ import annotations

FILLER = frozenset(
    """
    a about actually again all allegedly almost also already an and another any anything apart apparently are around as
    at away back basically be been being bit both but by can certainly chunk clearly continuing could couple currently
    definitely did directly do does duration each either else even every exactly few finally for from game good had has
    have he her here hers herself him himself his how huge i if in initially into is it its itself just kind like
    literally little long maybe me moment moments more mostly much multiple my myself near no not nobody now of off on
    once one only onto or other our out over part period point possible possibly pretty probably quickly quite rather
    really rest right roughly round second seconds several she short simply slightly so some somehow somewhat something
    sometime sort specifically still straight such supposedly than that the their them then there these they thing this
    those three tick ticks time times timing to together too total toward towards two up us very was way we well were
    what which while who whose window with within without would you your yours
    """.split()
)

HAPPENINGS = frozenset(
    """
    accused alone appear appeared approached arrival arrive arrived arrives arriving attempts began caught challenged
    checked checking came come comes coming confirmed confirming continued converged cross crossed crosses crossing
    crossover cycling dead depart departed departing departure disappeared discussed doing done encounter encountered
    end ended ending ends enter entered entering enters entrance entry exit exited exiting exits finish finished
    finishing fled follow followed following follows gap get gets getting go goes going gone got happened head headed
    heading heads hung hurried join joined joining joins leave leaves leaving left linger lingered lingering look looked
    looking looping looped lost meet meeting met missed move moved movement moves moving occurred opened overlapped
    overlapping pass passed passes passing path pathed paths placed ran reach reached reaches reaching remained
    respawned return returned returning returns run running sat saw scan see seeing seen sees separate separated shared
    shift show showed showing shown sighting sightings sit sitting spent split spot spotted spotting stand standing
    start started starting starts stay stayed staying stays step stepped stepping stood stop stopped stops swing swung
    swept talk talked task tasks trailing travel traveled traveling travelled travelling travels trip turned vanished
    visit visited visiting vouch vouched vouching wait waited waiting walk walked walking walks wander wandered watch
    watched watching went wiring work worked working works
    """.split()
)

MANNER = frozenset(
    """
    according account accounts admin admission admissions admitted after afterward afterwards alibi alibis alive along
    alongside anyone area before behind between body camera cameras cams claim claimed claims claiming clear corridor
    declared described detour direction door down downwards early earlier east eastern first full group half hall
    hallway heard immediately including info initial itinerary knew known last later latter lead leg listed loop loops
    map minutes mutual name names next north northern original overall own pair past patrol per person place places
    positions previous question reads reported respectively room rooms rotation route routes said same saying says
    scene self side south southern stated stating statement statements stories story sweep tells testified testimony
    through timeline timelines told transit unreported until upward via vicinity vitals west western word
    """.split()
)

KNOWN = FILLER | HAPPENINGS | MANNER

TIME_WORDS = KNOWN | frozenset(
    """
    beginning bell button call called death died during emergency entire final found halfway kill killed late may
    middle murder opening panic report rounds since spawn spawned respawn till vote voted ejected when whole will
    """.split()
)
"""Names that are also one of these are found in a phrase in their own spelling only."""

ORDINALS = {
    **dict.fromkeys(("one", "first"), 0),
    **dict.fromkeys(("two", "second", "2nd"), 1),
    **dict.fromkeys(("three", "third", "3rd"), 2),
    **dict.fromkeys(("four", "fourth", "4th"), 3),
    **dict.fromkeys(("five", "fifth", "5th"), 4),
    "six": 5,
}
"""Rounds by the words that count them, from 0."""
