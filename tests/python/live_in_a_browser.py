"""The page of docsis-vp run --live, in headless Chromium while the run goes on."""

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.python.chromium import Chromium

SCENARIOS = Path(__file__).parents[2] / "scenarios"
SAMPLES = "Number(document.body.dataset.samples)"
STATE = "document.body.dataset.live"
RANGE = "[...timeCharts].map((chart) => [chart.scales.x.min, chart.scales.x.max].join(' ')).join(';')"


class LiveTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="docsis-vp-live-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.browser = Chromium(self.folder / "chromium")
        self.addCleanup(self.browser.close)

    def start(self, *arguments) -> subprocess.Popen:
        process = subprocess.Popen(
            [os.environ["DOCSIS_VP_SIM"], "run", *(arguments if "-o" in arguments else (*arguments, "-o", self.folder / "out")), "--live", "-q"],
            stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        line = process.stdout.readline()
        self.browser.open(re.fullmatch(r"live: (http://127\.0\.0\.1:\d+/[0-9a-f]{32})\n", line)[1])
        return process

    def charts(self) -> list[str]:
        return self.browser.value("[...document.querySelectorAll('#charts h3')].map((one) => one.textContent)")

    def keep_picture(self, name: str):
        picture = self.folder / f"{name}.png"
        self.browser.screenshot(picture)
        self.assertGreater(picture.stat().st_size, 20_000)
        if "DOCSIS_VP_PICTURES" in os.environ:
            shutil.copy(picture, os.environ["DOCSIS_VP_PICTURES"])

    def test_charts_grow_and_end_with_the_results(self):
        process = self.start(SCENARIOS / "quickstart.json", "--duration", "20", "--pace", "4")
        self.browser.wait_for(f"{SAMPLES} > 10")
        first = self.browser.value(SAMPLES)
        self.browser.wait_for(f"{SAMPLES} > {first} + 200")
        self.assertEqual(self.browser.value(STATE), "running")
        self.assertIn("Delay in the queue ms", self.charts())
        self.assertRegex(self.browser.value("byId('live').innerText"), r"[\d.]+ s of 20 s simulated")
        self.keep_picture("live-running")
        self.browser.wait_for(f"{STATE} === 'ended'")
        self.assertEqual(process.wait(), 0)
        self.browser.wait_for("byId('subtitle').textContent.includes('20 s simulated')")
        results = json.loads((self.folder / "out" / "results.json").read_text(encoding="utf-8"))
        delay = results["service_flows"][0]["queue_delay_ms"]["p99"]
        self.assertIn(f"one in a hundred {delay:.0f} ms or more", self.browser.value("byId('verdicts').innerText"))
        # Without the program the page works as a report does.
        self.browser.value("document.querySelector('#charts figure').dispatchEvent("
                           "new KeyboardEvent('keydown', {key: '+', bubbles: true, cancelable: true}))")
        self.browser.wait_for(f"{RANGE}.split(';').every((range) => range === '5 15')")
        self.browser.value("byId('tail').value = 'cdf'; byId('tail').dispatchEvent(new Event('change'))")
        self.keep_picture("live-ended")
        self.assertEqual(self.browser.complaints, [])

    def test_what_the_reader_does_stays(self):
        self.start(SCENARIOS / "quickstart.json", "--pace", "4")
        self.browser.wait_for(f"{SAMPLES} > 200")
        self.browser.value("""{
            const choice = byId('series-of');
            choice.value = choice.options[choice.options.length - 1].value;
            choice.dispatchEvent(new Event('change'));
            zoom(0.5, 1.5);
            document.querySelector('#configuration details').open = true;
            document.querySelector('#charts figure').focus();
            window.scrollTo(0, 400);
          }""")
        before = self.browser.value(SAMPLES)
        self.browser.wait_for(f"{SAMPLES} > {before} + 200")
        self.assertEqual(set(self.browser.value(RANGE).split(";")), {"0.5 1.5"})
        self.assertEqual(self.browser.value("byId('series-of').selectedIndex === byId('series-of').options.length - 1"),
                         True)
        self.assertTrue(self.browser.value("document.querySelector('#configuration details').open"))
        self.assertTrue(self.browser.value("document.activeElement.matches('#charts figure')"))
        self.assertEqual(self.browser.value("window.scrollY"), 400)
        # A page that pauses goes on where the run is.
        self.browser.value("pauseButton.click()")
        self.browser.wait_for("performance.now() > live.nextAt")
        paused = self.browser.value(SAMPLES)
        self.browser.wait_for(f"live.run.series.times.length > {paused} + 200")
        self.assertEqual(self.browser.value(SAMPLES), paused)
        self.browser.value("pauseButton.click()")
        self.browser.wait_for(f"{SAMPLES} > {paused} + 200")
        self.assertEqual(self.browser.complaints, [])

    def test_a_run_that_is_stopped_leaves_its_charts(self):
        process = self.start(SCENARIOS / "quickstart.json", "--pace", "2")
        self.browser.wait_for(f"{SAMPLES} > 100")
        process.send_signal(signal.SIGTERM)
        self.browser.wait_for(f"{STATE} === 'stopped'")
        self.assertIn("Delay in the queue ms", self.charts())
        self.assertIn("The run was stopped", self.browser.value("byId('live').innerText"))

    def test_a_run_that_is_killed_leaves_its_charts(self):
        process = self.start(SCENARIOS / "quickstart.json", "--pace", "2")
        self.browser.wait_for(f"{SAMPLES} > 100")
        process.kill()
        self.browser.wait_for("byId('live').innerText.includes('lost') || byId('live').innerText.includes('gone')")
        self.assertIn("Delay in the queue ms", self.charts())

    def test_texts_are_inert(self):
        attack = "<script>window.bad=1<img src=x onerror=window.bad=1>"
        self.start(SCENARIOS / "quickstart.json", "--pace", "2", "--duration", "4", "-o", self.folder / attack)
        self.browser.wait_for(f"{STATE} === 'ended'")
        self.browser.value(f"""take(() => {{
            const {{results}} = live.run;
            results.scenario = {json.dumps(attack)};
            for (const one of [...results.flows, ...results.service_flows]) one.name = one.modem = results.scenario;
          }});
          showEnd({{how: 'failed', error: {json.dumps(attack)}}})""")
        self.browser.wait_for("byId('title').textContent.includes('<script>')")
        self.assertIn("<script>", self.browser.value("byId('live').textContent"))
        self.assertIsNone(self.browser.value("window.bad"))
        self.assertEqual(self.browser.value("document.querySelectorAll('img').length"), 0)
        self.assertEqual(self.browser.complaints, [])


if __name__ == "__main__":
    unittest.main()
