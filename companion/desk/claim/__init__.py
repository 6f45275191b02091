"""A claim being chosen: routes and places to choose from, every way to score one, and why not."""
