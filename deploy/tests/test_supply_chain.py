"""What we install: python-jose without ecdsa, versions of Python, and the answers of `make audit`."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from ci import audit
from ci.secret_scan import reviewed, secrets_in
from local.databases import CHECKOUT

MANIFESTS = sorted(
    each
    for pattern in ("*/pyproject.toml", "services/*/pyproject.toml", "deploy/*/pyproject.toml")
    for each in CHECKOUT.glob(pattern)
)


def test_tokens_are_signed_and_checked_by_cryptography_and_never_by_ecdsa() -> None:
    """python-jose brings `ecdsa` as a fallback. Here an import of it fails, and tokens work all the same."""
    program = """
import sys
for name in ("ecdsa", "rsa"):
    sys.modules[name] = None
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from jose import backends, jwt
key = ec.generate_private_key(ec.SECP256R1())
private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
token = jwt.encode({"sub": "a"}, private, algorithm="ES256")
assert jwt.decode(token, public, algorithms=["ES256"])["sub"] == "a"
print(backends.ECKey.__name__, backends.RSAKey.__name__, backends.AESKey.__name__)
import chassis.http.callers, identity.tokens.signing, identity.tokens.keys
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split() == ["CryptographyECKey", "CryptographyRSAKey", "CryptographyAESKey"]


def test_no_module_of_ours_names_ecdsa() -> None:
    sources = [*CHECKOUT.glob("services/**/*.py"), *CHECKOUT.glob("gateway/**/*.py")]
    assert [path for path in sources if "import ecdsa" in path.read_text()] == []


@pytest.mark.parametrize("manifest", MANIFESTS, ids=lambda path: path.parent.name)
def test_whoever_needs_python_jose_asks_for_its_cryptography_backend(manifest: Path) -> None:
    wanted = tomllib.loads(manifest.read_text())["project"]["dependencies"]
    jose = [each for each in wanted if each.startswith("python-jose")]
    assert all(each.startswith("python-jose[cryptography]") for each in jose)


def test_the_set_up_takes_every_python_from_the_oldest_to_the_newest() -> None:
    script = (CHECKOUT / "deploy/ci/setup.sh").read_text()
    oldest = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert oldest == ">=3.11"
    for minor in (11, 12, 13, 14):
        assert f"python3.{minor}" in script


def test_images_are_of_current_python_and_node() -> None:
    lines = (CHECKOUT / "deploy/docker/Dockerfile").read_text().splitlines()
    bases = [line.split()[1] for line in lines if line.startswith("FROM ")]
    assert {base.partition("-")[0] for base in bases} == {"node:24", "python:3.13"}


def test_an_audit_without_an_answer_says_so_with_a_code_of_its_own(
    capsys: pytest.CaptureFixture[str],
) -> None:
    skipped: list[dict[str, object]] = [{"name": "a", "skip_reason": "not found"}]
    assert audit.judge_python(skipped) == audit.NOT_TOLD
    assert audit.judge_node("web", {"message": "405 Method Not Allowed"}) == audit.NOT_TOLD
    assert capsys.readouterr().out.count("THE REGISTRY DID NOT TELL") == 2


def test_an_audit_that_finds_something_fails_even_when_a_part_did_not_answer() -> None:
    known: list[dict[str, object]] = [
        {"name": "a", "version": "1", "vulns": [{"id": "CVE-1"}]},
        {"name": "b", "skip_reason": "not found"},
    ]
    assert audit.judge_python(known) == audit.FOUND
    assert audit.judge_node("web", {"vulnerabilities": {"a": {"severity": "high"}}}) == audit.FOUND
    assert audit.judge_node("web", {"vulnerabilities": {}}) == 0
    assert audit.worst([0, audit.NOT_TOLD, audit.FOUND]) == audit.FOUND
    assert audit.worst([0, audit.NOT_TOLD]) == audit.NOT_TOLD


def test_a_secret_that_somebody_adds_is_found(tmp_path: Path) -> None:
    begin = "-----BEGIN EC " + "PRIVATE KEY-----"
    (tmp_path / "settings.py").write_text(f'PASSWORD = "{"k3" * 6}xQ"\n')
    (tmp_path / "key.pem").write_text(f"{begin}\nabc\n")
    (tmp_path / "compose.yml").write_text("URL: amqp://openhours:" + "s3cretword@rabbitmq/\n")
    (tmp_path / "plain.py").write_text("x = 1\n")
    found = secrets_in(["settings.py", "key.pem", "compose.yml", "plain.py"], tmp_path)
    assert {each.file for each in found} == {"settings.py", "key.pem", "compose.yml"}


def test_what_was_reviewed_is_still_there() -> None:
    assert all((CHECKOUT / file).is_file() for file, _, _ in reviewed())
