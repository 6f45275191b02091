"""Claiming a route: the map, the lists, the ruling, and the route's card."""
