"""Requests to the referee as plain data, and how people can write names and reasons."""
