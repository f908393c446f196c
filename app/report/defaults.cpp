#include "app/report/defaults.h"

#include "system/json/writer.h"
#include "system/scenario/fields/fields.h"
#include "system/scenario/schema/table.h"
#include "system/scenario/schema/value_type.h"

namespace docsis_vp::app {

namespace {

std::string keys_of(const system::ObjectTable& table) {
  std::string text = "{";
  for (const auto& field : table.fields()) {
    text += (text.size() > 1 ? "," : "") + system::json_string(field->name) + ":{";
    const std::string fixed = table.default_of(*field);
    if (const system::ObjectTable* const below = field->type->table()) {
      text += R"("of":)" + keys_of(*below);
    } else if (!field->default_text.empty()) {
      text += R"("by":)" + system::json_string(fixed);
    } else if (!fixed.empty()) {
      text += R"("is":)" + fixed;
    }
    text += "}";
  }
  return text + "}";
}

}  // namespace

std::string defaults_json() {
  return keys_of(system::scenario_table());
}

}  // namespace docsis_vp::app
