"""Buttons and dial: from an edge on a pin to a meaning and an action at the desk."""
