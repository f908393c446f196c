"""Follows the recipes of docs/contributing.md in a scratch copy: a law, a figure and two keys.

usage: tests/docs/recipes_test.py    from the project's root

Each recipe adds something that the tree does not have, in the files that the page names. One build
serves all. The copy is built anew, which takes about 100 CPU s.
"""
import json
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# "Add a queue-management algorithm", step 1: four files.
LAW = {
    "demo.h": """/* Drops what would wait behind more than a number of packets. */
#ifndef DOCSIS_VP_DEMO_H
#define DOCSIS_VP_DEMO_H

#include "models/aqm/aqm.h"
#include "models/aqm/option.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t limit_bytes; /* 0: no limit */
  uint32_t limit_packets;
  uint32_t most_packets;
  uint32_t use_ecn;
  uint32_t exclude_ce;
} demo_params;

/* C11 has no empty struct. */
typedef struct {
  uint32_t unused;
} demo_state;

extern const aqm_option demo_options[];

const char* demo_params_init(demo_params* params, const aqm_config* config,
                             const uint32_t* options);
void demo_state_init(demo_state* state);
aqm_verdict demo_enqueue(demo_state* state, const demo_params* params, const aqm_queue* queue,
                         const aqm_packet* packet, uint32_t random);

#ifdef __cplusplus
}
#endif

#endif
""",
    "demo.c": """#include "models/aqm/demo/demo.h"

const aqm_option demo_options[] = {
    {"most_packets", AQM_NUMBER, 0, 20, 1, 1000, 0, "N", "this test", "Packets that may wait."},
    {"ecn", AQM_SWITCH, 0, 0, 0, 1, 0, "ECN", "this test", "Mark instead of dropping."},
    {"exclude_ce", AQM_SWITCH, 0, 0, 0, 1, 0, "CE", "this test", "Marked ones do not count."},
    AQM_OPTIONS_END,
};

const char* demo_params_init(demo_params* params, const aqm_config* config,
                             const uint32_t* options) {
  params->limit_bytes = config->buffer_bytes;
  params->limit_packets = config->buffer_packets;
  params->most_packets = aqm_option_value(demo_options, options, 0);
  params->use_ecn = aqm_option_value(demo_options, options, 1);
  params->exclude_ce = aqm_option_value(demo_options, options, 2);
  return 0;
}

void demo_state_init(demo_state* state) {
  state->unused = 0;
}

aqm_verdict demo_enqueue(demo_state* state, const demo_params* params, const aqm_queue* queue,
                         const aqm_packet* packet, uint32_t random) {
  (void)state;
  (void)random;
  if (aqm_is_full(queue, packet, params->limit_bytes, params->limit_packets)) {
    return AQM_DROP_FULL;
  }
  const uint32_t waiting = aqm_measured_packets(queue, params->exclude_ce);
  return waiting < params->most_packets ? AQM_ACCEPT : aqm_signal(packet, params->use_ecn);
}
""",
    "demo_entry.c": """#include "models/aqm/demo/demo.h"
#include "models/aqm/registry.h"

static const char* init_params(void* params, const aqm_config* config, const uint32_t* options) {
  return demo_params_init(params, config, options);
}
static void init_state(void* state) {
  demo_state_init(state);
}
static aqm_verdict enqueue(void* state, const void* params, const aqm_queue* queue,
                           const aqm_packet* packet, uint32_t random) {
  return demo_enqueue(state, params, queue, packet, random);
}

const aqm_algorithm demo_algorithm = {
    .name = "demo",
    .id = 99,
    .title = "Demonstration",
    .source = "this test",
    .family = "demo",
    .places = AQM_IN_HARDWARE | AQM_DROP_IN_FIRMWARE | AQM_AT_CMTS,
    .params_bytes = sizeof(demo_params),
    .state_bytes = sizeof(demo_state),
    .options = demo_options,
    .cost = {.enqueue = {.additions = 1, .comparisons = 5, .words_read = 3}, .queues = 1},
    .params_init = init_params,
    .state_init = init_state,
    .enqueue = enqueue,
};
""",
    "README.md": "# A demonstration\n\nDrops what would wait behind more than N packets.\n",
}

