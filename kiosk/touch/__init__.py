"""What fingers, palms and keys do to the window, before any screen hears of it."""
