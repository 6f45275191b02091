"""The log: entries, putting them right, objections, table rulings."""
