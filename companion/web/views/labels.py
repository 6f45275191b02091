"""All labels of the page; its files contain no text."""

from companion.words.table.desk import DeskWords


def labels(words: DeskWords) -> dict[str, str]:
    """Return the labels by the names that the page uses."""
    gettext, pgettext = words.gettext, words.pgettext
    return {
        "title": "Stationmaster",
        # Joining.
        "code": gettext("Code shown on the kiosk"),
        "enter": pgettext("button: into the game with a code", "Join"),
        "which_seat": gettext("Where are you sitting?"),
        "watch": pgettext("button: see the game without playing", "Just watch"),
        "taken": gettext("another phone is in this seat"),
        # Translators: of a seat: somebody has entered tickets there.
        "kept": gettext("tickets already entered"),
        "asked": gettext("On the kiosk, hold the button with your name to let this phone in."),
        "stand": pgettext("button: give up a seat at the table", "Leave this seat"),
        "no_game": gettext("No game on the table yet."),
        "sent_out": gettext("This phone is no longer in the game. Enter the code again."),
        # During the game.
        "away": gettext("No connection: this may be out of date. Trying again…"),
        "unsaved": gettext("Can't write to the disk: the last entries are only in memory."),
        "failed": gettext("That didn't work. Try again."),
        "table": pgettext("part of the page: the table", "Table"),
        "map": pgettext("part of the page: the board", "Map"),
        "routes": pgettext("part of the page: what routes score", "Routes"),
        "tickets": pgettext("part of the page: my tickets", "Tickets"),
        "log": pgettext("heading and button: all entries", "Log"),
        "play": pgettext("part of the page: enter a turn", "My turn"),
        "parts": gettext("Sections of this page"),
        "score": pgettext("label of a number", "Score"),
        "trains": pgettext("label of a number", "Trains"),
        "ticket_count": pgettext("label of a number", "Tickets"),
        # Translators: in place of the scores.
        "hidden": gettext("hidden until the end"),
        "you": pgettext("beside one's own name", "you"),
        "double_now": gettext("What I can double now"),
        "last_ruling": gettext("Last ruling"),
        # Translators: a verb: to dispute the last ruling.
        "object": pgettext("button", "Dispute"),
        "players": pgettext("heading and button", "Players"),
        "language": pgettext("setting", "Language"),
        # The map and the routes.
        "closer": pgettext("button: of the map", "Zoom in"),
        "farther": pgettext("button: of the map", "Zoom out"),
        "only_double": gettext("Only what I can double"),
        # Translators: of a claimed route.
        "doubled": gettext("doubled"),
        "search": gettext("Search for a place"),
        "close": pgettext("button", "Close"),
        "claimed": gettext("claimed by {player}"),
        # My tickets.
        "my_tickets": gettext("My tickets"),
        "only_you": gettext("Only you can see them until you show them at the end."),
        "tickets_shown": gettext("Shown, and checked by the kiosk."),
        "add_ticket": gettext("Add a ticket"),
        "from": pgettext("of a ticket: its first place", "From"),
        "to": pgettext("of a ticket: its other place", "To"),
        "worth": pgettext("of a ticket: its value", "Points"),
        "add": pgettext("button", "Add"),
        "correct": pgettext("button: of a ticket", "Edit"),
        "drop": pgettext("button: a ticket, out of the list", "Remove"),
        "from_book": gettext("From the ticket book"),
        "show_tickets": gettext("Show my tickets"),
        # My turn.
        "draw_cards": gettext("Draw cards"),
        "second_card": gettext("Second card?"),
        # Translators: button: the turn ends with a single card, because nothing else could be
        # drawn.
        "no_second": gettext("Only one card"),
        # Translators: cancels the first card of a draw, or a pass, before it is entered.
        "cancel": gettext("Cancel"),
        "claim_route": gettext("Claim a route"),
        "claim_how": gettext("Choose a route from the list or on the map."),
        # The end.
        "result": gettext("Result"),
        "score_sheet": gettext("Score sheet as a picture"),
        "total": pgettext("heading of a column: all points", "total"),
        "completed": pgettext("heading of a column: tickets", "completed"),
        "came_from": gettext("Where the points came from"),
        "course": gettext("Points after each turn"),
        "trains_left": gettext("Trains left after each turn"),
        # Translators: of a ticket.
        "done": gettext("completed"),
        # Translators: of a ticket.
        "missed": gettext("not completed"),
    }
