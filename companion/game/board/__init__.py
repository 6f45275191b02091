"""The board: as printed, with this table's corrections, and paths on it."""
