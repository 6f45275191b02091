"""Keys of a numpad or keyboard that stand for buttons."""
