"""Charts of a game, drawn with few instructions; players differ in shape as well as in colour."""
