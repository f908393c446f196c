"""Pages as headless Chromium makes them."""

import html
import os
import re
import subprocess
from pathlib import Path


class MadePage:
    """The document after its scripts, and what they said on the console."""

    def __init__(self, page: Path, profile: Path, actions: str = ""):
        """actions: a script that does what a reader does, when the page is there."""
        text = page.read_text(encoding="utf-8")
        acted = page.with_name(f"acted-{page.name}")
        acted.write_text(text.replace("</body>", f"<script>{actions}</script></body>"), encoding="utf-8")
        process = subprocess.run(
            [os.environ["DOCSIS_VP_CHROMIUM"], "--headless", "--no-sandbox", "--disable-gpu",
             f"--user-data-dir={profile}", "--enable-logging=stderr", "--virtual-time-budget=5000", "--dump-dom",
             acted.as_uri()],
            capture_output=True, text=True, check=True, timeout=120)
        self.text = process.stdout
        self.console = "\n".join(re.findall(".*CONSOLE.*", process.stderr))

    def section(self, name: str) -> str:
        return self.text.split(f'<section id="{name}"')[1].split("</section>")[0]

    def words(self, name: str) -> str:
        """The text of a section as a reader sees it: no marks, one space where there are several."""
        return words(self.section(name))

    def header(self) -> str:
        return words(self.text.split("<header>")[1].split("</header>")[0])


def words(markup: str) -> str:
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", markup)).split())
