"""Covers for an idle or locked screen, and the timer that shows them."""
