"""The page for phones: what each of them is shown, who is let in, and the server that sends it."""
