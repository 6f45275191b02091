"""A stock-take half counted: its numbers, and what settles its differences."""
