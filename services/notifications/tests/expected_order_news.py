"""What is expected of news of an appointment: where they lead, which mail comes, and how its time reads."""

from services.notifications.tests.event_case import Expected

HERE, THERE = "First assessment, Wed 25 Nov, 11:00", "First assessment, Wed 25 Nov, 13:00"
"""The same appointment, as the provider in Berlin and the client in Nairobi read it."""


def booking_path(tab: str) -> str:
    return f"/schedule_manager/{tab}?dialog=booking&booking={{order_id}}"


def tab_alert(side: str, kind: str, says: str, tab: str, mail: str) -> Expected:
    return Expected(side, "appointments", kind, says, booking_path(tab), mail, even_suspended=True)


def mail_only(side: str, mail: str) -> Expected:
    return Expected(side, mail=mail, even_suspended=True)
