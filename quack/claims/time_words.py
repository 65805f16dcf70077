"""The words that time phrases are made of, as far as the grammar knows them.

`FILLER` says nothing of when. `HAPPENINGS` are what people do: a clause with one of them is an event. `MANNER` goes with
a happening, or says on whose word. What is in none of them is left over, and lowers how far a phrase is understood.
"""

from __future__ import annotations

FILLER = frozenset(
    """
    a about again all almost also already an and another any anything apart apparently are around as at away back be been
    being both but by can could did do does each either else even every exactly few for from had has have he her
    here hers herself him himself his how i if in into is it its itself just kind left like long maybe me more much my
    myself near no not nobody now of off on once one only onto or other our out over part possible possibly pretty quite
    rather really right she so some somehow somewhat something sometime sort still straight such than that the their them
    then there these they thing this those time times timing to together too towards toward two three up us very was way
    we well went were what where which while who whose with within without would you your yours
    bit chunk couple good huge little moment moments multiple several second seconds short tick ticks total while
    actually basically briefly certainly clearly definitely directly finally initially literally mostly probably quickly
    roughly specifically simply slightly supposedly allegedly
    point rest round window game duration period continuing currently
    """.split()
)

HAPPENINGS = frozenset(
    """
    accused alone appear appeared approached arrival arrive arrived arrives arriving attempts began
    caught challenged checked checking came come comes coming confirmed confirming continued continuing converged cross crossover
    crossed crosses crossing cycling dead departed departure depart departing did disappeared discussed doing done ducked
    encounter encountered end ended ending ends enter entered entering enters entrance entry exit exited exiting exits
    finish finished finishing fled followed following follows gap get gets getting go goes going gone got
    head headed heading heads hung hurried join joined joining joins leave leaves leaving left linger lingered lingering
    look looked looking looping looped lost meet meeting met missed move moved movement moves moving
    opened overlapped overlapping pass passed passes passing path pathed paths placed
    reach reached reaches reaching remained respawn respawned return returned returning returns ran run running
    sat saw scan see seeing seen sees separate separated shared shift show showed showing shown sighting sightings
    sit sitting spent split spot spotted spotting stand standing start started starting starts stay stayed staying stays
    step stepped stepping stood stop stopped stops swing swung swept talk talked task tasks
    trailing travel traveled traveling travelled travelling travels trip turned vanished visit visited visiting
    vouch vouched vouching wait waited waiting walk walked walking walks wander wandered watch watched watching went
    wiring work worked working works
    """.split()
)

MANNER = frozenset(
    """
    account accounts admission admissions admitted according after afterward afterwards alibi alibis alive anyone area
    before behind between body camera cameras cams claim claimed claims claiming clear corridor
    data declared described detour direction door eastern east exact full group half hall hallway heard
    immediately including info initial itinerary key knew known last latter lead leg listed loop loops
    map minutes mutual name names north northern original overall own pair past patrol per person place places
    positions previous question reads reported respectively returned room rooms rotation route routes said says saying
    scene self side south southern spot stated stating statement statements stories story supposed
    sweep tells testified testimony timeline timelines told transit unreported until upward vicinity west western word
    alongside along next same through via loop loops cameras vitals admin later earlier early first downwards down toward headed
    """.split()
)

KNOWN_WORDS = FILLER | HAPPENINGS | MANNER | frozenset(
    """
    beginning bell button call called death died early emergency end final found halfway kill killed last late later
    middle meeting murder meetings opening panic report spawn spawned respawn since till through until may will when
    before after during around tick ticks round rounds game time now then vote voted ejected
    """.split()
)
"""Names that are also one of these are found in a phrase in their own spelling only."""
