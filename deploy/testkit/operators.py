"""What operators of a part read: its metrics, and the details of its readiness."""

import httpx
from chassis.operations import Operations


async def read(operations: Operations, path: str = "/metrics") -> httpx.Response:
    """The answer on the port for operators, without the port."""
    transport = httpx.ASGITransport(operations)
    async with httpx.AsyncClient(transport=transport, base_url="http://operations.test") as operator:
        return await operator.get(path)
