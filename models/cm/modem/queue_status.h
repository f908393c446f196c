// Gathers the state of the queues for the AQM engine from the blocks that own it.
#pragma once

#include "models/cm/flow_interfaces.h"
#include "models/cm/queue_memory/queue_memory.h"
#include "models/cm/request_engine/request_engine.h"
#include "models/cm/shaper/shaper.h"

namespace docsis_vp::cm {

// Selects the bytes of a queue from which an AQM computes its delay.
enum class DelayBytes {
  kAll,         // accepted and not yet read out
  kUngranted,   // part of kAll not yet granted (CableLabs' ns-2 models of 2012 to 2014)
  kUnreleased,  // part of kAll not yet released by the shaper: prediction by tokens is then exact
};

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
