"""What makes a node of RabbitMQ one of several that are one broker (`local.rabbitmq_nodes`)."""

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Membership:
    """The place of a node among the others. They share a name daemon and a cookie."""

    node: str
    nodes: tuple[str, ...]
    names_port: int
    cookie: str

    @property
    def configuration(self) -> str:
        """The lines of rabbitmq.conf: whom the node joins, and that a minority serves nobody, as the cluster
        operator of Kubernetes has it."""
        listed = "".join(
            f"cluster_formation.classic_config.nodes.{number} = {node}\n"
            for number, node in enumerate(self.nodes, 1)
        )
        return (
            f"cluster_formation.peer_discovery_backend = classic_config\n{listed}"
            "cluster_partition_handling = pause_minority\n"
        )

    def write_cookie(self, folder: Path) -> None:
        """Write what nodes show each other; Erlang takes it only from a file that nobody else may read."""
        file = folder / ".erlang.cookie"
        if not file.exists():
            with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o400), "w") as fresh:
                fresh.write(self.cookie)
