"""The kiosk's appearance: colours, sizes, shapes, icons and fitted text."""
