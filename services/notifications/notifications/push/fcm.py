"""Pushing through Firebase Cloud Messaging. The library blocks, so it has threads of its own."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any, Final

import firebase_admin
from chassis.ids import new_id
from firebase_admin import credentials, exceptions, messaging

from notifications.devices.store import Device
from notifications.push.transport import DeviceGone, NotAccepted, NotNow, PushPayload

TIMEOUT_SECONDS: Final = 10
LONGEST_TITLE: Final = 100
LONGEST_COLLAPSE_ID: Final = 64
"""Apple's limit, in bytes."""
_ADDRESSEE: Final = "message.token"
_GONE: Final = (messaging.UnregisteredError, messaging.SenderIdMismatchError)


class FcmTransport:
    """One Firebase project. `credentials_given` is a service account: the path of its file, or its JSON."""

    def __init__(self, credentials_given: str, threads: int) -> None:
        """Raises `ValueError` or `OSError` when these are no credentials."""
        given = credentials_given.strip()
        account = credentials.Certificate(json.loads(given) if given.startswith("{") else given)
        self._app = firebase_admin.initialize_app(
            account, {"httpTimeout": TIMEOUT_SECONDS}, name=f"push {new_id()}"
        )
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="push")

    async def push(self, device: Device, payload: PushPayload) -> None:
        """See `PushTransport.push`."""
        message = message_for(device.token, payload)
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._threads, self._send, message)
        except _GONE as error:
            raise DeviceGone from error
        except exceptions.InvalidArgumentError as error:
            raise (DeviceGone if _blames_token(error) else NotAccepted) from error
        except exceptions.FirebaseError as error:
            raise NotNow(str(error.code), _asked_to_wait(error)) from error

    async def close(self) -> None:
        """Start nothing more; requests under way end by themselves."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(firebase_admin.delete_app, self._app)

    def _send(self, message: messaging.Message) -> None:
        messaging.send(message, app=self._app)


def message_for(token: str, payload: PushPayload) -> messaging.Message:
    """The payload as FCM takes it. A device that was away gets, and shows, only the newest of a group."""
    thread = payload.group or payload.subject_id
    message = messaging.Message(
        notification=messaging.Notification(title=payload.title[:LONGEST_TITLE], body=payload.text),
        data={"url": payload.url, "notification_id": payload.subject_id},
        android=messaging.AndroidConfig(
            priority="high",
            collapse_key=payload.group or None,
            notification=messaging.AndroidNotification(tag=thread),
        ),
        apns=messaging.APNSConfig(
            headers={"apns-collapse-id": thread.encode()[:LONGEST_COLLAPSE_ID].decode(errors="ignore")},
            payload=messaging.APNSPayload(messaging.Aps(thread_id=thread)),
        ),
    )
    # Firebase installation ids will replace tokens; until the apps send those, this is a token.
    message.token = token
    return message


def _blames_token(error: exceptions.FirebaseError) -> bool:
    """Whether the argument that FCM calls invalid is the device's token."""
    return any(
        violation.get("field") == _ADDRESSEE
        for detail in _details(error)
        for violation in detail.get("fieldViolations", [])
    )


def _details(error: exceptions.FirebaseError) -> list[dict[str, Any]]:
    if error.http_response is None:
        return []
    try:
        return error.http_response.json()["error"]["details"]
    except (ValueError, KeyError, TypeError):
        return []


def _asked_to_wait(error: exceptions.FirebaseError) -> timedelta:
    """The seconds of FCM's Retry-After; zero without one, and for a date."""
    response = error.http_response
    asked = response.headers.get("Retry-After", "") if response is not None else ""
    return timedelta(seconds=int(asked) if asked.isdigit() else 0)