# Step 3: a test.
LAW_TEST = """#include "models/aqm/demo/demo.h"

#include <gtest/gtest.h>

namespace docsis_vp::aqm::demo_test {
namespace {

TEST(Demo, DropsBehindItsMostPackets) {
  demo_params params;
  aqm_config config = {};
  ASSERT_EQ(demo_params_init(&params, &config, nullptr), nullptr);
  demo_state state;
  demo_state_init(&state);
  aqm_packet packet = {};
  packet.size_bytes = 1000;
  aqm_queue queue = {};
  queue.packets = 19;
  EXPECT_EQ(demo_enqueue(&state, &params, &queue, &packet, 0), AQM_ACCEPT);
  queue.packets = 20;
  EXPECT_EQ(demo_enqueue(&state, &params, &queue, &packet, 0), AQM_DROP);
}

}  // namespace
}  // namespace docsis_vp::aqm::demo_test
"""

# File, text that stands there, text that a recipe adds behind it.
LINES = [
    # "Add a queue-management algorithm", step 2.
    ("models/aqm/registry.c", "  LINE(codel_tail)       \\\n", "  LINE(demo)             \\\n"),
    # "Add a figure to the results".
    ("system/results/flow_result.h", "  std::uint64_t received_packets = 0;\n",
     "  std::uint64_t demo_packets = 0;\n"),
    ("system/results/flow_result.h",
     '  table.field("received_packets", &This::received_packets, "packets", "Packets that arrived.");\n',
     '  table.field("demo_packets", &This::demo_packets, "packets", "Packets that arrived, again.");\n'),
    ("system/assembly/traffic/flow_unit.cpp",
     "  result.received_packets += arrived.total_packets;\n",
     "  result.demo_packets += arrived.total_packets;\n"),
    # "Add a key to the scenario": of no block.
    ("system/scenario/fields/stats.h", "  double warmup_s = 0;\n", "  double demo_s = 3;\n"),
    ("system/scenario/fields/stats.cpp",
     '    Table<StatsConfig> t("stats", "Scope and intervals of the statistics.");\n',
     '    t.number("demo_s", &StatsConfig::demo_s, 1, 9).unit("s").says("A demonstration.");\n'),
]

# "Add a key to the scenario": of a block, in the three files that the recipe names.
BLOCK_KEY = [
    ("models/cm/burst_builder/burst_builder_config.h",
     "  std::uint32_t cycles_per_segment = 32;\n",
     "  std::uint32_t demo_cycles = 0;\n"),
    ("system/scenario/fields/modem.cpp",
     '  Table<cm::BuildCosts> t("build_costs", "Costs of the burst builder.");\n',
     '  t.integer("demo_cycles", &cm::BuildCosts::demo_cycles, 0, 1\'000\'000)\n'
     '      .unit("cycles").says("A demonstration.");\n'),
    ("models/cm/burst_builder/grant_plan.cpp",
     "  end_ = begin + costs.cycles_per_segment;\n",
     "  end_ += costs.demo_cycles;\n"),
]

SCENARIO = {
    "duration_s": 2,
    "stats": {"demo_s": 4},
    "modems": [{"name": "cm"}],
    "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 5,
                       "aqm": {"algorithm": "demo", "most_packets": 10}}],
    "flows": [{"name": "f", "modem": "cm", "service_flow": "us", "rate_mbps": 10}],
}


