#include "system/results/results.h"

#include <sys/utsname.h>

#include <thread>

#include "system/results/result_table.h"

namespace docsis_vp::system {

ServiceFlowResult::Amount ServiceFlowResult::accounted() const {
  Amount total;
  for (const Amount& part : {sent, aqm_drops, buffer_drops, ingress_fifo_drops, hold_drops,
                             oversize_drops, request_giveup_drops, rf_lost, queued, held}) {
    total.packets += part.packets;
    total.bytes += part.bytes;
  }
  if (aggregate) {
    total.packets += aggregate->redirected.packets;
    total.bytes += aggregate->redirected.bytes;
  }
  return total;
}

ServiceFlowResult::Amount ServiceFlowResult::byte_drops() const {
  return {buffer_drops.packets - descriptor_drops.packets,
          buffer_drops.bytes - descriptor_drops.bytes};
}

HostResult HostResult::of_this_host() {
  utsname names{};
  uname(&names);
  return {names.machine, std::thread::hardware_concurrency()};
}

const ResultTable& results_table() {
  return result_table<Results>();
}

std::string Results::json() const {
  JsonWriter json;
  results_table().write(json, this);
  return json.text();
}

}  // namespace docsis_vp::system
