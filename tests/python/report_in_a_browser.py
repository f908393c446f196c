"""The page of docsis-vp report, as headless Chromium makes it."""

import json
import os
import re
import statistics
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from tests.python.browser import MadePage

SCENARIOS = Path(__file__).parents[2] / "scenarios"


class ReportTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="docsis-vp-report-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)

    @classmethod
    def program(cls, *arguments) -> str:
        return subprocess.run([os.environ["DOCSIS_VP_SIM"], *map(str, arguments)], capture_output=True, text=True,
                              check=True).stdout

    @classmethod
    def run_scenario(cls, name: str, scenario: str, *options) -> Path:
        cls.program("run", SCENARIOS / scenario, "-q", "-o", cls.folder / name, *options)
        return cls.folder / name

    @classmethod
    def page(cls, *folders: Path, actions: str = "") -> MadePage:
        page = cls.folder / "page.html"
        cls.program("report", *folders, "-o", page)
        return MadePage(page, cls.folder / "chromium", actions)


class OneRun(ReportTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.out = cls.run_scenario("quickstart", "quickstart.json", "--report")
        cls.results = json.loads((cls.out / "results.json").read_text(encoding="utf-8"))
        cls.made = cls.page(cls.out)

    def test_scripts_complain_of_nothing_and_reach_the_end(self):
        self.assertEqual(self.made.console, "")
        self.assertIn('data-drawn="yes"', self.made.text)

    def test_words_say_the_numbers_of_the_results(self):
        flow = self.results["service_flows"][0]
        self.assertIn(f"waited {flow['queue_delay_ms']['p50']:.1f} ms or less in the queue, above the target of 10 ms; "
                      f"one in a hundred {flow['queue_delay_ms']['p99']:.0f} ms or more", self.made.words("verdicts"))
        lost = 100 * flow["aqm_drops"] / flow["offered_packets"]
        self.assertIn(f"{lost:.1f} % of its packets, {flow['aqm_drops']:,}, were lost, all of these dropped by the AQM",
                      self.made.words("verdicts"))

    def test_without_a_warm_up_nothing_is_said_of_it(self):
        self.assertIn('<p id="warmup" class="quiet" hidden', self.made.text)
        self.assertNotIn("warm-up", self.made.words("series"))

    def test_every_chart_is_drawn_and_named(self):
        charts = re.findall('<figure role="group" aria-label="([^.]*)[.]', self.made.section("series"))
        self.assertEqual(charts, [
            "Delay in the queue in ms", "Rate in Mbit/s", "Drops in packets in 10 ms", "Queue in bytes", "Drop probability", "Tokens of the shaper in bytes",
            "Port of queue memory in share of time", "CPU in share of time", "Goodput of flows in Mbit/s"])
        self.assertEqual(self.made.section("series").count("<canvas"), len(charts))

    def test_stages_add_up_to_the_mean_and_to_the_slow(self):
        numbers = self.made.words("stages").split("The same in numbers, ms")[1]
        for packets in ("all packets", "p98.5 to p99.5"):
            *stages, total = map(float, re.search(f"upload {packets} ([0-9. ]*)", numbers)[1].split())
            self.assertGreater(len(stages), 5)
            self.assertAlmostEqual(sum(stages), total, delta=0.01 * total)
        mean = self.results["flows"][0]["one_way_ms"]["mean"]
        self.assertIn(f"upload all packets {mean:.2f}", re.sub(r"[0-9.]+ (?=[0-9.]+ )", "", numbers))

    def test_words_say_what_made_packets_slow_and_when(self):
        slow = self.results["delay_stages"][1]["around_p99"]
        self.assertIn("Packets around the 99th percentile of one-way delay (98.5 to 99.5) took "
                      f"{slow['one_way_ms']:.0f} ms on average, 95 % of it behind other packets and for the shaper; "
                      "they were sent between 0.237 s and 0.839 s.",
                      self.made.words("verdicts"))

    def test_what_differs_from_the_defaults_is_named(self):
        text = self.made.words("configuration")
        changed = text.split("Keys whose default")[0]
        self.assertIn("service_flows.us0.max_burst_bytes 20000 3044", changed)
        self.assertIn('flows.upload.modem "cm0" must be given', changed)
        self.assertNotIn("queue_interval_s", changed)
        self.assertIn("stats.queue_interval_s 0.01 0.01", text)

    def test_percentiles_are_those_of_the_results(self):
        delays = self.results["service_flows"][0]["queue_delay_ms"]
        self.assertIn(f"us0 of cm0 {delays['mean']:.2f} {delays['p50']:.2f} {delays['p90']:.2f} "
                      f"{delays['p99']:.1f} {delays['p99_9']:.1f} {delays['max']:.1f}",
                      self.made.words("distributions"))

    def test_the_page_is_below_a_megabyte_and_asks_for_nothing(self):
        page = (self.folder / "page.html").read_text(encoding="utf-8")
        self.assertLess(len(page), 1_000_000)
        self.assertEqual(re.findall(r'(?:src|href)="(?!#)[^"]*"|@import|url\(', page), [])

    def test_a_key_zooms_all_charts(self):
        made = self.page(self.out, actions="""
            const first = document.querySelector("#charts figure");
            for (let i = 0; i < 2; ++i) {
              first.dispatchEvent(new KeyboardEvent("keydown", {key: "+", bubbles: true, cancelable: true}));
            }
            setTimeout(() => {
              const ranges = [...timeCharts].map((chart) => chart.scales.x.min + "-" + chart.scales.x.max);
              document.title = [...new Set(ranges)].join(" ");
            }, 100);""")
        self.assertEqual(made.console, "")
        self.assertIn("<title>15-25</title>", made.text)
        self.assertIn("15 s to 25 s", made.words("series"))

    def test_printing_draws_for_the_paper_and_keeps_the_zoom(self):
        made = self.page(self.out, actions="""
            zoom(5, 15);
            setTimeout(() => window.dispatchEvent(new Event("beforeprint")), 100);
            setTimeout(() => {
              const ranges = [...timeCharts].map((chart) => chart.scales.x.min + "-" + chart.scales.x.max);
              const widths = [...timeCharts].map((chart) => chart.width < 352);
              document.title = [...new Set([...ranges, ...widths])].join(" ");
            }, 300);""")
        self.assertEqual(made.console, "")
        self.assertIn("<title>5-15 true</title>", made.text)


class OnePacket(ReportTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        packets = cls.folder / "packets.csv.gz"
        cls.out = cls.run_scenario("missed", "recovery-missed-grants.json", "--duration", "7", "--set",
                                   "stats.warmup_s=0", "--report", "--packets", packets)

    def shown(self, why: str) -> str:
        made = MadePage(self.out / "report.html", self.folder / "chromium", """
            const choice = document.getElementById("packet");
            choice.value = [...choice.options].find((each) => each.text.startsWith("%s")).value;
            choice.dispatchEvent(new Event("change"));""" % why)
        self.assertEqual(made.console, "")
        self.assertIn('data-drawn="yes"', made.text)
        return made.words("packets")

    def test_one_of_a_missed_grant_says_so_and_has_the_others_of_its_burst(self):
        text = self.shown("of a missed grant")
        self.assertIn("Its flow missed 1 grant while it waited.", text)
        self.assertIn("with it: ", text)

    def test_missed_grants_have_their_causes(self):
        made = MadePage(self.out / "report.html", self.folder / "chromium")
        self.assertIn("grants were missed, 0 cut short. Main causes: an event of the scenario (2).", made.words("grants"))
        for grant in json.loads((self.out / "results.json").read_text(encoding="utf-8"))["mac"]["missed_grants"]:
            spare_us = 1e6 * (grant["deadline_s"] - grant["ready_s"])
            self.assertGreater(spare_us, 0)
            self.assertRegex(made.words("grants"), f"an event of the scenario [0-9,]+ {spare_us:,.4g} ")

    def test_a_list_that_results_cut_says_so(self):
        listed = json.loads((self.out / "results.json").read_text(encoding="utf-8"))["mac"]["missed_grants"]
        self.assertEqual([grant["fate"] for grant in listed], ["missed", "missed"])
        page = (self.out / "report.html").read_text(encoding="utf-8")
        cut = self.folder / "cut.html"
        cut.write_text(page.replace('"grants_missed":2', '"grants_missed":4993'), encoding="utf-8")
        for path, text in ((self.out / "report.html", "2 missed grants"), (cut, "he first 2 of 4,993 missed grants")):
            made = MadePage(path, self.folder / "chromium")
            self.assertIn(text, made.words("grants"))
            self.assertIn(text, made.words("series"))

    def test_many_missed_grants_share_a_line_with_their_number(self):
        made = MadePage(self.out / "report.html", self.folder / "chromium", """
            const chart = [...timeCharts][0];
            const marks = Array.from({length: 100}, (_, i) => ({time: i / 1000, text: "missed"}));
            marks.push({time: 0.05, text: "event"}, {time: 6, text: "missed"});
            const lines = () => markLines(chart, marks).map(({mark, places}) => `${places.length} ${mark.text}`);
            const whole = lines();
            zoom(0, 0.1);
            setTimeout(() => {  // the chart has the new scale after this script
              const apart = markLines(chart, marks).filter(({mark}) => mark.text === "missed");
              const distances = apart.slice(1).map((line, i) => line.places[0] - apart[i].places[0]);
              byId("title").textContent = JSON.stringify([whole, apart.flatMap(({places}) => places).length,
                apart.length, Math.min(...distances)]);
            });""")
        whole, shown, lines, least = json.loads(re.search('id="title"[^>]*>([^<]*)<', made.text)[1])
        self.assertEqual(whole, ["100 missed", "1 event", "1 missed"])
        self.assertEqual(shown, 100)  # each still has its place
        self.assertGreater(lines, 10)
        self.assertGreaterEqual(least, 24)

    def test_a_lost_one_says_where(self):
        text = self.shown("lost: aqm")
        self.assertRegex(text, r"bytes of flood, lost at [0-9.]+ s: aqm [(]aqm[)][.] The law's drop probability was 0")


class OnePacketWithItsTimeline(ReportTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.out = cls.run_scenario("firmware", "quickstart.json", "--duration", "2", "--set",
                                   "modems.cm0.drop=firmware", "--report", "--packets", cls.folder / "packets.csv",
                                   "--timeline", cls.folder / "run.pftrace", "--profile")
        cls.made = MadePage(cls.out / "report.html", cls.folder / "chromium")

    def test_the_verdict_has_its_interrupt_and_functions(self):
        self.assertEqual(self.made.console, "")
        verdict = self.made.words("packets").split("From its arrival to the verdict")[1].split("From its release")[0]
        for text in ("irq ingress_hold raised 1 ", "docsis_pie_enqueue executed 1 ", "arrivals_serve executed "):
            self.assertIn(text, verdict)

    def test_the_way_has_maps_grants_bursts_and_firmware(self):
        way = self.made.words("packets").split("From its release")[1]
        for lane in ("MAPs received us0", "MAPs parsed us0", "grants us0", "bursts us0", "irq ingress_hold", "firmware"):
            self.assertIn(lane, way)
        self.assertNotIn("With --timeline FILE beside --packets", way)

    def test_the_cycles_of_a_profile_go_to_functions(self):
        cpu = self.made.words("cpus").split("Where the cycles of cm0 go")[1]
        rows = re.findall(r"([a-z_]+) ([0-9,]+) ([0-9.]+) % ([0-9,]+) ([0-9,]+)", cpu.replace("\xa0", " "))
        self.assertEqual(rows[0][0], "arrivals_serve")
        results = json.loads((self.out / "results.json").read_text(encoding="utf-8"))
        self.assertEqual(sum(int(row[1].replace(",", "")) for row in rows), results["cpus"][0]["cycles_busy"])

    def test_names_of_tracks_and_functions_are_inert(self):
        attack = "<img src=x onerror=\"document.title='bad'\">"
        page = (self.out / "report.html").read_text(encoding="utf-8")
        hostile = self.folder / "hostile.html"
        hostile.write_text(page.replace("docsis_pie_enqueue", json.dumps(attack)[1:-1].replace("<", "\\u003c")),
                           encoding="utf-8")
        made = MadePage(hostile, self.folder / "chromium")
        self.assertEqual(made.console, "")
        self.assertNotIn("<img", made.text)
        self.assertIn(attack, made.words("packets"))


class SeveralRuns(ReportTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        with_law = cls.run_scenario("law", "overload.json", "--duration", "5", "--set", "stats.warmup_s=1")
        without = cls.run_scenario("none", "overload-no-aqm.json", "--duration", "5", "--set", "stats.warmup_s=1")
        seeds = cls.run_scenario("seeds", "overload.json", "--duration", "5", "--set", "stats.warmup_s=1",
                                 "--replications", "3")
        cls.made = cls.page(with_law, without, seeds)

    def test_scripts_complain_of_nothing_and_reach_the_end(self):
        self.assertEqual(self.made.console, "")
        self.assertIn('data-drawn="yes"', self.made.text)

    def test_each_has_its_sentence_by_its_short_name_and_replications_their_median(self):
        text = self.made.words("verdicts")
        for name in ("law", "none", "seeds"):
            self.assertIn(f" {name}: It sent", text)
        self.assertIn("(median of 3 runs)", text)
        self.assertIn("law, seed 1 none, seed 1 seeds, seeds 1, 2 and 3, 3 runs: median and range", self.made.header())
        self.assertNotIn(str(self.folder), self.made.header())
        self.assertIn(f'title="{self.folder}/law"', self.made.text)
        self.assertIn("5 s simulated, warm-up 1 s, docsis-vp", self.made.header())

    def test_what_the_warm_up_is_left_out_of_is_said_and_drawn(self):
        self.assertIn("distributions leave out the first 1 s, the warm-up.", self.made.header())
        self.assertIn("end of the warm-up", self.made.words("series"))

    def test_runs_that_did_not_follow_packets_say_how_to(self):
        self.assertIn("--set stats.delay_stages=true", self.made.words("stages"))

    def test_percentiles_of_replications_have_their_confidence(self):
        delays = []
        for seed in (1, 2, 3):
            run = next((self.folder / "seeds").glob(f"**/*{seed}/results.json"))
            delays.append(json.loads(run.read_text(encoding="utf-8"))["service_flows"][0]["queue_delay_ms"]["p99"])
        half = 4.3026527297 * statistics.stdev(delays) / 3 ** 0.5
        self.assertIn(f"{statistics.mean(delays):.2f} \u00b1 {half:.2g}", self.made.words("distributions"))

    def test_keys_that_differ_are_named(self):
        self.assertIn("service_flows.us0.aqm.algorithm", self.made.words("configuration"))


class SeveralRunsOfSeveralFlows(ReportTest):
    def test_no_two_lines_of_a_legend_look_alike(self):
        runs = [self.run_scenario(f"seed{seed}", "codesign/gateway.json", "--duration", "2", "--set",
                                  "stats.warmup_s=1", "--seed", seed) for seed in (1, 2)]
        made = self.page(*runs)
        self.assertEqual(made.console, "")
        legends = [re.findall('<line[^>]* stroke="([^"]*)"[^>]* stroke-dasharray="([^"]*)"', legend)
                   for legend in re.findall('<table class="u-legend.*?</table>', made.text)]
        self.assertGreater(max(map(len, legends)), 8)
        for lines in legends:
            self.assertGreater(len(lines), 0)
            self.assertEqual(len(set(lines)), len(lines))


class Hostile(ReportTest):
    def test_names_in_results_are_inert(self):
        out = self.run_scenario("hostile", "quickstart.json", "--duration", "2")
        results = json.loads((out / "results.json").read_text(encoding="utf-8"))
        attack = "</script><script>document.title='bad'</script><img src=x onerror=\"document.title='bad'\">\u2028\"'`\n"
        results["scenario"] = attack
        for each in results["flows"] + results["service_flows"] + results["cpus"]:
            each["name"] = each["modem"] = attack
        results["config"]["name"] = attack
        results["events"] = [{"time_s": 1, "kind": attack, "modem": attack}]
        (out / "results.json").write_text(json.dumps(results), encoding="utf-8")
        made = self.page(out)
        self.assertEqual(made.console, "")
        self.assertIn('data-drawn="yes"', made.text)
        self.assertNotIn("<title>bad", made.text)
        self.assertNotIn("<img", made.text)

    def test_values_of_another_kind_are_left_out(self):
        out = self.run_scenario("odd", "quickstart.json", "--duration", "2")
        results = json.loads((out / "results.json").read_text(encoding="utf-8"))
        results["flows"][0]["one_way_ms"] = 3
        results["service_flows"][0]["queue_delay_ms"]["histogram"] = {"a": "b"}
        results["config"] = None
        (out / "results.json").write_text(json.dumps(results), encoding="utf-8")
        made = self.page(out)
        self.assertEqual(made.console, "")
        self.assertIn('data-drawn="yes"', made.text)


class Large(ReportTest):
    def seconds(self, page: Path) -> float:
        """Time of Chromium for a page: the best of three, as others may use the machine."""
        times = []
        for _ in range(3):
            begin = time.monotonic()
            MadePage(page, self.folder / "chromium")
            times.append(time.monotonic() - begin)
        return min(times)

    def test_ten_minutes_of_eight_flows_are_drawn_soon(self):
        out = self.run_scenario("large", "codesign/gateway.json", "--duration", "12", "--set", "stats.warmup_s=1")
        # The same rows again and again: what is looked at is the page.
        rows = (out / "timeseries.csv").read_text(encoding="utf-8").splitlines()
        with (out / "timeseries.csv").open("w", encoding="utf-8") as csv:
            print(rows[0], file=csv)
            for turn in range(50):
                for row in rows[1:]:
                    time_s, rest = row.split(",", 1)
                    print(f"{float(time_s) + 12 * turn:g},{rest}", file=csv)
        made = self.page(out)
        self.assertIn('data-drawn="yes"', made.text)
        empty = self.folder / "empty.html"
        empty.write_text("<!doctype html><title>empty</title><body></body>", encoding="utf-8")
        self.assertLess(self.seconds(self.folder / "page.html") - self.seconds(empty), 2)
        self.assertLess((self.folder / "page.html").stat().st_size, 10_000_000)


if __name__ == "__main__":
    unittest.main()
