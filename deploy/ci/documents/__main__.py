"""`python -m ci.documents`: writes the generated documents, in proto-contracts/docs and deploy."""

from ci.documents import callers, capacity_tables, components, event_table, metric_table, prometheus_rule
from ci.documents.order_states import with_order_states
from ci.documents.pages import DOCS

PRODUCT = DOCS / "product.md"

if __name__ == "__main__":
    (DOCS / "callers.md").write_text(callers.document(), encoding="utf-8")
    (DOCS / "components.md").write_text(components.document(), encoding="utf-8")
    (DOCS / "events.md").write_text(event_table.document(), encoding="utf-8")
    metric_table.PAGE.write_text(metric_table.document(), encoding="utf-8")
    prometheus_rule.FILE.write_text(prometheus_rule.document(), encoding="utf-8")
    capacity_tables.PAGE.write_text(capacity_tables.document(), encoding="utf-8")
    PRODUCT.write_text(with_order_states(PRODUCT.read_text(encoding="utf-8")), encoding="utf-8")
