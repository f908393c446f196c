// Makes the row of a structure of figures that flows of some kinds alone have.
#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <typeindex>
#include <utility>
#include <vector>

#include "system/results/kind_result.h"
#include "system/results/result_table.h"
#include "system/results/spread.h"

namespace docsis_vp::system {

// R declares its keys by describe(), as any structure of results, and has
//   static R together(const std::vector<const R*>& flows);  the figures of a group of flows
//   std::string text() const;                               one line for the summary of a run
// condition: when a flow has them; completes "only with".
template <class R>
constexpr KindResultType kind_result_type(std::string_view condition) {
  KindResultType type;
  type.condition = condition;
  type.type = [] { return std::type_index(typeid(R)); };
  type.table = &result_table<R, R>;
  type.together = [](const std::vector<const void*>& flows) -> std::shared_ptr<const void> {
    std::vector<const R*> figures;
    std::transform(flows.begin(), flows.end(), std::back_inserter(figures),
                   [](const void* each) { return static_cast<const R*>(each); });
    return std::make_shared<const R>(R::together(figures));
  };
  type.text = [](const void* figures) { return static_cast<const R*>(figures)->text(); };
  return type;
}

// Mean of a member over the flows that have a value.
template <class R>
std::optional<double> mean_of(const std::vector<const R*>& flows,
                              std::optional<double> R::*member) {
  std::vector<double> values;
  for (const R* flow : flows) {
    if (flow->*member) values.push_back(*(flow->*member));
  }
  return sample_spread(std::move(values)).mean;
}

// The values of all flows, one flow after the other.
template <class R>
std::vector<double> joined(const std::vector<const R*>& flows, std::vector<double> R::*member) {
  std::vector<double> values;
  for (const R* flow : flows) {
    values.insert(values.end(), (flow->*member).begin(), (flow->*member).end());
  }
  return values;
}

// Number, median and spread of times. what: things that completed, in the plural.
std::string times_text(const char* what, const std::vector<double>& times_s);

}  // namespace docsis_vp::system
