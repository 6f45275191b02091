"""Two tracks that are alike and both to be had are offered as one: the first."""

from table import Table

from companion.game.rules.claims import one_of_alike, worth


def offered(table: Table, routes: list[str]) -> list[str]:
    game = table.referee.game
    values = [worth(game.board, game.state, game.state.to_move, route) for route in routes]
    return [value.route.id for value in one_of_alike(game.board, values)]


def pair(table: Table, alike: bool) -> list[str]:
    board = table.referee.board
    return next(
        [route, twin]
        for route, twin in sorted(board.twins.items())
        if board.routes[route].track == 1
        and (board.routes[route].color == board.routes[twin].color) is alike
    )


def test_of_two_alike_tracks_the_first_is_offered_in_whatever_order_they_come(table: Table):
    table.new(4)
    first, second = pair(table, alike=True)
    assert offered(table, [first, second]) == [first]
    assert offered(table, [second, first]) == [first]


def test_two_tracks_of_different_colours_are_both_offered(table: Table):
    table.new(4)
    tracks = pair(table, alike=False)
    assert offered(table, tracks) == tracks


def test_a_track_is_offered_where_the_other_is_not_to_be_had(table: Table):
    table.new(4)
    first, second = pair(table, alike=True)
    table.claim(first)
    assert offered(table, [first, second]) == [first, second]  # one of them with its refusal
    assert offered(table, [second]) == [second]


def test_a_single_route_is_always_offered(table: Table):
    table.new(4)
    assert offered(table, ["douala--bangui"]) == ["douala--bangui"]
