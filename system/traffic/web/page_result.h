// Results of a flow that loads pages.
#pragma once

#include <string>
#include <vector>

#include "system/results/spread.h"

namespace docsis_vp::system {

struct PageResult {
  std::vector<double> page_load_s;  // one value each

  static PageResult together(const std::vector<const PageResult*>& flows);
  std::string text() const;

  template <class Table>
  static void describe(Table& table) {
    using This = PageResult;
    table.object("pages", "Times of complete pages.");
    table
        .field(
            "page_load_s", [](const This& flow) { return sample_spread(flow.page_load_s); }, "s",
            "Times of complete pages.")
        .shown({"median"});
  }
};

}  // namespace docsis_vp::system
