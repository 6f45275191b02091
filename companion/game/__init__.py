"""The game logic, pure: no files, clock, screen or wording.

game             Game: folds a log into a state, and judges proposed changes
commands, events requests to the referee, and what happened, as frozen data
state, refusal   the current state, and why a command is refused
rulebook         every number of the game
board/           the printed board, this table's corrections to it, paths between places
rules/           judge(): legal moves, scoring, and prompts for the table
log/             entries, which of them stand, revisions, disputes, the log as data
requests/        commands as plain JSON data, and how people can write names
stocktake/       counts of the real table compared with the state, and likely causes
ticket_book      the tickets of this group's deck seen so far
chart_data       a game's series for charts
"""
