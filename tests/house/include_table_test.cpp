#include <gmock/gmock.h>

#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "tests/house/include_rules.h"
#include "tests/house/source_tree.h"

namespace docsis_vp::house::include_table_test {
namespace {

std::vector<std::string> includes_of(const SourceFile& file) {
  static const std::regex kInclude(R"re(^\s*#\s*include\s+(["<][^">]+[">]).*)re");
  std::vector<std::string> includes;
  for (const std::string& line : file.lines) {
    std::smatch match;
    if (std::regex_match(line, match, kInclude)) includes.push_back(match[1]);
  }
  return includes;
}

TEST(IncludeTable, HoldsForEveryIncludeInTheTree) {
  std::size_t includes = 0;
  for (const SourceFile& file : source_files()) {
    for (const std::string& include : includes_of(file)) {
      ++includes;
      EXPECT_EQ(broken_rule(file.path, include).value_or("fine"), "fine") << file.path;
    }
  }
  EXPECT_GT(includes, 100u) << "tests run in the project's root";
}

TEST(IncludeTable, HasARowForEverySource) {
  for (const SourceFile& file : source_files()) {
    EXPECT_TRUE(row_of(file.path)) << file.path;
  }
}

struct Case {
  std::string file;
  std::string include;
  bool allowed;
};

TEST(IncludeTable, RefusesWhatTheTableForbids) {
  const std::vector<Case> cases = {
      {"platform/base/x.h", "<vector>", true},
      {"platform/base/x.h", "<boost/json.hpp>", true},
      {"platform/base/x.h", "<systemc>", false},
      {"platform/base/x.h", "\"platform/kernel/kernel_time.h\"", false},
      {"platform/cpu/x.h", "<tlm_utils/simple_initiator_socket.h>", true},
      {"platform/cpu/x.h", "\"platform/base/clock.h\"", true},
      {"platform/cpu/x.h", "\"models/aqm/aqm.h\"", false},
      {"platform/cpu/x.h", "\"platform/base/no_such_header.h\"", false},
      {"platform/cpu/x.h", "\"clock.h\"", false},
      {"models/aqm/x.c", "<stdint.h>", true},
      {"models/aqm/x.c", "<string.h>", false},
      {"models/aqm/x.c", "\"platform/base/clock.h\"", false},
      {"models/docsis/x.cpp", "<systemc>", false},
      {"models/hosts/x.cpp", "\"platform/kernel/kernel_time.h\"", true},
      {"models/hosts/x.cpp", "\"platform/irq/interrupt_sink.h\"", false},
      {"models/hosts/x.cpp", "\"models/cm/flow_interfaces.h\"", false},
      {"models/cmts/x.cpp", "\"models/cm/flow_interfaces.h\"", false},
      {"models/cmts/x.cpp", "\"models/docsis/rf.h\"", true},
      {"models/cm/x.cpp", "<unistd.h>", false},
      {"system/assembly/x.cpp", "\"models/cm/flow_interfaces.h\"", true},
      {"system/assembly/x.cpp", "\"system/scenario/read/load.h\"", true},
      {"system/scenario/read/x.cpp", "\"system/assembly/system.h\"", false},
      {"system/scenario/fields/x.h", "\"system/scenario/derive/fill.h\"", false},
      {"system/results/x.h", "\"system/area/sensitivity.h\"", false},
      {"system/x.cpp", "\"system/json/node.h\"", false},
      {"app/x.cpp", "\"models/cm/flow_interfaces.h\"", false},
      {"fw/docsis_pie/x.c", "\"models/aqm/aqm.h\"", true},
      {"fw/docsis_pie/x.c", "<stdio.h>", false},
      {"elsewhere/x.cpp", "<vector>", false},
  };
  for (const Case& example : cases) {
    EXPECT_EQ(!broken_rule(example.file, example.include), example.allowed)
        << example.file << " including " << example.include;
  }
}

// So that compiling the source without precompiled headers proves that the header needs nothing
// before it.
TEST(Sources, IncludeTheirOwnHeaderFirst) {
  for (const SourceFile& file : source_files()) {
    std::filesystem::path header = file.path;
    header.replace_extension(".h");
    if (header == file.path || !std::filesystem::exists(header)) continue;
    const std::vector<std::string> includes = includes_of(file);
    ASSERT_FALSE(includes.empty()) << file.path;
    // A project outside the tree has its root beside its sources.
    const bool is_project =
        file.path.rfind("examples/", 0) == 0 || file.path.rfind("tests/external/tlm/", 0) == 0;
    const std::string written = (is_project ? header.filename() : header).string();
    EXPECT_EQ(includes.front(), "\"" + written + "\"") << file.path;
  }
}

}  // namespace
}  // namespace docsis_vp::house::include_table_test
