"""Games out of the kiosk: codes and files."""
