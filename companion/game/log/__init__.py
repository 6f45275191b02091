"""A game's log: its entries, which of them stand, and what a change of one would do."""
