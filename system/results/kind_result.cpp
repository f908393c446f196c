#include "system/results/kind_result.h"

namespace docsis_vp::system {

const void* KindResults::find(std::type_index type) const {
  for (const Part& part : parts_) {
    if (part.type == type) return part.figures.get();
  }
  return nullptr;
}

std::string KindResults::text() const {
  for (const KindResultType* type : kind_result_types()) {
    if (const void* const figures = find(type->type())) return type->text(figures);
  }
  return {};
}

KindResults KindResults::together(const std::vector<const KindResults*>& flows) {
  KindResults group;
  for (const KindResultType* type : kind_result_types()) {
    std::vector<const void*> figures;
    for (const KindResults* flow : flows) {
      if (const void* const found = flow->find(type->type())) figures.push_back(found);
    }
    if (!figures.empty()) {
      group.parts_.push_back({type->type(), type->together(figures)});
    }
  }
  return group;
}

}  // namespace docsis_vp::system
