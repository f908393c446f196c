// Figures that flows of some traffic kinds alone have, such as the times of pages. The folder of
// the kind declares them: see kind_result_type.h.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <typeindex>
#include <utility>
#include <vector>

namespace docsis_vp::system {

class ResultTable;

// A structure of such figures.
struct KindResultType {
  std::string_view condition;  // when a flow has them, completes "only with"
  std::type_index (*type)() = nullptr;
  const ResultTable& (*table)() = nullptr;
  // The figures of a group of flows that have them.
  std::shared_ptr<const void> (*together)(const std::vector<const void*>& flows) = nullptr;
  // Quality for the user, for the summary of a run.
  std::string (*text)(const void* figures) = nullptr;
};

// All of them, in the order of their keys in results.json.
const std::vector<const KindResultType*>& kind_result_types();

// The figures of one flow: one structure, or none; those of a group of flows: one for each kind.
class KindResults {
 public:
  template <class R>
  void set(R figures) {
    parts_.push_back({typeid(R), std::make_shared<const R>(std::move(figures))});
  }
  // Null: the flow has no such figures.
  template <class R>
  const R* find() const {
    return static_cast<const R*>(find(typeid(R)));
  }
  const void* find(std::type_index type) const;
  // Empty without figures.
  std::string text() const;

  static KindResults together(const std::vector<const KindResults*>& flows);

 private:
  struct Part {
    std::type_index type;
    std::shared_ptr<const void> figures;
  };

  std::vector<Part> parts_;
};

}  // namespace docsis_vp::system
