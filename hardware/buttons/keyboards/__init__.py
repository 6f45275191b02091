"""Keys of a numpad or keyboard, assigned to buttons."""
