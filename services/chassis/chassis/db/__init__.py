"""The database of one service: connections, transactions, and statements that run on the driver."""

from chassis.db.engine import Database, new_metadata
from chassis.db.statement import Record, Statement, TextStatement, params
from chassis.db.transaction import Connection, Transaction

__all__ = [
    "Connection",
    "Database",
    "Record",
    "Statement",
    "TextStatement",
    "Transaction",
    "new_metadata",
    "params",
]
