"""Follows the recipes of docs/contributing.md in a scratch copy: a law, a kind of traffic, a figure
and two keys.

usage: tests/docs/recipes_test.py    from the project's root

Each recipe adds something that the tree does not have, in the files that the page names. One build
serves all. The copy is built anew, which takes about 140 CPU s.
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

# "Add a traffic kind", steps 1 to 4 and 6: a folder, with figures that no other kind has.
KIND = {
    "demo_result.h": """// Results of a demonstration.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace docsis_vp::system {

struct DemoResult {
  std::uint64_t rounds = 0;

  static DemoResult together(const std::vector<const DemoResult*>& flows);
  std::string text() const;

  template <class Table>
  static void describe(Table& table) {
    table.object("demo", "Rounds of a demonstration.");
    table.field("rounds", &DemoResult::rounds, "", "Rounds of packets sent.");
  }
};

}  // namespace docsis_vp::system
""",
    "demo_flow.cpp": """#include "system/assembly/traffic/periodic.h"
#include "system/results/kind_result_type.h"
#include "system/scenario/derive/fill.h"
#include "system/scenario/fields/kind_fields.h"
#include "system/traffic/demo/demo_result.h"

namespace docsis_vp::system {

extern const TrafficKind kDemoKind;
extern const KindResultType kDemoResult;

namespace {

struct DemoSettings {
  unsigned packets_per_round = 4;
};

const Table<DemoSettings>& demo_table() {
  static const Table<DemoSettings> table = [] {
    Table<DemoSettings> t("demo", "A demonstration.");
    t.integer("packets_per_round", &DemoSettings::packets_per_round, 1, 100)
        .source("this test")
        .says("Packets that make a round.");
    return t;
  }();
  return table;
}

void complete_demo(FlowConfig& flow, const Extensions&, const std::string&) {
  fill(flow.jitter_percent, 0.0);
  fill(flow.packet_bytes, 500U);
  fill(flow.interval_us, 10'000.0);
}

class DemoFlow : public FlowUnit {
 public:
  DemoFlow(const FlowPlan& plan, const Site& site)
      : packets_(make_periodic_flow(plan, site)),
        per_round_(settings_of<DemoSettings>(plan.config).packets_per_round) {}

  std::uint64_t delivered_bytes() const override { return packets_->delivered_bytes(); }
  std::optional<double> demand_mbps() const override { return packets_->demand_mbps(); }
  FlowResult result(TimePs now) const override {
    FlowResult result = packets_->result(now);
    result.figures.set(DemoResult{result.sent_packets / per_round_});
    return result;
  }

 private:
  std::unique_ptr<FlowUnit> packets_;
  unsigned per_round_;
};

}  // namespace

DemoResult DemoResult::together(const std::vector<const DemoResult*>& flows) {
  DemoResult group;
  for (const DemoResult* flow : flows) {
    group.rounds += flow->rounds;
  }
  return group;
}

std::string DemoResult::text() const {
  return std::to_string(rounds) + " rounds";
}

constexpr KindResultType kDemoResult = kind_result_type<DemoResult>("`kind` demo");

constexpr TrafficKind kDemoKind = [] {
  TrafficKind kind;
  kind.name = "demo";
  kind.is_periodic = true;
  kind.periodic = {"500", {}, "10000", "0", "this test"};
  kind.add_fields = [](Table<FlowConfig>& table) {
    add_kind_object<kDemoKind>(table, demo_table(), "The demonstration.");
  };
  kind.complete = complete_demo;
  kind.make = [](const FlowPlan& plan, const Site& site) -> std::unique_ptr<FlowUnit> {
    return std::make_unique<DemoFlow>(plan, site);
  };
  return kind;
}();

}  // namespace docsis_vp::system
""",
    "README.md": "# A demonstration\n\nPackets of 500 bytes every 10 ms, counted in rounds.\n",
}

# File, text that stands there, text that a recipe adds behind it.
LINES = [
    # "Add a queue-management algorithm", step 2.
    ("models/aqm/registry.c", "  LINE(codel_tail)         \\\n", "  LINE(demo)               \\\n"),
    # "Add a traffic kind", step 5.
    ("system/traffic/registry.cpp", "extern const TrafficKind kCustomKind;\n",
     "extern const TrafficKind kDemoKind;\nextern const KindResultType kDemoResult;\n"),
    ("system/traffic/registry.cpp", "&kCustomKind,\n", "      &kDemoKind,\n"),
    ("system/traffic/registry.cpp", "&kResponseResult,\n", "      &kDemoResult,\n"),
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
    "flows": [{"name": "f", "modem": "cm", "service_flow": "us", "rate_mbps": 10},
              {"name": "d", "modem": "cm", "service_flow": "us", "kind": "demo", "group": "both",
               "demo": {"packets_per_round": 5}, "count": 2}],
}


class Recipes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.tree = pathlib.Path(scratch.name) / "tree"
        cls.copy()
        cls.add()
        # Without optimisation: the runs are short, and the build is the longest of the tests.
        cls.run_in_tree("cmake", "--preset", "release", "-DDOCSIS_VP_BENCHES=OFF",
                        "-DCMAKE_BUILD_TYPE=None")
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
        folder = cls.tree / "system/traffic/demo"
        folder.mkdir()
        for name, text in KIND.items():
            (folder / name).write_text(text)
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

    def test_a_kind_runs_with_its_key_and_its_figures(self):
        results = self.results()
        flows = [flow for flow in results["flows"] if flow["kind"] == "demo"]
        self.assertEqual([flow["rounds"] for flow in flows], [40, 40])  # 200 packets in 2 s
        self.assertEqual([group["rounds"] for group in results["groups"]], [80])
        self.assertNotIn("rounds", results["flows"][0])
        self.assertIn("packets_per_round", self.docsis_vp("check", "--reference").stdout)
        self.assertIn("rounds", self.docsis_vp("check", "--results-schema").stdout)
        self.assertIn("rounds", self.docsis_vp("check", "--results-reference").stdout)
        self.assertIn("40 rounds", self.docsis_vp("run", "demo.json", "-o", "out-again").stdout)
        refused = self.docsis_vp("check", "demo.json", "--set", "flows.d.demo.packets_per_round=0",
                                 status=2)
        self.assertIn("1 to 100", refused.stderr)

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
