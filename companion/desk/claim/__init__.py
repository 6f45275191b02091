"""Choosing a claim: routes and places to choose from, ways to score, and refusals."""
