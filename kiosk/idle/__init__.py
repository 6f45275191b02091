"""What lies over everything: the dark of an idle screen and the lock, and what puts them there."""
