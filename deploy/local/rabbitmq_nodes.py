"""Several nodes of this machine's RabbitMQ that are one broker: their queues are replicated."""

import json
import os
import secrets
import subprocess
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from local.broker_membership import Membership
from local.ends import End
from local.postgres import free_port
from local.rabbitmq import NAME, BrokerFailed, LocalBroker

NODES: Final = 3
"""The least of which one can be lost: a queue needs the majority of its replicas."""
ASK_SECONDS: Final = 60.0


@dataclass(frozen=True)
class Queue:
    """A queue whose messages several nodes have."""

    name: str
    leader: str
    """The node that all others follow."""
    online: frozenset[str]
    """The nodes that have it and run."""


class BrokerNodes:
    """A cluster of nodes, each of which can be killed and started again. Its address names them all."""

    name = NAME
    stoppable = True

    def __init__(self, program: Path, folder: Path, nodes: int = NODES) -> None:
        self._program = program
        self._folder = folder
        self._names_port = free_port()
        names = tuple(f"openhours-{number}@localhost" for number in range(1, nodes + 1))
        cookie = secrets.token_hex(16)
        self._nodes = {
            node: LocalBroker(program, folder / node, Membership(node, names, self._names_port, cookie))
            for node in names
        }
        self._running: set[str] = set()

    @property
    def nodes(self) -> list[str]:
        """The names of all nodes."""
        return list(self._nodes)

    @property
    def url(self) -> str:
        """The address with the loopback port of each node."""
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in self._nodes.values())
        return f"amqp://guest:guest@{hosts}/"

    def start(self) -> None:
        """Start the nodes that do not run. The first time one after the other, because each joins those
        before; later at once, because one may wait for another. Raises BrokerFailed."""
        missing = [node for node in self._nodes if node not in self._running]
        first_time = not self._folder.exists()
        with ThreadPoolExecutor(1 if first_time else len(self._nodes)) as starting:
            list(starting.map(LocalBroker.start, [self._nodes[node] for node in missing]))
        self._running.update(missing)

    def kill(self, nodes: Collection[str]) -> None:
        """Kill these nodes with SIGKILL."""
        for node in nodes:
            self._nodes[node].kill()
            self._running.discard(node)

    def stop(self) -> None:
        """Stop all nodes; what they hold stays."""
        with ThreadPoolExecutor(len(self._nodes)) as stopping:
            list(stopping.map(LocalBroker.stop, self._nodes.values()))
        self._running.clear()

    def destroy(self) -> None:
        """Stop all nodes and remove their folders."""
        self.stop()
        for node in self._nodes.values():
            node.destroy()

    def ended(self) -> End | None:
        """How the first node ended that was not stopped; None while all run."""
        return next((end for node in self._nodes.values() if (end := node.ended())), None)

    def start_again(self) -> None:
        """Start the nodes that ended. Raises BrokerFailed."""
        self._running = {name for name, node in self._nodes.items() if not node.ended()}
        self.start()

    def queues(self) -> list[Queue]:
        """The replicated queues, as a node that runs sees them. Raises BrokerFailed when none answers."""
        node = next(iter(sorted(self._running)), "")
        order: list[str | Path] = [
            self._program.with_name("rabbitmqctl"), "--node", node, "--quiet", "--formatter", "json",
            "list_queues", "name", "type", "leader", "online",
        ]  # fmt: skip
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("RABBITMQ")}
        environment = {
            **inherited,
            "HOME": str(self._folder / node),
            "ERL_EPMD_PORT": str(self._names_port),
            "RABBITMQ_CONF_ENV_FILE": str(self._folder / "none"),
        }
        done = subprocess.run(
            order, env=environment, check=False, capture_output=True, text=True, timeout=ASK_SECONDS
        )
        if done.returncode:
            raise BrokerFailed(f"rabbitmqctl: {done.stdout}{done.stderr}")
        return [
            Queue(row["name"], row["leader"], frozenset(row["online"]))
            for row in json.loads(done.stdout)
            if row["type"] == "quorum"
        ]
