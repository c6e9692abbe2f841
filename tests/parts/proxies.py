"""A real nginx and a real Caddy, each by its sample in deploy/ with nothing changed but places."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.parts.servers import free_port
from tests.parts.site import ROOT, Site, process, wait_for

DEPLOY = ROOT / "deploy"
UNPACKED = ROOT / ".venv" / "proxies" / "usr"
# Of which the sample speaks: Caddy before 2.6.3 says it otherwise.
NEW_BUFFERS = re.compile(r"request_buffers (\S+)\s+response_buffers \S+")
OLD_BUFFERS = r"buffer_requests\nbuffer_responses\nmax_buffer_size \1"


def program(name: str) -> str:
    places = [os.environ["PATH"], "/usr/sbin", str(UNPACKED / "sbin"), str(UNPACKED / "bin")]
    found = shutil.which(name, path=os.pathsep.join(places))
    if found is None:
        pytest.fail(f"there is no {name}: tools/proxies fetches it")
    return found


def nginx(there: Path, port: int, behind: str) -> tuple[list[str], list[str]]:
    """How it is checked, and how it is started."""
    sample = (DEPLOY / "nginx.conf").read_text()
    _swap(there / "site.conf", sample, {
        "127.0.0.1:8000": behind,
        "listen 80;": f"listen 127.0.0.1:{port};",
        "/var/log/nginx": str(there),
    })  # fmt: skip
    kept = "".join(
        f"{name}_temp_path {there}/{name};\n"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;\n" if os.geteuid() == 0 else ""
    (there / "nginx.conf").write_text(
        f"{user}daemon off;\npid {there}/pid;\nerror_log {there}/main.log;\nevents {{}}\n"
        f"http {{\n{kept}include {there}/site.conf;\n}}\n"
    )
    command = [program("nginx"), "-e", f"{there}/main.log", "-c", str(there / "nginx.conf")]
    return [*command, "-t"], command


def caddy(there: Path, port: int, behind: str) -> tuple[list[str], list[str]]:
    sample = (DEPLOY / "Caddyfile").read_text()
    said = subprocess.check_output([program("caddy"), "version"], text=True)  # noqa: S603  # a test's own
    if _number(said) < (2, 6, 3):
        sample = NEW_BUFFERS.sub(OLD_BUFFERS, sample)
    _swap(there / "Caddyfile", sample, {
        "127.0.0.1:8000": behind,
        "http://moai.example {": f"http://moai.example:{port} {{",
        # Nothing to do with requests: the door by which it is told things.
        "\tservers {": "\tadmin off\n\tservers {",
    })  # fmt: skip
    rest = ["--config", str(there / "Caddyfile"), "--adapter", "caddyfile"]
    return [program("caddy"), "validate", *rest], [program("caddy"), "run", *rest]


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


def _swap(path: Path, text: str, places: dict[str, str]) -> None:
    for old, new in places.items():
        assert old in text
        text = text.replace(old, new)
    path.write_text(text)


Kind = Callable[[Path, int, str], tuple[list[str], list[str]]]


@contextmanager
def proxy(kind: Kind, there: Path, behind: Site, without: str = "") -> Iterator[Site]:
    there.mkdir()
    port = free_port()
    check, command = kind(there, port, behind.url.removeprefix("http://"))
    for sample in (there / "site.conf", there / "Caddyfile"):
        if without and sample.exists():
            sample.write_text(re.sub(without, "", sample.read_text()))
    environment = {"HOME": str(there)}
    subprocess.run(check, env=environment, check=True, capture_output=True)  # noqa: S603  # a test's own
    with process(command, environment, there / "out.log") as started:
        site = Site(f"http://127.0.0.1:{port}", started, there / "out.log")
        wait_for(site.answers, "the proxy answers")
        yield site
