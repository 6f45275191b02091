"""What somebody at the table is in the middle of, pure: every front end stands on it.

A front end makes a `Desk` on a referee, listens to it, and asks it for everything:

    desk             Desk: the whole of it; what a front end can ask, and the one bus
    responses        what the desk answers: it counts, or what is to be asked or shown first
    turn_context     which turn is being entered: now, an earlier one, a forgotten one
    half_turn        the first card of a draw, which waits for the second
    table_rulings    what the table may let count against the rules (R20), and why a card cannot be
    consequences     what a change of what was played would do, before the yes
    messages         what is said after a change, in order
    seating_draft    desk.seats: the seats of a new game, half filled
    reveal           desk.reveal: tickets half entered
    values           desk.edit_values(): a player's numbers, to be set by a table ruling
    log_rows         the log as people read it
    stocktake/       desk.stock: the table half counted, and what settles a difference
    claim/           routes and places to choose from, every way to score one, and why not others

It speaks in codes and facts, with companion/words for sentences. It knows no clock, no file and
no widget: what a finger saw comes with every touch, as a Moment.
"""
