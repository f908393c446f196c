"""Files that no docsis-vp wrote, given to the commands that read JSON."""

import json

from docsis_vp import jsonfile
from docsis_vp.errors import InputError
from tests.python.codesign_folder import CodesignTest


class Files(CodesignTest):
    def expect(self, line: str, name: str):
        """From every command that reads such a file."""
        path = self.folder / name
        for command in (["compare", path, path], ["sweep", path, "-o", self.out],
                        ["codesign", self.folder / "modem.json", "--matrix", path, "-o", self.out]):
            status, out, err = self.call(*command)
            self.assertEqual((status, out), (2, ""), command)
            self.assertEqual(err, f"docsis-vp: {path}{line}\n")
            self.assertFalse(self.out.exists())

    def test_nested_without_end(self):
        for levels in (65, 999, 100_000):
            self.write("deep.json", "[" * levels)
            if levels > 900:
                self.expect(":1: nested deeper than 64 levels (column 65)", "deep.json")
            self.write("deep.json", "{\n\"[[\": " + "[" * levels + "]" * levels + "}")
            self.expect(":2: nested deeper than 64 levels (column 70)", "deep.json")
        self.write("deep.json", '{"a":' * 100_000 + "1" + "}" * 100_000)
        self.expect(":1: nested deeper than 64 levels (column 321)", "deep.json")

    def test_as_deep_as_may_be(self):
        text = "[" * 64 + "]" * 64
        self.assertEqual(json.dumps(jsonfile.parse(text, "x")), text)
        with self.assertRaisesRegex(InputError, "^x:1: nested deeper than 64 levels .column 65.$"):
            jsonfile.parse(f"[{text}]", "x")

    def test_a_device_that_has_no_end(self):
        for command in (["compare", "/dev/zero", "/dev/zero"], ["sweep", "/dev/zero"],
                        ["codesign", self.folder / "modem.json", "--matrix", "/dev/zero"],
                        ["codesign", "/dev/zero", "--matrix", self.folder / "modem.matrix"]):
            self.assertEqual(self.call(*command), (2, "", "docsis-vp: /dev/zero: expected at most 256 MiB\n"))

    def test_a_link_that_leads_to_itself(self):
        (self.folder / "circle.json").symlink_to("circle.json")
        self.expect(": Too many levels of symbolic links", "circle.json")
        path = self.folder / "circle.json"
        self.assertEqual(self.call("codesign", path, "--matrix", self.folder / "modem.matrix", "-o", self.out),
                         (2, "", f"docsis-vp: {path}: cannot be opened\n"))

    def test_what_json_has_not(self):
        for text, line in (("[NaN]", ": expected JSON, which has no NaN"),
                           ("[-Infinity]", ": expected JSON, which has no -Infinity"),
                           ('"\\ud800"', ": expected whole characters, got a half of a surrogate pair"),
                           ('{"a": 1, "b": 2, "a": 3}', ': the key "a" is there twice'),
                           ("9" * 5000, ": expected numbers of at most 4300 digits")):
            self.write("odd.json", text)
            self.expect(line, "odd.json")

    def test_many_keys_take_no_time(self):
        value = {str(number): number for number in range(100_000)}
        self.assertEqual(jsonfile.parse(json.dumps(value), "x"), value)

    def test_paths_that_nobody_gave(self):
        for command in (["compare", "", "x"], ["sweep", ""], ["codesign", ""], ["sweep", "x", "-o", ""],
                        ["codesign", "x", "--matrix", ""], ["codesign", "x", "-o", ""],
                        ["reproduce", "cablelabs-2012", "--list", "-o", ""]):
            status, out, err = self.call(*command)
            self.assertEqual((status, out), (2, ""))
            self.assertRegex(err, "^docsis-vp: argument .*: expected a path, got an empty one, usage: .*\n$")

    def test_results_that_are_damaged_are_named(self):
        self.codesign("--quick")
        (results,) = self.out.glob("runs/*/results.json")
        results.write_text(results.read_text(encoding="utf-8")[:100], encoding="utf-8")
        self.assertEqual(self.codesign("--quick", "-q"), (
            2, "", f"docsis-vp: {results}: is damaged; without its folder the run is made again\n"))
