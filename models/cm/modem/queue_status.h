// Collects the state of the queues for the AQM engine from the blocks that own it.
#pragma once

#include "models/cm/aqm_engine/aqm_engine_options.h"
#include "models/cm/flow_interfaces.h"
#include "models/cm/queue_memory/queue_memory.h"
#include "models/cm/request_engine/request_engine.h"
#include "models/cm/shaper/shaper.h"

namespace docsis_vp::cm {

class QueueStatus : public QueueState {
 public:
  QueueStatus(DelayBytes delay_bytes, QueueMemory& memory, Shaper& shaper, RequestEngine& requests)
      : delay_bytes_(delay_bytes), memory_(memory), shaper_(shaper), requests_(requests) {}

  aqm_queue snapshot(unsigned flow, TimePs at) override;
  aqm_queue contents(unsigned flow, TimePs at) override;
  // Grants arrive in phase kParse.
  bool may_be_asked_late() const override {
    return delay_bytes_ != DelayBytes::kUngranted && shaper_.may_be_asked_late();
  }

 private:
  std::uint32_t packets(unsigned flow) const;
  std::uint64_t bytes(unsigned flow, TimePs at);

  DelayBytes delay_bytes_;
  QueueMemory& memory_;
  Shaper& shaper_;
  RequestEngine& requests_;
};

}  // namespace docsis_vp::cm
