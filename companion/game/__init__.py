"""What the game is, pure: no file, clock, screen or word.

game             Game: the fold of a log; what stands, and what a change would do
commands, events what someone asks, and what happened, as frozen data
state, refusal   what is so now, and why something is refused
rulebook         every number of the game
board/           the printed board, what is printed otherwise, which places routes join
rules/           judge(): who may do what, what it scores, what the table is told to do
log/             entries, which of them stand, revisions, disputes, the log as people read it
requests/        commands as plain JSON data, and how people may write names
stocktake/       what was counted against what we believe, and why it differs
ticket_book      the tickets of the group's own deck, as they were seen so far
charting         a game as charts show it
"""
