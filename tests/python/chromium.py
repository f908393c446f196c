"""A headless Chromium that a test drives through the DevTools protocol, over pipes."""

import base64
import json
import os
import subprocess
from pathlib import Path


class Chromium:
    """One page. Its console messages and exceptions are kept."""

    def __init__(self, profile: Path):
        to_browser, self._to = os.pipe()
        self._from, from_browser = os.pipe()

        def wire():
            # Away from 3 and 4 first, which one of them may be.
            ends = os.dup(to_browser), os.dup(from_browser)
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self._process = subprocess.Popen(
            [os.environ["DOCSIS_VP_CHROMIUM"], "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1280,1400",
             f"--user-data-dir={profile}", "--remote-debugging-pipe", "about:blank"],
            preexec_fn=wire, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self._rest = b""
        self._number = 0
        self._session = None
        self._loaded = False
        self.complaints: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Runtime", "Page", "Log"):
            self.call(f"{domain}.enable")

    def close(self):
        self._session = None
        self.call("Browser.close")
        self._process.wait(timeout=30)
        os.close(self._to)
        os.close(self._from)

    def call(self, method: str, **parameters) -> dict:
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(answer["error"])
                return answer["result"]

    def _receive(self) -> dict:
        while b"\0" not in self._rest:
            octets = os.read(self._from, 1 << 16)
            if not octets:
                raise RuntimeError("Chromium has ended")
            self._rest += octets
        first, self._rest = self._rest.split(b"\0", 1)
        message = json.loads(first)
        self._loaded = self._loaded or message.get("method") == "Page.loadEventFired"
        if message.get("method") in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"):
            self.complaints.append(json.dumps(message["params"]))
        return message

    def open(self, url: str):
        """Returns when the page has loaded."""
        self._loaded = False
        self.call("Page.navigate", url=url)
        while not self._loaded:
            self._receive()

    def value(self, expression: str):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"]))
        return result["result"].get("value")

    def wait_for(self, condition: str, seconds: float = 30):
        """Waits in the page until the expression is true."""
        self.value(f"""new Promise((done, failed) => {{
            const end = performance.now() + {1000 * seconds};
            const look = () => {{
              if ({condition}) done(true);
              else if (performance.now() > end) failed(new Error('waited in vain'));
              else setTimeout(look, 20);
            }};
            look();
          }})""")

    def screenshot(self, path: Path):
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))
