"""The Heart of Africa as data and rules, without a screen: referee, log, protocol."""

__version__ = "0.3.0"
