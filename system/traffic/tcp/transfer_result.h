// Results of a flow that sends files.
#pragma once

#include <string>
#include <vector>

#include "system/results/spread.h"

namespace docsis_vp::system {

struct TransferResult {
  std::vector<double> transfer_s;  // one value each

  static TransferResult together(const std::vector<const TransferResult*>& flows);
  std::string text() const;

  template <class Table>
  static void describe(Table& table) {
    using This = TransferResult;
    table.object("transfers", "Times of complete files.");
    table
        .field(
            "transfer_s", [](const This& flow) { return sample_spread(flow.transfer_s); }, "s",
            "Times of complete files.")
        .shown({"median"});
  }
};

}  // namespace docsis_vp::system
