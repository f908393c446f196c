// A law that accepts everything and records the flow hashes that it is shown.
#pragma once

#include <cstdint>
#include <vector>

#include "models/queue/law_class.h"

namespace docsis_vp::queue {

struct HashSpy {
  struct Params {
    std::uint32_t unused;
  };
  // The hashes that all spies of the process were shown, in order.
  static std::vector<std::uint32_t>& seen() {
    static std::vector<std::uint32_t> hashes;
    return hashes;
  }

  static const char* configure(Params&, const aqm_config&, const std::uint32_t*) { return nullptr; }
  aqm_verdict enqueue(const Params&, const aqm_queue&, const aqm_packet& packet, std::uint32_t) {
    return record(packet);
  }
  void departed(const Params&, const aqm_queue&, const aqm_packet& packet, std::uint32_t) {
    record(packet);
  }

 protected:
  static aqm_verdict record(const aqm_packet& packet) {
    seen().push_back(packet.flow_hash);
    return AQM_ACCEPT;
  }
};

}  // namespace docsis_vp::queue
