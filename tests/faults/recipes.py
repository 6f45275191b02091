"""Every fault, in the order of the table. One more is a module with a recipe, named here."""

from importlib import import_module

from tests.faults.harness import FAULTS, Tally

MODULES = (
    *("kiosk_killed", "referee_killed", "refused", "moved", "damaged", "disk", "update", "devices"),
    *("surroundings", "window", "touches", "monkey", "day"),
    *("machine.plug", "machine.hung"),
)
for module in MODULES:
    import_module(f"tests.faults.{module}")

__all__ = ["FAULTS", "Tally"]
