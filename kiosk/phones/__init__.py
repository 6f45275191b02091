"""Players' phones: connected with a code, each at its seat."""
