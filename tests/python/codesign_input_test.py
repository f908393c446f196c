"""Refusals of docsis-vp codesign: one line, status 2, nothing written."""

from tests.python.codesign_folder import CodesignTest, matrix


class BadInput(CodesignTest):
    def expect(self, line: str, *arguments: str):
        status, out, err = self.codesign(*arguments)
        self.assertEqual((status, out), (2, ""))
        self.assertEqual(err, f"docsis-vp: {line}\n")
        self.assertFalse(self.out.exists())

    def expect_of_matrix(self, line: str, change):
        changed = matrix()
        change(changed)
        self.write("modem.matrix", changed)
        self.expect(f"{self.folder}/modem.matrix: {line}")

    def test_scenario(self):
        self.write("modem.json", '{\n"durations": 1}')
        self.expect(f'{self.folder}/modem.json:2: durations: unknown key, '
                    'did you mean "duration_s"?')

    def test_an_input_is_not_written_over(self):
        self.out.mkdir()
        for name, what, other in (("modem.json", "the scenario", "codesign.json"), ("modem.matrix", "the matrix", "codesign.csv")):
            text = (self.folder / name).read_text()
            (self.out / other).symlink_to(self.folder / name)
            files = {"modem.json": self.folder / "modem.json", "modem.matrix": self.folder / "modem.matrix"}
            files[name] = self.out / other
            status, out, err = self.call("codesign", files["modem.json"], "--matrix", files["modem.matrix"], "-o", self.out)
            self.assertEqual((status, out), (2, ""))
            self.assertEqual(err, f"docsis-vp: {self.out / other} would be written over {what} {self.out / other}\n")
            self.assertEqual((self.folder / name).read_text(), text)
            (self.out / other).unlink()

    def test_no_matrix(self):
        (self.folder / "modem.matrix").unlink()
        self.expect(f"{self.folder}/modem.matrix: expected the matrix of "
                    f"{self.folder}/modem.json there")
        self.expect(f"{self.folder}/no.matrix: No such file or directory",
                    "--matrix", str(self.folder / "no.matrix"))

    def test_matrix_that_is_no_json(self):
        self.write("modem.matrix", '{\n"rows": ]')
        self.expect(f"{self.folder}/modem.matrix:2: expected JSON: Expecting value")
        self.write("modem.matrix", '{"seeds": 1, "seeds": 2}')
        self.expect(f'{self.folder}/modem.matrix: the key "seeds" is there twice')

    def test_matrix(self):
        self.expect_of_matrix("rows[0].placement: expected one of A, B, C",
                              lambda m: m["rows"][0].update(placement="Z"))
        self.expect_of_matrix('rows[1]: expected the key "algorithm"',
                              lambda m: m["rows"][1].pop("algorithm"))
        self.expect_of_matrix("the matrix.row: expected one of axes, rows, description, seeds, "
                              "costs, quick, rates, watch, matters, cpu_is_there, given", lambda m: m.update(row=[]))
        self.expect_of_matrix("seeds: expected a positive integer", lambda m: m.update(seeds=0))
        self.expect_of_matrix("rows: expected at least one row", lambda m: m.update(rows=[]))
        self.expect_of_matrix('rows: expected each row once, "A pie" is there twice',
                              lambda m: m["rows"].append({"placement": "A", "algorithm": "pie"}))
        self.expect_of_matrix("rows[0].costs: expected true or false",
                              lambda m: m["rows"][0].update(costs=1))
        self.expect_of_matrix('costs.half: expected the key "title"',
                              lambda m: m["costs"].update(half={}))
        self.write("slow.costs", {"half": {"titel": "half the cycles"}})
        changed = matrix()
        changed["costs"] = "slow.costs"
        self.write("modem.matrix", changed)
        self.expect(f"{self.folder}/slow.costs: costs.half.titel: expected one of title, modem, "
                    "upstream, scenario, flood_mbps")
        (self.folder / "slow.costs").unlink()
        self.expect(f"{self.folder}/modem.matrix: costs: expected costs, or the name of a file of them; "
                    f"there is no file {self.folder}/slow.costs")
        self.expect_of_matrix('axes.costs: expected another name, a row says "costs": false',
                              lambda m: m["axes"].update(costs={}))
        self.expect_of_matrix("rates.rows[0]: expected a choice with flood_mbps",
                              lambda m: m["rates"]["rows"][0].pop("rate"))

    def test_watch(self):
        self.expect_of_matrix("watch.call: expected one of call", lambda m: m.update(watch={"call": "phone"}))
        self.expect_of_matrix("watch.page: expected no name, no flow is a page",
                              lambda m: m.update(watch={"page": "call"}))
        self.expect_of_matrix("watch.queue: expected one of us0", lambda m: m.update(watch={"queue": "ds0"}))
        self.expect_of_matrix("watch.calls: expected one of call, page, queue, measure",
                              lambda m: m.update(watch={"calls": "call"}))
        self.expect_of_matrix("watch.call: expected a name", lambda m: m.update(watch={"call": 1}))
        one_of = "expected one of energy_per_packet, latency_p50_ms, "
        for change in ({"watch": {"measure": "area_mm2"}}, {"matters": {"aqm_drops": 1}}):
            self.write("modem.matrix", matrix() | change)
            status, _, err = self.codesign()
            self.assertEqual(status, 2)
            self.assertIn(one_of, err)
        self.expect_of_matrix("matters.mos: expected a difference from 0 on",
                              lambda m: m.update(matters={"mos": -0.1}))
        self.expect_of_matrix("given[0]: expected one of placement, algorithm",
                              lambda m: m.update(given=["load"]))
        self.expect_of_matrix("cpu_is_there: expected true or false", lambda m: m.update(cpu_is_there=1))

    def test_row_that_makes_no_scenario(self):
        changed = matrix()
        changed["axes"]["placement"]["B"]["modem"]["control_low"] = "firmware"
        self.write("modem.matrix", changed)
        self.expect('row "B docsis_pie": modems[0].control_low: unknown key, '
                    'did you mean "control_law"?')

    def test_usage(self):
        usage = ("usage: docsis-vp codesign [-h] [-o DIR] [--matrix FILE] [--quick] [--duration S] "
                 "[--seeds N] [--until P] [--max-seeds N] [--jobs N] [-q] scenario")
        self.expect(f"argument --jobs: expected a positive integer, got 0, {usage}", "--jobs", "0")
        self.expect(f"argument --duration: expected a time in s above 0, got nan, {usage}",
                    "--duration", "nan")
        self.expect(f"argument --seeds: expected a positive integer, got -1, {usage}", "--seeds", "-1")
        for text in ("1", "95", "0.4", "sure"):
            self.expect(f"argument --until: expected a confidence from 0.5 to below 1, got {text}, {usage}",
                        "--until", text)
        self.expect(f"argument --max-seeds: expected 9 or more, got 8, {usage}",
                    "--until", "0.95", "--seeds", "9", "--max-seeds", "8")
