"""The game of The Heart of Africa as data and rules, with no screen: referee, log, protocol."""

__version__ = "0.2.0"
