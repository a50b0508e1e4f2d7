"""The notifications service: alerts, mail, push and messages."""

from datetime import timedelta
from pathlib import Path
from typing import Final

from chassis import metrics
from chassis.app import ServiceDefinition, Wiring, create_service
from chassis.data_exports import DataExport
from chassis.sealing import sealing_of
from contracts.events.notifications import NotificationsDataCollected
from fastapi import FastAPI

from notifications import jobs
from notifications.alerts.internal_routes import router as alert_list
from notifications.alerts.routes import router as alerts
from notifications.device_registration.routes import router as devices
from notifications.export.account_data import held_by_notifications
from notifications.export.internal_routes import router as export
from notifications.guest_data.internal_routes import router as guest_data
from notifications.handlers import consumers
from notifications.mail.handover import Handover
from notifications.mail.queue_worker import sending
from notifications.mail.routes import router as failed_mails
from notifications.mail_texts.routes import router as mail_texts
from notifications.mailbox.routes import router as mailbox
from notifications.messages.routes import router as messages
from notifications.push.queue_worker import pushing
from notifications.push.routes import router as web_push
from notifications.queue_metrics import QueueMetrics
from notifications.sealing import use_sealing
from notifications.settings import NotificationsSettings
from notifications.unsubscribe.routes import router as unsubscribe

DATABASE_SETTINGS: Final = {"plan_cache_mode": "force_generic_plan", "random_page_cost": "1.1"}
"""A plan is made once for each statement. Left to itself PostgreSQL expects so much of knowing how many mails
are recorded at once that it plans each recording and claim anew."""
RELAY_PACE_SECONDS: Final = 0.02
"""Its events come as many at once as booking's relay has gathered: those behind the first of them do not wait
for a whole pace again on their way to an open screen."""


def create_app(settings: NotificationsSettings, wiring: Wiring | None = None) -> FastAPI:
    """The service as one ASGI application."""
    use_sealing(sealing_of(settings))
    handover = Handover()
    app = create_service(
        ServiceDefinition(
            name="notifications",
            migrations=Path(__file__).parents[1] / "migrations",
            settings=settings,
            routers=[
                alert_list,
                alerts,
                messages,
                devices,
                web_push,
                unsubscribe,
                failed_mails,
                mail_texts,
                mailbox,
                export,
                guest_data,
            ],
            consumers=consumers(settings.public_url, handover),
            jobs=[
                jobs.empty_mailbox,
                jobs.forget_failed_mails,
                jobs.seal_devices,
                jobs.digest_mail_tokens,
                jobs.forget_mails(timedelta(days=settings.mail_retention_days)),
                *jobs.news_mails(settings.public_url),
            ],
            data_export=DataExport(collect=held_by_notifications, collected=NotificationsDataCollected),
            lifespans=[sending, pushing],
            database_settings=DATABASE_SETTINGS,
            relay_pace_seconds=RELAY_PACE_SECONDS,
        ),
        wiring or Wiring(),
    )
    app.state.handover = handover
    app.state.mail_metrics = QueueMetrics("mails", metrics.of(app).registry)
    app.state.push_metrics = QueueMetrics("pushes", metrics.of(app).registry)
    return app
