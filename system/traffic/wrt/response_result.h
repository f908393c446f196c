// Results of a probe of response times.
#pragma once

#include <string>
#include <vector>

#include "system/results/spread.h"

namespace docsis_vp::system {

struct ResponseResult {
  std::vector<double> wrt_s;  // one value each

  static ResponseResult together(const std::vector<const ResponseResult*>& flows);
  std::string text() const;

  template <class Table>
  static void describe(Table& table) {
    using This = ResponseResult;
    table.object("responses", "Times of complete responses.");
    table
        .field(
            "wrt_s", [](const This& flow) { return sample_spread(flow.wrt_s); }, "s",
            "Times of complete responses.")
        .shown({"mean"});
  }
};

}  // namespace docsis_vp::system
