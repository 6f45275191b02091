"""What keeps settings, copies and the way out for those who know four digits."""
