"""Every rule R1-R24 in a few words of our own, for who asks why."""

from collections.abc import Mapping
from typing import Final


def _(text: str) -> str:
    """Mark a text for the catalogues."""
    return text


RULES: Final[Mapping[str, str]] = {
    "R1": _(
        "Two to five play. Everyone has 45 trains of one colour: blue, red, green, yellow or black."
    ),
    "R2": _(
        "Everyone is dealt 4 of the 48 tickets and keeps 2, 3 or 4 of them; what is not kept goes"
        " under the ticket deck."
    ),
    "R3": _(
        "There are 45 terrain cards: 15 desert, 15 jungle, 15 mountain. Everyone begins with 1 face"
        " up; 2 more lie face up as the market."
    ),
    "R4": _(
        "A route's colour is its terrain: yellow, orange and red are desert; purple, blue and green"
        " are jungle; white, grey and black are mountain. Grey takes train cards of any one colour."
    ),
    "R5": _(
        "Drawing takes two cards, train or terrain in any mix. An open locomotive is taken alone."
        " One other card alone is allowed only when nothing else could be drawn."
    ),
    "R6": _(
        "A terrain card taken from the market is replaced at once. When the terrain deck runs out,"
        " its discards are shuffled into a new one. Of each type there are 15: in front of players,"
        " discarded, or unseen."
    ),
    "R7": _(
        "A claim lays as many trains as the route has spaces. Spaces and points: 1 is 1, 2 is 2,"
        " 3 is 4, 4 is 7, 5 is 10, 6 is 15."
    ),
    "R8": _(
        "Double routes: with two or three players the second track closes when the first is taken."
        " With four or five both can be taken, but not by the same player."
    ),
    "R9": _(
        "A claim counts double when its terrain is played with it, 1 card for 1 to 3 spaces, 2"
        " cards for 4 to 6, by a player who has at least as many of that terrain as every other."
        " A tie is enough; the cards about to be played still count."
    ),
    "R10": _(
        "Drawing tickets takes 4, or what is left of the deck; at least 1 is kept, the rest goes"
        " under the deck. One edition draws 3: that can be set for a game."
    ),
    "R11": _(
        "Locomotives from the hand stand in for terrain cards, for reaching the others' number and"
        " as cards played. All of them go to the train discards, and none of them pays for the"
        " route itself."
    ),
    "R12": _(
        "Madagascar is two places; reaching either one completes a ticket to it. They are"
        " joined only by the route between them."
    ),
    "R13": _(
        "Nigeria, Tchad and Sudan are dead ends: a route into one goes no further and does not"
        " meet the others there. Any one of them completes a ticket to the country."
    ),
    "R14": _("Way stations join routes like cities do, but no ticket names them."),
    "R15": _(
        "Whoever ends a turn with 2 trains or fewer begins the last round: one more turn for"
        " everyone, that player too."
    ),
    "R16": _(
        "At the end the tickets are shown: plus their value where the player's own routes join the"
        " two places, minus it where they do not."
    ),
    "R17": _(
        "Globetrotter: 10 points for the most completed tickets, in full to everyone who ties."
        " If nobody completed any, nobody gets it."
    ),
    "R18": _("Terrain cards left over are worth nothing, and no bonus goes to a longest route."),
    "R19": _(
        "Most points win; then more completed tickets; then the win is shared. Totals may be below"
        " zero."
    ),
    "R20": _(
        "The table is always right: it may set any value, with a reason. The log shows it as a"
        " table ruling."
    ),
    "R21": _(
        "Points are marked at once: later nobody can see which routes were doubled. The track has"
        " 100 spaces, then the next lap begins."
    ),
    "R22": _(
        "Ferries go to Madagascar: each locomotive sign takes one locomotive among the train cards."
        " A reminder only, because hands are hidden."
    ),
    "R23": _(
        "Everyone begins with 4 train cards; 5 lie open. When three of those are locomotives, all"
        " five are replaced. A reminder only."
    ),
    "R24": _(
        "There are no stations and no tunnels here. One route a turn, anywhere on the board."
        " Tickets that were kept are never given back."
    ),
}
