"""What is said on pages: of whole games and of the past, on paper, at a terminal."""
