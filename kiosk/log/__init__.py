"""The log: entries, corrections, disputes and table rulings."""
