"""The UI session state, pure; every front end is built on it.

A front end creates a `Desk` on a referee, subscribes to it, and uses it for everything:

    desk             Desk: all operations of a front end, and its only event bus
    responses        the desk's answers: accepted, or what to ask or show first
    turn_context     the turn being entered: the current, an earlier or a missed one
    half_turn        the first card of a draw, waiting for the second
    table_rulings    plays that the table can accept against the rules (R20)
    consequences     preview of a change to an earlier entry
    messages         the messages after a change, in order
    seating_draft    desk.seats: the seats of a new game during set-up
    reveal           desk.reveal: tickets during entry
    values           desk.edit_values(): a player's numbers, set by a table ruling
    log_rows         the log as people read it
    stocktake/       desk.stock: counts during a stock-take, and how to settle differences
    claim/           routes and places to choose from, ways to score, and refusals

It uses codes and facts, with companion/words for sentences. It has no clock, file or widget:
each touch comes with the state that the user saw, as a Moment.
"""
