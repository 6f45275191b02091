"""Buttons and dial: from an edge on a pin to what it means, and what it does at the desk."""
