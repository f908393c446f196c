#include "system/results/results_reference.h"

#include <gmock/gmock.h>

#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <sstream>

#include "system/json/node.h"
#include "system/results/result_table.h"
#include "system/results/results.h"
#include "system/traffic/voip/voice_result.h"
#include "tests/system/results/declared.h"

namespace docsis_vp::system::results_reference_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::size_t kRowLength = 120;

void for_each_field(const ResultTable& table,
                    const std::function<void(const ResultField& field)>& call) {
  for (const auto& field : table.fields()) {
    call(*field);
    if (field->group) {
      for_each_field(*field->group, call);
    }
  }
}

Results example() {
  Results results;
  results.config = "{}\n";
  ServiceFlowResult flow;
  flow.direction = "upstream";
  for (const auto& object :
       results_table().find("service_flows")->table()->find("mib")->table()->fields()) {
    if (!object->name.empty()) {
      flow.mib.emplace_back(object->name, 1);
    }
  }
  results.service_flows = {flow};
  FlowResult voice;
  voice.direction = "upstream";
  voice.figures.set(VoiceResult());
  results.flows = {voice};
  results.events.push_back({1.5, "flip_bit", "cm0", {}, {{"bit", std::uint64_t{3}}}});
  return results;
}

JsonNode written(const Results& results) {
  return parse_json(results.json(), "results.json");
}

std::vector<std::string> undeclared_of(const JsonNode& root) {
  return undeclared(root, results_table());
}

TEST(ResultsReference, CommittedPageIsTheOneTheDeclarationsMake) {
  std::ifstream file("docs/results-reference.md");
  const std::string committed{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(committed, results_reference())
      << "run: docsis-vp check --results-reference > docs/results-reference.md";
}

TEST(ResultsReference, RowsAreShort) {
  std::istringstream lines(results_reference());
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), kRowLength) << line;
  }
}

TEST(ResultsReference, EveryKeySaysWhatItMeans) {
  std::set<std::string_view> titles;
  for (const ResultTable* table : tables_of(results_table())) {
    EXPECT_FALSE(table->title().empty());
    EXPECT_TRUE(titles.insert(table->title()).second) << table->title() << ": twice";
    EXPECT_EQ(table->sentence().back(), '.') << table->title();
    std::set<std::string_view> names;
    for (const auto& field : table->fields()) {
      EXPECT_TRUE(field->name.empty() || names.insert(field->name).second) << field->name;
    }
    for_each_field(*table, [&](const ResultField& field) {
      const std::string name = std::string(table->title()) + "." + std::string(field.name);
      EXPECT_TRUE(field.name.empty() || !field.sentence.empty()) << name;
      EXPECT_TRUE(field.sentence.empty() || field.sentence.back() == '.') << name;
      EXPECT_GE(field.since, 1U) << name;
      EXPECT_LE(field.since, kResultsSchema) << name;
      // An object of its own has no unit unless its numbers have it.
      EXPECT_TRUE(field.type.kind != ResultKind::kBoolean || field.unit.empty()) << name;
    });
  }
}

TEST(ResultsReference, EveryUnitInANameIsDeclared) {
  const std::pair<std::string_view, std::string_view> units[] = {
      {"_mbps", "Mbit/s"}, {"_ms", "ms"},       {"_us", "us"},
      {"_percent", "%"},   {"_bytes", "bytes"}, {"_packets", "packets"},
      {"_mm2", "mm2"},     {"_kbit", "kbit"},   {"_hz", "Hz"}};
  for (const ResultTable* table : tables_of(results_table())) {
    for_each_field(*table, [&](const ResultField& field) {
      for (const auto& [ending, unit] : units) {
        const bool ends = field.name.size() > ending.size() &&
                          field.name.substr(field.name.size() - ending.size()) == ending;
        if (ends && field.group == nullptr) {
          EXPECT_EQ(field.unit, unit) << table->title() << "." << field.name;
        }
      }
    });
  }
}

TEST(ResultsSchema, IsJsonAndKnowsEveryKey) {
  const JsonNode schema = parse_json(results_schema(), "schema");
  const JsonNode& definitions = *schema.find("$defs");
  for (const char* title : {"results", "service_flow", "flow", "block", "fault"}) {
    ASSERT_NE(definitions.find(title), nullptr) << title;
  }
  for (const ResultTable* table : tables_of(results_table())) {
    if (const JsonNode* const definition = definitions.find(table->title())) {
      for (const auto& field : table->fields()) {
        EXPECT_TRUE(field->name.empty() || field->name == "*" ||
                    definition->find("properties")->find(field->name) != nullptr)
            << table->title() << "." << field->name;
      }
    }
  }
  const JsonNode& flow = *definitions.find("flow")->find("properties");
  EXPECT_NE(flow.find("r_value"), nullptr) << "keys of parts stand with those of the object";
  EXPECT_EQ(*flow.find("one_way_ms")->find_string("unit"), "ms");
}

TEST(ResultsKeys, OfAnExampleAreAllDeclared) {
  EXPECT_THAT(undeclared_of(written(example())), IsEmpty());
}

TEST(ResultsKeys, ThatAreNotDeclaredAreFound) {
  Results results = example();
  results.service_flows[0].mib.emplace_back("docsQosServiceFlowNonsense", 1);
  results.events[0].details = {{"colour", std::string("red")}};
  EXPECT_THAT(undeclared_of(written(results)),
              ElementsAre("/service_flows[]/mib/docsQosServiceFlowNonsense: not declared",
                          "/events[]/colour: not declared"));
}

TEST(ResultsKeys, OfAnotherTypeOrMissingAreFound) {
  JsonNode root = written(example());
  root.find("seed")->text = "1.5";
  root.find("scenario")->kind = JsonNode::Kind::kNull;
  root.find("stats")->members.pop_back();
  JsonNode& flow = root.find("service_flows")->elements.at(0);
  flow.find("direction")->text = "sideways";
  EXPECT_THAT(undeclared_of(root), ElementsAre("/scenario: got null", "/seed: got 1.5",
                                               "/stats/goodput_interval_s: missing",
                                               "/service_flows[]/direction: got \"sideways\""));
}

}  // namespace
}  // namespace docsis_vp::system::results_reference_test
