// The registry of traffic kinds is complete, and the keys of one kind do not touch another's.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>

#include "system/scenario/fields/traffic_kind.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system::traffic_kinds_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string scenario_of(const std::string& keys) {
  return R"({"modems": [{"name": "cm0"}],
    "service_flows": [{"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 10}],
    "flows": [{"name": "f", "modem": "cm0", )" +
         keys + "}]}";
}

std::string effective(const std::string& keys) {
  return effective_configuration(load_scenario_text(scenario_of(keys), "x.json").scenario, ".");
}

std::string refusal_of(const std::string& keys) {
  try {
    load_scenario_text(scenario_of(keys), "x.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(TrafficKinds, HaveDistinctNamesAndAFolderEach) {
  std::set<std::string> names;
  for (const TrafficKind* kind : traffic_kinds()) {
    const std::string name(kind->name);
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_TRUE(std::filesystem::exists("system/traffic/" + name + "/README.md")) << name;
    EXPECT_TRUE(kind->make) << name;
    EXPECT_FALSE(kind->uses_tcp && kind->is_periodic) << name;
    EXPECT_EQ(kind->file == nullptr, kind->file_title.empty()) << name;
  }
  EXPECT_EQ(traffic_kinds().front()->name, "udp") << "the default of `kind`";
}

// A folder that names the row of a kind has a list of kinds.
TEST(TrafficKinds, AreNamedInTheirFoldersOnly) {
  for (const char* const root : {"system", "app"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      const std::string path = entry.path().string();
      const std::string extension = entry.path().extension().string();
      if (path.rfind("system/traffic/", 0) == 0 || (extension != ".cpp" && extension != ".h")) {
        continue;
      }
      std::stringstream text;
      text << std::ifstream(path).rdbuf();
      EXPECT_THAT(text.str(), Not(HasSubstr("FlowKind::k"))) << path;
      EXPECT_THAT(text.str(), Not(HasSubstr("extern const TrafficKind"))) << path;
    }
  }
}

TEST(TrafficKinds, AreFoundByName) {
  for (const TrafficKind* kind : traffic_kinds()) {
    EXPECT_EQ(&row_of(flow_kind(kind->name)), kind);
  }
  EXPECT_THROW(flow_kind("carrier pigeon"), std::invalid_argument);
}

TEST(TrafficKinds, RefuseKeysOfOtherKinds) {
  EXPECT_THAT(refusal_of(R"("kind": "tcp", "web": {})"),
              HasSubstr("flows[0].web: applies only with kind `web`"));
  EXPECT_THAT(refusal_of(R"("kind": "web", "bytes": 5)"),
              HasSubstr("flows[0].bytes: applies only with kind `tcp`"));
  EXPECT_THAT(refusal_of(R"("kind": "game", "rate_mbps": 5)"),
              HasSubstr("flows[0].rate_mbps: applies only with kind `udp`"));
  EXPECT_THAT(refusal_of(R"("kind": "tcp", "ecn": "ect0")"),
              HasSubstr("flows[0].ecn: applies only with kind `udp`, `voip` or `game`"));
  EXPECT_THAT(refusal_of(R"("kind": "trace", "file": "x", "dscp": 5)"),
              HasSubstr("flows[0].dscp: applies only with a kind other than `trace`"));
  EXPECT_THAT(refusal_of(R"("kind": "trace")"), HasSubstr("flows[0]: the key \"file\" is missing"));
}

TEST(TrafficKinds, TakeNullForKeysOfOtherKinds) {
  const std::string text =
      effective(R"("kind": "tcp", "bytes": 1234567, "max_gap_s": null, "parameters": null)");
  EXPECT_THAT(text, HasSubstr("\"bytes\": 1234567"));
  EXPECT_THAT(text, Not(HasSubstr("max_gap_s")));
}

TEST(TrafficKinds, ShowTheDefaultsOfTheirOwnKeysOnly) {
  EXPECT_THAT(effective(R"("kind": "web")"), HasSubstr("\"html_bytes\": 102400"));
  EXPECT_THAT(effective(R"("kind": "tcp")"), Not(HasSubstr("html_bytes")));
  EXPECT_THAT(effective(R"("kind": "tcp")"), HasSubstr("\"persistent\": false"));
}

}  // namespace
}  // namespace docsis_vp::system::traffic_kinds_test
