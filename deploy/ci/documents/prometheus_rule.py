"""Puts alerts.yml of deploy/observability into a PrometheusRule, as the Prometheus Operator takes it."""

from typing import Final

from ci.documents.pages import CHECKOUT

ALERTS: Final = CHECKOUT / "deploy" / "observability" / "alerts.yml"
FILE: Final = CHECKOUT / "deploy" / "kubernetes" / "components" / "monitoring" / "alerts.yaml"
HEAD: Final = """\
# Made of deploy/observability/alerts.yml by `make contracts`: change that.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: openhours
spec:
"""


def document() -> str:
    """The resource, with the groups of alerts.yml word for word. Raises ValueError without groups."""
    _, begins, groups = ALERTS.read_text(encoding="utf-8").partition("groups:\n")
    if not begins:
        raise ValueError(f"{ALERTS} has no groups")
    lines = (begins + groups).splitlines()
    return HEAD + "".join(f"  {line}\n" if line else "\n" for line in lines)
