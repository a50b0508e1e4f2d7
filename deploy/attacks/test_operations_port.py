"""Reading on the port for callers what is for operators: metrics, and which part is missing."""

import httpx
import yaml
from local.databases import CHECKOUT
from local.layout import PARTS
from testkit.environments import EmbeddedRun

OPERATIONS = 9100
"""The port in compose and Kubernetes."""
DISGUISES = [
    {},
    {"X-Forwarded-For": "127.0.0.1"},
    {"X-Forwarded-For": "10.0.0.1, 127.0.0.1"},
    {"Forwarded": "for=127.0.0.1"},
    {"Host": "127.0.0.1:9100"},
]


async def test_callers_read_no_metrics_and_no_details(logged_run: EmbeddedRun) -> None:
    async with httpx.AsyncClient(base_url=logged_run.url) as http:
        for disguise in DISGUISES:
            for path in ("/metrics", "/metrics/", "//metrics", "/api/metrics", "/media/../metrics"):
                answer = await http.get(path, headers=disguise)
                assert "openhours_" not in answer.text, (path, disguise)
            ready = await http.get("/health/ready", headers=disguise)
            assert ready.json() == {"ready": True}


async def test_operators_read_both_of_every_part(logged_run: EmbeddedRun) -> None:
    async with httpx.AsyncClient() as http:
        for number, part in enumerate(PARTS):
            url = f"http://127.0.0.1:{logged_run.operations_port + number}"
            text = (await http.get(f"{url}/metrics")).text
            assert f'service="{part}"' in text
            checks = (await http.get(f"{url}/health/ready")).json()
            assert checks["ready"] is True
            assert set(checks["needs"]) == (
                {"services"} if part == "gateway" else {"database", "schema", "keys"}
            )


async def test_the_port_for_operators_answers_nothing_else(logged_run: EmbeddedRun) -> None:
    async with httpx.AsyncClient() as http:
        for number in range(len(PARTS)):
            url = f"http://127.0.0.1:{logged_run.operations_port + number}"
            for path in ("/", "/api/search", "/internal/openapi.json", "/dev/mail"):
                assert (await http.get(f"{url}{path}")).status_code == 404


def test_no_deployment_publishes_the_port() -> None:
    compose = yaml.safe_load((CHECKOUT / "docker-compose.yml").read_text())["services"]
    for name, service in compose.items():
        assert not [port for port in service.get("ports", []) if str(OPERATIONS) in str(port)], name
    for part in PARTS:
        assert compose[part]["environment"]["OPERATIONS_PORT"] == str(OPERATIONS)
    for file in sorted((CHECKOUT / "deploy/kubernetes").glob("**/*.yaml")):
        for each in yaml.safe_load_all(file.read_text()):
            if each and each["kind"] in {"Service", "Ingress"}:
                assert str(OPERATIONS) not in str(each["spec"]), file
    watched = yaml.safe_load((CHECKOUT / "deploy/observability/prometheus.yml").read_text())
    (job,) = (each for each in watched["scrape_configs"] if each["job_name"] == "openhours")
    assert job["dns_sd_configs"][0]["port"] == OPERATIONS
