"""Charts of a game: few instructions each, by shape as well as by colour."""
