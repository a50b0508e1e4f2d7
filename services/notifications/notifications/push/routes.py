"""The key that browsers subscribe with (product.md 5.4; api.md 6)."""

from chassis.http.callers import Account
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter, Request

from notifications.device_registration.schemas import WebPushKey
from notifications.push.vapid import VapidKey

router = APIRouter(tags=["push"], route_class=Route)


@router.get("/api/get_web_push_key")
async def get_web_push_key(request: Request, caller: Account) -> Answer[WebPushKey]:
    """The public key of our pushes to browsers; the same for everybody who is signed in."""
    key: VapidKey | None = request.app.state.vapid_key
    return done(WebPushKey(public_key=key.public_key if key else ""))
