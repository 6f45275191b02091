"""Everything remembered: past games, players, records; deleting, importing, backups."""

from companion.history.backups import Backup, Backups, restore
from companion.history.deleting import DeletedGame
from companion.history.history import History
from companion.history.importing import Imported
from companion.history.past_games import GamesPage, Mark, PastGame, Seated
from companion.history.people import Merged, Person
from companion.history.records import Crown, Record, Records
from companion.history.refused import NotDone
from companion.history.statistics import Averages, Best, HeadToHead, PlayerPage, PlayerRow

__all__ = [
    "Averages",
    "Backup",
    "Backups",
    "Best",
    "Crown",
    "DeletedGame",
    "GamesPage",
    "HeadToHead",
    "History",
    "Imported",
    "Mark",
    "Merged",
    "NotDone",
    "PastGame",
    "Person",
    "PlayerPage",
    "PlayerRow",
    "Record",
    "Records",
    "Seated",
    "restore",
]
