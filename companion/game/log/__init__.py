"""A game's log: its entries, which of them stand, and the effects of changing one."""
