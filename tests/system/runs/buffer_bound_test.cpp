// A queue never holds more than its buffer, whichever law or manager it has, wherever that runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "models/aqm/registry.h"
#include "models/queue/managers.h"
#include "system/assembly/system.h"
#include "system/scenario/read/load.h"
#include "tests/system/runs/series.h"

namespace docsis_vp::system::buffer_bound_test {
namespace {

constexpr double kBufferBytes = 15'625;

struct Case {
  std::string algorithm;
  std::string direction;
  std::string aqm;    // more keys of it
  std::string modem;  // likewise
};
void PrintTo(const Case& each, std::ostream* to) {
  *to << each.algorithm << " " << each.direction << " " << each.aqm << each.modem;
}

// A third more than the rate, in packets of any size, and a TCP sender beside it.
std::string scenario_of(const Case& each) {
  const std::string flow = R"("modem": "cm0", "direction": ")" + each.direction + '"';
  return R"({"duration_s": 1.5, "stats": {"queue_interval_s": 0.001},
    "modems": [{"name": "cm0")" +
         each.modem + R"(}],
    "service_flows": [{"name": "tested", "max_sustained_rate_mbps": 2, "buffer_bytes": 15625, )" +
         flow + R"(, "aqm": {"algorithm": ")" + each.algorithm + '"' + each.aqm + R"(}},
      {"name": "other", "modem": "cm0", "direction": ")" +
         (each.direction == "upstream" ? "downstream" : "upstream") +
         R"(", "max_sustained_rate_mbps": 20}],
    "flows": [
      {"name": "a", "rate_mbps": 1, "packet_bytes": 1514, )" +
         flow + R"(},
      {"name": "b", "rate_mbps": 1, "packet_bytes": 700, )" +
         flow + R"(},
      {"name": "c", "rate_mbps": 0.7, "packet_bytes": 90, )" +
         flow + R"(},
      {"name": "d", "kind": "tcp", )" +
         flow + "}]}";
}

class BufferBound : public testing::TestWithParam<Case> {};

TEST_P(BufferBound, HoldsInEverySample) {
  System system(load_scenario_text(scenario_of(GetParam()), "test"));
  std::stringstream rows;
  system.write_time_series(rows);
  system.run();
  Series series(rows);
  double most = 0;
  while (series.next()) {
    if (series.cell("service_flow") == "tested" && !series.cell("queue_bytes").empty()) {
      most = std::max(most, series.number("queue_bytes"));
    }
  }
  EXPECT_LE(most, kBufferBytes);
  EXPECT_GT(most, kBufferBytes / 4) << "the load fills some of it";
}

std::vector<Case> cases() {
  const std::string slow_port =
      R"(, "queue_memory": {"port_bytes_per_cycle": 1, "port_efficiency_percent": 1})";
  std::vector<Case> all;
  for (const queue::Manager& manager : queue::managers()) {
    const std::string name(manager.name);
    all.push_back({name, "upstream", "", ""});
    all.push_back({name, "upstream", "", slow_port});
    all.push_back({name, "upstream", R"(, "stage_bytes": 4000)", ""});
    all.push_back({name, "downstream", "", ""});
  }
  for (const aqm_algorithm* const* law = aqm_algorithms; *law != nullptr; ++law) {
    const std::string name = (*law)->name;
    all.push_back({name, "upstream", "", slow_port});
    all.push_back({name, "downstream", "", ""});
  }
  for (const char* counted : {"ungranted", "unreleased"}) {
    all.push_back({"docsis_pie", "upstream", "",
                   slow_port + R"(, "aqm_engine": {"delay_bytes": ")" + counted + R"("})"});
  }
  const std::string firmware =
      R"(, "control_law": "firmware", "drop": "firmware", "firmware": ")" DOCSIS_VP_FIRMWARE_DIR
      R"(/docsis_pie.elf")";
  all.push_back({"docsis_pie", "upstream", "", slow_port + firmware});
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, BufferBound, testing::ValuesIn(cases()));

}  // namespace
}  // namespace docsis_vp::system::buffer_bound_test
