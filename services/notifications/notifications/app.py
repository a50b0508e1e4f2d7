"""The notifications service: alerts, mail, push and messages."""

from chassis.app import Service, Wiring, create_service
from fastapi import FastAPI

from notifications.accounts import events as account_events
from notifications.accounts import routes as accounts
from notifications.alerts import events as alert_events
from notifications.alerts import routes as alerts
from notifications.mail import events as mail_events
from notifications.mail import jobs as mail_jobs
from notifications.mail import routes as mails
from notifications.mail.sender import sending
from notifications.mailbox import routes as mailbox
from notifications.messages import events as message_events
from notifications.messages import routes as messages
from notifications.people import events as people_events
from notifications.push import events as push_events
from notifications.push import routes as push
from notifications.push.sender import pushing
from notifications.safety import events as safety_events
from notifications.settings import NotificationsSettings
from notifications.unsubscribing import routes as unsubscribing


def create_app(settings: NotificationsSettings, wiring: Wiring | None = None) -> FastAPI:
    """The service as one ASGI application."""
    return create_service(
        Service(
            name="notifications",
            settings=settings,
            routers=[
                alerts.router,
                messages.router,
                push.router,
                unsubscribing.router,
                mails.router,
                mailbox.router,
                accounts.router,
            ],
            consumers=[
                *people_events.CONSUMERS,
                *account_events.CONSUMERS,
                *alert_events.CONSUMERS,
                *message_events.CONSUMERS,
                *push_events.CONSUMERS,
                *mail_events.consumers(settings.public_url),
                *safety_events.consumers(settings.public_url),
            ],
            jobs=[mail_jobs.empty_mailbox, mail_jobs.forget_failed_mails],
            lifespans=[sending, pushing],
        ),
        wiring or Wiring(),
    )
