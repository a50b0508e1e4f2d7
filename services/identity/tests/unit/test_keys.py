"""Signing keys: which are published, and how a key file is made."""

import stat
from pathlib import Path

import pytest
from chassis.key_files import new_private_pem
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from identity.settings import IdentitySettings
from identity.tokens.keys import KeyProblem, key_ring, thumbprint
from identity.tokens.routes import key_set
from jose import jwk
from pydantic import SecretStr


def _pem(key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey) -> SecretStr:
    return SecretStr(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        ).decode()
    )


def _public_pem(private_pem: str) -> str:
    key = serialization.load_pem_private_key(private_pem.encode(), password=None).public_key()
    return key.public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    ).decode()


def test_the_signing_key_is_published_first_and_every_other_beside_it() -> None:
    own, former, coming = (new_private_pem() for _ in range(3))
    more = SecretStr(_public_pem(former) + coming + _public_pem(own))
    ring = key_ring(IdentitySettings(signing_key_pem=SecretStr(own), published_keys_pem=more))
    assert len(ring.published) == 3
    assert ring.published[0].kid == ring.kid


def test_a_published_key_is_public_and_what_jose_makes_of_the_same_key() -> None:
    pem = new_private_pem()
    (key,) = key_set(key_ring(IdentitySettings(signing_key_pem=SecretStr(pem))).published).keys
    theirs = jwk.construct(_public_pem(pem), "ES256").to_dict()
    assert {name: value for name, value in key.model_dump().items() if name in {"x", "y", "crv", "kty"}} == {
        name: str(theirs[name]) for name in ("x", "y", "crv", "kty")
    }
    assert "d" not in key.model_dump()


def test_thumbprint_of_rfc_7638_form() -> None:
    """The digest of the members in lexical order, without space."""
    assert thumbprint("x", "y") == thumbprint("x", "y") != thumbprint("y", "x")
    assert len(thumbprint("x", "y")) == 43


def test_a_key_file_is_made_once_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "signing.pem"
    settings = IdentitySettings(signing_key_path=path, signing_key_create=True)
    first, second = key_ring(settings), key_ring(settings)
    assert first == second
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    "settings",
    [
        IdentitySettings(),
        IdentitySettings(signing_key_pem=_pem(ec.generate_private_key(ec.SECP384R1()))),
        IdentitySettings(signing_key_pem=_pem(rsa.generate_private_key(65537, 2048))),
        IdentitySettings(
            signing_key_pem=SecretStr(new_private_pem()),
            published_keys_pem=_pem(rsa.generate_private_key(65537, 2048)),
        ),
    ],
)
def test_what_is_no_key_for_es256_stops_the_start(settings: IdentitySettings) -> None:
    with pytest.raises(KeyProblem):
        key_ring(settings)
