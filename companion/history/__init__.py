"""Past games, players and records; deleting, importing and backups."""

from companion.history.backups import Backup, Backups, restore
from companion.history.deleting import DeletedGame
from companion.history.errors import HistoryError
from companion.history.history import History
from companion.history.importing import ImportResult
from companion.history.past_games import GamesPage, PageMark, PastGame, SeatedPlayer
from companion.history.people import MergedPlayer, Person
from companion.history.records import GameRecord, OverallRecord, Records
from companion.history.statistics import Averages, BestScore, HeadToHead, PlayerPage, PlayerRow

__all__ = [
    "Averages",
    "Backup",
    "Backups",
    "BestScore",
    "OverallRecord",
    "DeletedGame",
    "GamesPage",
    "HeadToHead",
    "History",
    "ImportResult",
    "PageMark",
    "MergedPlayer",
    "HistoryError",
    "PastGame",
    "Person",
    "PlayerPage",
    "PlayerRow",
    "GameRecord",
    "Records",
    "SeatedPlayer",
    "restore",
]