class Recipes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.tree = pathlib.Path(scratch.name) / "tree"
        cls.copy()
        cls.add()
        cls.run_in_tree("cmake", "--preset", "release", "-DDOCSIS_VP_BENCHES=OFF")
        cls.run_in_tree("cmake", "--build", "build/release", "--target", "docsis-vp", "aqm_test",
                        "aqm_table")

    @classmethod
    def copy(cls):
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True)
        cls.tree.mkdir()
        archive = subprocess.run(["tar", "--null", "-T", "-", "-cf", "-"], cwd=ROOT, check=True,
                                 input=listed.stdout, capture_output=True)
        subprocess.run(["tar", "-xf", "-"], cwd=cls.tree, check=True, input=archive.stdout)

    @classmethod
    def add(cls):
        folder = cls.tree / "models/aqm/demo"
        folder.mkdir()
        for name, text in LAW.items():
            (folder / name).write_text(text)
        (cls.tree / "tests/models/aqm/demo_test.cpp").write_text(LAW_TEST)
        for name, place, added in LINES + BLOCK_KEY:
            path = cls.tree / name
            text = path.read_text()
            text = text.replace(place, place + added, 1)
            if added not in text:
                raise AssertionError(f"{name}: the recipe finds no {place.strip()}")
            path.write_text(text)

    @classmethod
    def run_in_tree(cls, *command, status=0):
        done = subprocess.run(command, cwd=cls.tree, capture_output=True, text=True)
        if done.returncode != status:
            raise AssertionError(f"{' '.join(command)}: status {done.returncode}\n"
                                 f"{done.stdout[-3000:]}{done.stderr[-3000:]}")
        return done

    def docsis_vp(self, *arguments, status=0):
        return self.run_in_tree("build/release/bin/docsis-vp", *arguments, status=status)

    def results(self):
        (self.tree / "demo.json").write_text(json.dumps(SCENARIO))
        self.docsis_vp("run", "demo.json", "-o", "out", "-q")
        return json.loads((self.tree / "out/results.json").read_text())

    def test_a_law_drops_in_a_scenario_and_passes_the_tests_of_the_registry(self):
        queue = self.results()["service_flows"][0]
        self.assertGreater(queue["aqm_drops"], 0)
        self.assertEqual(queue["buffer_drops"], 0)
        self.run_in_tree("build/release/bin/aqm_test", "--gtest_filter=Demo.*:Registry/*:*demo*")
        self.assertIn("Demonstration", self.run_in_tree("build/release/bin/aqm_table").stdout)
        self.assertIn("most_packets", self.docsis_vp("check", "--reference").stdout)

    def test_a_law_has_an_area_and_runs_in_the_firmware_that_drops(self):
        self.results()
        self.assertIn("demo", self.docsis_vp("area", "demo.json").stdout)
        self.docsis_vp("run", "demo.json", "-q", "-o", "out-c", "--set", "modems.cm.drop=firmware",
                       "--set", "modems.cm.control_law=firmware")
        queue = json.loads((self.tree / "out-c/results.json").read_text())["service_flows"][0]
        self.assertGreater(queue["aqm_drops"], 0)

    def test_a_figure_is_in_results_schema_and_page(self):
        flow = self.results()["flows"][0]
        self.assertEqual(flow["demo_packets"], flow["received_packets"])
        self.assertIn("demo_packets", self.docsis_vp("check", "--results-schema").stdout)
        self.assertIn("demo_packets", self.docsis_vp("check", "--results-reference").stdout)

    def test_a_key_has_range_default_schema_and_page(self):
        self.assertEqual(self.results()["config"]["stats"]["demo_s"], 4)
        self.assertIn("demo_s", self.docsis_vp("check", "--schema").stdout)
        refused = self.docsis_vp("check", "demo.json", "--set", "stats.demo_s=10", status=2)
        self.assertIn("stats.demo_s", refused.stderr)
        self.assertIn("1 to 9", refused.stderr)

    def test_a_key_of_a_block_reaches_it(self):
        in_time = self.results()
        self.assertEqual(in_time["config"]["modems"][0]["burst_builder"]["demo_cycles"], 0)
        self.assertIn("demo_cycles", self.docsis_vp("check", "--reference").stdout)
        self.docsis_vp("run", "demo.json", "-q", "-o", "out-late", "--set",
                       "modems.cm.burst_builder.demo_cycles=1000000")  # 4 ms
        late = json.loads((self.tree / "out-late/results.json").read_text())
        self.assertGreater(in_time["flows"][0]["received_packets"], 100)
        self.assertLess(late["flows"][0]["received_packets"], 10)


if __name__ == "__main__":
    unittest.main()
