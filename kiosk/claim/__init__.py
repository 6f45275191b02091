"""Claiming a route: the map and the lists, the ruling, the route's own card."""
