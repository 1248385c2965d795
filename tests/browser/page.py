"""A page in headless Chromium, steered through its DevTools protocol: no driver program, one Python package."""

import base64
import json
import pathlib
import shutil
import subprocess
import tempfile
import time
import urllib.request

import websocket

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--remote-debugging-port=0",
    "--remote-allow-origins=*",
]


class Browser:
    """One Chromium with one page; everything the page says or asks for is kept."""

    def __init__(self):
        program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if program is None:
            raise SystemExit("chromium is not installed (Debian: apt-get install chromium)")
        self.home = tempfile.mkdtemp(prefix="balance-browser-")
        self.process = subprocess.Popen(
            [program, *FLAGS, f"--user-data-dir={self.home}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = self._port()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json") as answer:
            page = next(each for each in json.load(answer) if each["type"] == "page")
        self.socket = websocket.create_connection(page["webSocketDebuggerUrl"], timeout=60)
        self.number = 0
        self.complaints, self.requests, self.loaded = [], [], False
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.ask(f"{domain}.enable")

    def _port(self):
        file = pathlib.Path(self.home, "DevToolsActivePort")
        for _ in range(300):
            if file.exists() and file.read_text().strip():
                return file.read_text().split()[0]
            time.sleep(0.1)
        raise SystemExit("chromium did not start within 30 seconds")

    def _note(self, message):
        method, params = message.get("method"), message.get("params", {})
        if method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.complaints.append(json.dumps(params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.complaints.append(params["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])

    def ask(self, method, **params):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("id") == self.number:
                if "error" in message:
                    raise AssertionError(f"{method}: {message['error']}")
                return message["result"]
            self._note(message)

    def open(self, file, width, height, dark):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.ask("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.complaints, self.requests, self.loaded = [], [], False
        url = pathlib.Path(file).resolve().as_uri()
        self.ask("Page.navigate", url=url)
        while not self.loaded:
            self._note(json.loads(self.socket.recv()))
        return url

    def run(self, script):
        """What the script evaluates to, as JSON carries it."""
        result = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise AssertionError(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def picture(self, file):
        shot = self.ask("Page.captureScreenshot", format="png")
        pathlib.Path(file).write_bytes(base64.b64decode(shot["data"]))

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)
