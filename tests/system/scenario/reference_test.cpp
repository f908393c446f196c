#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "system/json/node.h"
#include "system/scenario/fields/fields.h"
#include "system/scenario/read/load.h"
#include "system/scenario/schema/table.h"

namespace docsis_vp::system::reference_test {
namespace {

TEST(ScenarioReference, CommittedPageIsTheOneTheTablesMake) {
  std::ifstream file("docs/scenario-reference.md");
  const std::string committed{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(committed, scenario_reference())
      << "run: docsis-vp check --reference > docs/scenario-reference.md";
}

TEST(ScenarioReference, ListOfTrafficNamesEveryScenario) {
  std::ifstream file("scenarios/traffic/README.md");
  std::string list;
  for (std::string line; std::getline(file, line);) {
    list += line.substr(0, 2) == "  " ? line.substr(1) : "\n" + line;
  }
  std::size_t scenarios = 0;
  for (const auto& entry : std::filesystem::directory_iterator("scenarios/traffic")) {
    if (entry.path().extension() == ".json") {
      const Scenario scenario = load_scenario(entry.path().string()).scenario;
      EXPECT_THAT(list, ::testing::HasSubstr("\n- `" + entry.path().stem().string() +
                                             "`: " + scenario.description));
      ++scenarios;
    }
  }
  EXPECT_GE(scenarios, 17U);
}

// "required with ...", "only with ...", "applies only with ...".
TEST(ScenarioReference, EveryConditionReadsAfterWith) {
  for (const ObjectTable* table : tables_of(scenario_table())) {
    for (const auto& field : table->fields()) {
      const std::string_view text = field->condition_text;
      for (const std::string_view word : {"not ", "with ", "where ", "only ", "if ", "when "}) {
        EXPECT_NE(text.substr(0, word.size()), word) << table->title() << ": " << field->name;
      }
    }
  }
}

TEST(ScenarioReference, EveryFieldSaysWhatItMeans) {
  for (const ObjectTable* table : tables_of(scenario_table())) {
    EXPECT_FALSE(table->sentence().empty()) << table->title();
    for (const auto& field : table->fields()) {
      const std::string name = std::string(table->title()) + "." + std::string(field->name);
      EXPECT_FALSE(field->sentence.empty()) << name;
      EXPECT_TRUE(field->sentence.empty() || field->sentence.back() == '.') << name;
      if (field->is_optional() && !field->is_required) {
        EXPECT_FALSE(field->default_text.empty()) << name;
      }
    }
  }
}

TEST(ScenarioSchema, IsJsonAndKnowsEveryKey) {
  const JsonNode schema = parse_json(scenario_schema(), "schema");
  const JsonNode* definitions = schema.find("$defs");
  ASSERT_NE(definitions, nullptr);
  for (const ObjectTable* table : tables_of(scenario_table())) {
    const JsonNode* definition = definitions->find(table->title());
    ASSERT_NE(definition, nullptr) << table->title();
    for (const auto& field : table->fields()) {
      EXPECT_NE(definition->find("properties")->find(field->name), nullptr) << field->name;
    }
  }
}

}  // namespace
}  // namespace docsis_vp::system::reference_test
