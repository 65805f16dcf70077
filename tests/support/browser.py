"""A browser without a window, driven through chromedriver: as much of the WebDriver protocol as the tests need."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
DEADLINE = 20
"""So many seconds a condition may take to come true."""

_ARGUMENTS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key of an element's id in the protocol."""

_UNTIL = """
const [condition, seconds, done] = arguments;
const holds = new Function(`return (${condition});`);
const last = performance.now() + 1000 * seconds;
const look = () => {
  const found = holds();
  if (found || performance.now() > last) done(Boolean(found));
  else setTimeout(look, 10);
};
look();
"""


def programs() -> tuple[str, str] | None:
    """Chromium and chromedriver; None where one is missing."""
    browser = next(filter(None, map(shutil.which, CHROMIUM)), None)
    driver = shutil.which("chromedriver")
    return (browser, driver) if browser and driver else None


class Browser:
    """One session with one page."""

    def __init__(self, address: str, session: str) -> None:
        self._address = f"{address}/session/{session}"

    def open(self, path: Path, fragment: str = "") -> None:
        """Opens a file and waits until keys reach it."""
        self.call("POST", "/url", {"url": path.as_uri() + fragment})
        self.until("document.readyState === 'complete' && document.hasFocus()")

    def run(self, script: str, *arguments: Any) -> Any:
        """What a script returns; the page's policy does not hold for it."""
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def until(self, condition: str) -> None:
        """Waits until an expression is true in the page.

        Raises:
            AssertionError: the deadline is over.
        """
        met = self.call("POST", "/execute/async", {"script": _UNTIL, "args": [condition, DEADLINE]})
        assert met, f"never true: {condition}"

    def click(self, selector: str) -> None:
        """Clicks where the first element that fits is, as a mouse does."""
        element = self.call("POST", "/element", {"using": "css selector", "value": selector})[_ELEMENT]
        self.call("POST", f"/element/{element}/click", {})

    def type(self, selector: str, text: str) -> None:
        """Types into an element."""
        element = self.call("POST", "/element", {"using": "css selector", "value": selector})[_ELEMENT]
        self.call("POST", f"/element/{element}/value", {"text": text})

    def press(self, *keys: str) -> None:
        """Presses keys one after the other, wherever the focus is."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def choose(self, selector: str, value: str) -> None:
        """Chooses an option of a list."""
        self.run(
            "const list = document.querySelector(arguments[0]); list.value = arguments[1];"
            "list.dispatchEvent(new Event('change', {bubbles: true}));",
            selector,
            value,
        )

    def texts(self, selector: str) -> list[str]:
        """The text of every element that fits."""
        found: list[str] = self.run(
            "return [...document.querySelectorAll(arguments[0])].map((each) => each.textContent);", selector
        )
        return found

    def text(self, selector: str) -> str:
        """The text of the first element that fits."""
        return self.texts(selector)[0]

    def resize(self, width: int, height: int) -> None:
        """Gives the page another size, in pixels."""
        self.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )

    def prefer(self, media: str, scheme: str) -> None:
        """Shows the page as on that medium ("" for the usual one), to a reader who likes it light or dark."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.command("Emulation.setEmulatedMedia", media=media, features=features)

    def command(self, name: str, **arguments: Any) -> Any:
        """A command of Chromium's own protocol."""
        return self.call("POST", "/goog/cdp/execute", {"cmd": name, "params": arguments})

    def complaints(self) -> list[str]:
        """What the console has said since somebody asked last, errors and broken policies among it."""
        return [entry["message"] for entry in self.call("POST", "/se/log", {"type": "browser"})]

    def requests(self) -> list[str]:
        """The addresses that were asked for since somebody asked last."""
        events = [json.loads(entry["message"])["message"] for entry in self._events()]
        sent = [event for event in events if event["method"] == "Network.requestWillBeSent"]
        return [event["params"]["request"]["url"] for event in sent]

    def _events(self) -> list[dict[str, str]]:
        found: list[dict[str, str]] = self.call("POST", "/se/log", {"type": "performance"})
        return found

    def call(self, method: str, path: str, data: dict[str, Any] | None = None) -> Any:
        """A command of the protocol.

        Raises:
            AssertionError: the driver refuses it.
        """
        return _call(method, self._address + path, data)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        with suppress(AssertionError, OSError):
            self.call("DELETE", "")


@contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """A fresh browser whose profile and downloads are below a folder."""
    found = programs()
    assert found is not None, "asked for where there is one"
    chromium, driver = found
    process = subprocess.Popen(
        [driver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=_environment(folder)
    )
    try:
        address = f"http://127.0.0.1:{_port(process)}"
        with Browser(address, _session(address, chromium, folder)) as session:
            downloads = folder / "downloads"
            downloads.mkdir()
            session.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(downloads))
            # Without a window nothing has the focus by itself, and keys may get lost.
            session.command("Emulation.setFocusEmulationEnabled", enabled=True)
            yield session
    finally:
        process.terminate()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def _environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "HOME": str(folder)}


def _port(process: subprocess.Popen[str]) -> int:
    assert process.stdout is not None, "it was asked for"
    for line in process.stdout:
        if told := re.search(r"started successfully on port (\d+)", line):
            return int(told[1])
    raise AssertionError("chromedriver ended before it began to listen")


def _session(address: str, chromium: str, folder: Path) -> str:
    options = {"binary": chromium, "args": [*_ARGUMENTS, f"--user-data-dir={folder / 'profile'}"]}
    wanted = {
        "browserName": "chrome",
        "goog:chromeOptions": options,
        "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
    }
    data = {"capabilities": {"alwaysMatch": wanted}}
    session: str = _call("POST", f"{address}/session", data)["sessionId"]
    return session


def _call(method: str, address: str, data: dict[str, Any] | None) -> Any:
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(address, method=method, data=body, headers={"Content-Type": "application/json"})
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=120) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
        raise AssertionError(f"{method} {address}: {error.read().decode()[:1000]}") from None
