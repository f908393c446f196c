// Declares the keys that only one traffic kind has, and gives access to their values. T: structure
// of the values, with a table. kKind: row of the kind, declared `extern`.
#pragma once

#include <any>
#include <string>
#include <utility>

#include "system/scenario/fields/flow.h"
#include "system/scenario/fields/traffic_kind.h"
#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

template <const TrafficKind& kKind>
bool is_of_kind(const FlowConfig& flow) {
  return &row_of(flow.kind) == &kKind;
}

// "kind `web`"
template <const TrafficKind& kKind>
std::string_view kind_condition() {
  static const std::string text = "kind `" + std::string(kKind.name) + "`";
  return text;
}

// The keys are in an object with the name of the kind.
template <const TrafficKind& kKind, class T>
void add_kind_object(Table<FlowConfig>& table, const Table<T>& keys, std::string_view sentence) {
  table.only_if(table.object(kKind.name, &FlowConfig::settings, keys).says(sentence),
                kind_condition<kKind>(), is_of_kind<kKind>);
}

// The keys are beside those of the flow, in the same object.
template <const TrafficKind& kKind, class T>
void add_kind_keys(Table<FlowConfig>& table, Table<T>&& keys) {
  table.beside(&FlowConfig::settings, std::move(keys), kind_condition<kKind>(), is_of_kind<kKind>);
}

template <class T>
const T& settings_of(const FlowConfig& flow) {
  return *static_cast<const T*>(AnyAccess<T>::get(&flow.settings, {}));
}
template <class T>
T& settings_of(FlowConfig& flow) {
  return *static_cast<T*>(AnyAccess<T>::make(&flow.settings, {}));
}

}  // namespace docsis_vp::system
