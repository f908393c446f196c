// Records the verdicts on the packets of a modem.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/cm/aqm_engine/aqm_engine.h"

namespace docsis_vp::system {

class VerdictLog : public cm::VerdictObserver {
 public:
  struct Flow {
    TimePs first_buffer_drop = -1;  // negative: none
    TimePs last_buffer_drop = -1;
    std::uint64_t digest = 0xcbf29ce484222325U;  // FNV-1a of flow, sequence number and verdict
  };

  explicit VerdictLog(unsigned flows) : flows_(flows) {}

  void judged(unsigned flow, const Packet& packet, aqm_verdict verdict, TimePs arrived) override;
  void judged_queued(unsigned flow, const Packet& packet, aqm_verdict verdict, TimePs at) override;
  void redirected(unsigned from, unsigned to, const Packet& packet, aqm_verdict verdict,
                  TimePs at) override;
  // Adds an observer of the verdicts.
  void add_observer(cm::VerdictObserver& next) { next_.push_back(&next); }

  const Flow& flow(unsigned index) const { return flows_[index]; }
  // Returns 16 hexadecimal digits. Equal digests mean equal verdicts in the same order.
  std::string digest(unsigned index) const;

 private:
  void note(unsigned flow, const Packet& packet, aqm_verdict verdict, TimePs at);

  std::vector<Flow> flows_;
  std::vector<cm::VerdictObserver*> next_;
};

}  // namespace docsis_vp::system
