"""`make audit`: known vulnerabilities of what we install, secrets in tracked files, bills of materials.

python -m ci.audit [vulnerabilities] [secrets] [bill]     all three without a name

It ends with 0 when nothing is found, with 1 when something is, and with 3 when a registry did not tell.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from local.databases import CHECKOUT

from ci.secret_scan import unknown_secrets
from ci.stages import quiet_environment, tool

FOUND = 1
NOT_TOLD = 3
BILLS = CHECKOUT / ".audit"
"""Where the bills of materials are written, in CycloneDX's JSON."""
PYTHON_LOCKS = {"python": "requirements.txt", "image": "deploy/docker/requirements.txt"}
NODE_FOLDERS = ("web", "deploy/local")


def audit_python() -> int:
    """What the registry knows of each pinned Python package (pip-audit). The image's are among them."""
    command = [tool("pip-audit"), "-r", PYTHON_LOCKS["python"], "--require-hashes", "--disable-pip"]
    answer = _run([*command, "-f", "json", "--progress-spinner", "off"], CHECKOUT)
    try:
        packages = json.loads(answer.stdout)["dependencies"]
    except (ValueError, KeyError):
        return _not_told("pip-audit", answer.stderr)
    return judge_python(packages)


def judge_python(packages: list[dict[str, object]]) -> int:
    """The exit code for the packages in pip-audit's JSON; prints what was found, and who was not told of."""
    code = 0
    silent = [str(each["name"]) for each in packages if "skip_reason" in each]
    for each in packages:
        found = each.get("vulns")
        for vulnerability in found if isinstance(found, list) else []:
            print(f"{each['name']} {each['version']}: {vulnerability['id']}")
            code = FOUND
    if silent:
        told = _not_told("pip-audit", f"{len(silent)} of {len(packages)} packages, {silent[0]} the first")
        return code or told
    if not code:
        print(f"pip-audit: nothing known against {len(packages)} packages")
    return code


def audit_node(folder: str) -> int:
    """What the registry knows of each pinned Node package (npm audit)."""
    answer = _run(["npm", "audit", "--json", "--package-lock-only"], CHECKOUT / folder)
    try:
        report = json.loads(answer.stdout)
    except ValueError:
        report = {}
    return judge_node(folder, report, answer.stderr)


def judge_node(folder: str, report: dict[str, object], why: str = "") -> int:
    """The exit code for npm's JSON; prints what was found."""
    found = report.get("vulnerabilities")
    if not isinstance(found, dict):
        return _not_told(f"npm audit of {folder}", str(report.get("message") or why))
    for name, vulnerability in found.items():
        print(f"{folder}: {name}: {vulnerability['severity']}")
    if not found:
        print(f"npm audit: nothing known against the packages of {folder}")
    return FOUND if found else 0


def audit_secrets() -> int:
    """Secrets in tracked files that nobody has reviewed."""
    found = unknown_secrets()
    for each in found:
        print(f"{each.file}:{each.line}: {each.kind}")
    print(f"secrets: {len(found)} that nobody has reviewed" if found else "secrets: none")
    return FOUND if found else 0


def write_bills() -> int:
    """Write the bills of materials. They need no registry: the lock files tell all."""
    BILLS.mkdir(exist_ok=True)
    for name, lock in PYTHON_LOCKS.items():
        output = str(BILLS / f"{name}.cdx.json")
        _run([tool("cyclonedx-py"), "requirements", lock, "-o", output], CHECKOUT).check_returncode()
    for folder in NODE_FOLDERS:
        bill = _run(["npm", "sbom", "--sbom-format=cyclonedx", "--package-lock-only"], CHECKOUT / folder)
        bill.check_returncode()
        (BILLS / f"{folder.replace('/', '-')}.cdx.json").write_text(bill.stdout)
    print(f"bills of materials: {BILLS.relative_to(CHECKOUT)}/*.cdx.json")
    return 0


def audit_packages() -> int:
    """The worst answer for Python and Node: a finding outweighs silence."""
    codes = [audit_python(), *(audit_node(folder) for folder in NODE_FOLDERS)]
    return worst(codes)


def worst(codes: list[int]) -> int:
    """The exit code for several parts: found, else not told, else 0."""
    return FOUND if FOUND in codes else max(codes, default=0)


PARTS: dict[str, Callable[[], int]] = {
    "vulnerabilities": audit_packages,
    "secrets": audit_secrets,
    "bill": write_bills,
}


def _not_told(who: str, why: str) -> int:
    reason = why.strip().splitlines()[-1] if why.strip() else "no answer"
    print(f"{who}: THE REGISTRY DID NOT TELL, so nothing is known of these packages ({reason})")
    return NOT_TOLD


def _run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=folder, env=quiet_environment(), capture_output=True, text=True, check=False
    )


if __name__ == "__main__":
    sys.exit(worst([PARTS[name]() for name in sys.argv[1:] or PARTS]))
