"""Access tokens that must be refused, each for its own reason."""

import base64
import hashlib
import hmac
import json
import time
from pathlib import Path
from typing import cast

from jose import jwk, jwt
from testkit.fake_identity import ALGORITHM, AUDIENCE, ISSUER, Tokens

Claims = dict[str, object]


def expired(good: str, signing_key: Path) -> str:
    """The same token with the system's own signature, but expired."""
    now = int(time.time())
    claims = {**_claims(good), "iat": now - 7200, "exp": now - 3600}
    return _signed(good, claims, signing_key)


def forged(good: str, key_set: dict[str, object]) -> dict[str, str]:
    """Forgeries of a valid token by name; each must be answered with 401."""
    claims, header = _claims(good), jwt.get_unverified_header(good)
    public = cast(list[dict[str, str]], key_set["keys"])[0]
    pem = jwk.construct(public, ALGORITHM).to_pem().decode()
    strangers = Tokens()
    body = _part(claims)
    return {
        "no token at all": "x",
        "not three parts": "a.b",
        "unsigned": f"{_part({'alg': 'none', 'typ': 'JWT', 'kid': header['kid']})}.{body}.",
        "public key as a secret": _symmetric(claims, pem, str(header["kid"])),
        "foreign key": strangers.signed(
            {name: str(value) for name, value in claims.items() if name != "exp"}
        ),
        "foreign key under our name": _renamed(strangers, claims, str(header["kid"])),
        "changed claims": ".".join(
            [good.split(".", maxsplit=1)[0], _part({**claims, "sub": "someone else"}), good.split(".")[2]]
        ),
        "cut signature": good[:-4],
        "words around it": f"{good} {good}",
    }


def _symmetric(claims: Claims, secret: str, kid: str) -> str:
    """An HS256 token with the public key as its secret. The library refuses to make one."""

    signed = f"{_part({'alg': 'HS256', 'typ': 'JWT', 'kid': kid})}.{_part(claims)}"
    mac = hmac.new(secret.encode(), signed.encode(), hashlib.sha256).digest()
    return f"{signed}.{base64.urlsafe_b64encode(mac).rstrip(b'=').decode()}"


def _renamed(strangers: Tokens, claims: Claims, kid: str) -> str:
    strangers.kid = kid
    return strangers.signed(
        {name: str(value) for name, value in claims.items() if name not in {"exp", "iat"}}
    )


def _signed(good: str, claims: Claims, signing_key: Path) -> str:
    kid = str(jwt.get_unverified_header(good)["kid"])
    return jwt.encode(
        {"iss": ISSUER, "aud": AUDIENCE, **claims}, signing_key.read_text(), ALGORITHM, headers={"kid": kid}
    )


def _claims(token: str) -> Claims:
    return cast(Claims, jwt.get_unverified_claims(token))


def _part(content: Claims) -> str:
    return base64.urlsafe_b64encode(json.dumps(content).encode()).rstrip(b"=").decode()
