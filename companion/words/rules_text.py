"""Short summaries of the rules R1-R24, in our own words."""

from collections.abc import Mapping
from typing import Final


def _(text: str) -> str:
    """Mark a text for translation."""
    return text


RULES: Final[Mapping[str, str]] = {
    "R1": _(
        "For two to five players. Each has 45 trains of one colour: blue, red, green, yellow or"
        " black."
    ),
    "R2": _(
        "Each player is dealt 4 of the 48 tickets and keeps 2, 3 or 4; the rest go to the"
        " bottom of the ticket deck."
    ),
    "R3": _(
        "There are 45 terrain cards: 15 desert, 15 jungle and 15 mountain. Each player starts"
        " with 1, face up; 2 more lie face up as the market."
    ),
    "R4": _(
        "A route's colour shows its terrain: yellow, orange and red are desert; purple, blue"
        " and green are jungle; white, grey and black are mountain. Grey routes take train cards"
        " of any one colour."
    ),
    "R5": _(
        "Draw two cards, train or terrain in any mix. A face-up locomotive is your only card"
        " that turn. Otherwise, take just one card only if nothing else can be drawn."
    ),
    "R6": _(
        "A terrain card taken from the market is replaced at once. When the terrain deck runs"
        " out, shuffle the discard pile into a new one. There are 15 cards of each type: in"
        " front of players, discarded, or unseen."
    ),
    "R7": _(
        "To claim a route, lay one train on each of its spaces. A route of 1 space scores 1"
        " point, 2 score 2, 3 score 4, 4 score 7, 5 score 10, 6 score 15."
    ),
    "R8": _(
        "Double routes: with two or three players, the second track closes when the first is"
        " taken. With four or five, both can be taken, but not by the same player."
    ),
    "R9": _(
        "A claim scores double if you play terrain cards of its type with it (1 card for 1 to 3"
        " spaces, 2 cards for 4 to 6) and have at least as many of that type as any other"
        " player. A tie is enough; the cards you're about to play still count."
    ),
    # Translators: {drawn} is 3 or 4, as in the group's edition.
    "R10": _(
        "Draw {drawn} tickets, or what's left of the deck. Keep at least 1; the rest go to the"
        " bottom of the deck. Editions differ (3 or 4); you can choose for each game."
    ),
    "R11": _(
        "Locomotives from your hand can replace terrain cards, both when matching the other"
        " players and as the cards you play. They all go on the train discard pile, and none of"
        " them pays for the route itself."
    ),
    "R12": _(
        "Madagascar is two places; reaching either one completes a ticket to it. Only the route"
        " between them connects the two."
    ),
    "R13": _(
        "Nigeria, Tchad and Sudan are dead ends: a route into one goes no further and doesn't"
        " connect to the others there. Any one of those routes completes a ticket to the"
        " country."
    ),
    "R14": _("Way stations connect routes like cities do, but they're never on a ticket."),
    "R15": _(
        "A player who ends a turn with 2 or fewer trains triggers the last round: one more turn"
        " for everyone, including that player."
    ),
    "R16": _(
        "At the end, everyone shows their tickets. A ticket scores its value if your own routes"
        " connect its two places, and costs you its value if they don't."
    ),
    "R17": _(
        "Globetrotter: 10 points for the most completed tickets; everyone who ties gets the"
        " full 10. If nobody completed any, nobody gets it."
    ),
    "R18": _(
        "Leftover terrain cards are worth nothing, and there's no bonus for the longest path."
    ),
    "R19": _(
        "Most points wins. Ties go to the player with more completed tickets; if that's tied"
        " too, the win is shared. Totals can be negative."
    ),
    "R20": _(
        "The table is always right: it can set any value, with a reason. The log shows it as a"
        " table ruling."
    ),
    "R21": _(
        "Score points at once: later, nobody can see which routes were doubled. The track has"
        " 100 spaces, then the next lap begins."
    ),
    "R22": _(
        "Ferries go to Madagascar: for each locomotive symbol, one of your train cards must be"
        " a locomotive. A reminder only, because hands are hidden."
    ),
    "R23": _(
        "Everyone starts with 4 train cards; 5 lie face up. When three of those are"
        " locomotives, all five are replaced. A reminder only."
    ),
    "R24": _(
        "There are no stations or tunnels here. One route per turn, anywhere on the board."
        " Tickets you've kept are never given back."
    ),
}
