#include "system/assembly/instruments/call_order.h"

#include <algorithm>
#include <systemc>

namespace docsis_vp::system {

namespace {

// Adds a call, and returns whether it was not there.
bool is_first(std::vector<std::string>& calls, const char* call) {
  if (std::find(calls.begin(), calls.end(), call) != calls.end()) {
    return false;
  }
  calls.emplace_back(call);
  return true;
}

}  // namespace

void require_before_first_run(const char* call) {
  if (sc_core::sc_start_of_simulation_invoked()) {
    throw CallOrderError(call, "expected a call before the first run");
  }
}

CallOrder::Run::Run(CallOrder& order, const char* call) : order_(order) {
  if (!order.running_.empty()) {
    throw CallOrderError(call, "expected no call during " + order.running_);
  }
  if (!order.finished_.empty()) {
    throw CallOrderError(call, "expected no run after " + order.finished_.front());
  }
  order.running_ = call;
}

bool CallOrder::finish(const char* call) {
  if (!running_.empty()) {
    throw CallOrderError(call, "expected a call after the last run, not during " + running_);
  }
  return is_first(finished_, call);
}

bool CallOrder::end_file(const char* call) {
  return is_first(ended_, call);
}

}  // namespace docsis_vp::system
