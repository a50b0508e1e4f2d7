"""The notifications service: alerts, mail, push and messages."""

from chassis.app import Service, Wiring, create_service
from fastapi import FastAPI

from notifications.alerts import handlers as alert_handlers
from notifications.alerts import routes as alerts
from notifications.devices import handlers as device_handlers
from notifications.devices import routes as devices
from notifications.export import handlers as export_handlers
from notifications.export import internal_routes as export
from notifications.mail import handlers as mail_handlers
from notifications.mail import jobs as mail_jobs
from notifications.mail import routes as mails
from notifications.mail.queue_worker import sending
from notifications.mailbox import routes as mailbox
from notifications.messages import handlers as message_handlers
from notifications.messages import routes as messages
from notifications.projections import handlers as projection_handlers
from notifications.push.queue_worker import pushing
from notifications.safety import handlers as safety_handlers
from notifications.settings import NotificationsSettings
from notifications.unsubscribe import routes as unsubscribe


def create_app(settings: NotificationsSettings, wiring: Wiring | None = None) -> FastAPI:
    """The service as one ASGI application."""
    return create_service(
        Service(
            name="notifications",
            settings=settings,
            routers=[
                alerts.router,
                messages.router,
                devices.router,
                unsubscribe.router,
                mails.router,
                mailbox.router,
                export.router,
            ],
            consumers=[
                *projection_handlers.CONSUMERS,
                *export_handlers.CONSUMERS,
                *alert_handlers.CONSUMERS,
                *message_handlers.CONSUMERS,
                *device_handlers.CONSUMERS,
                *mail_handlers.consumers(settings.public_url),
                *safety_handlers.consumers(settings.public_url),
            ],
            jobs=[mail_jobs.empty_mailbox, mail_jobs.forget_failed_mails],
            lifespans=[sending, pushing],
        ),
        wiring or Wiring(),
    )
