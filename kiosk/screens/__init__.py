"""One module a screen; each is loaded when it is shown for the first time."""
