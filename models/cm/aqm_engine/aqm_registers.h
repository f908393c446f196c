// Implements the registers of the AQM engine (aqm_engine.rdl): the firmware's only access to it.
#pragma once

#include <array>
#include <cstdint>
#include <systemc>

#include "models/cm/aqm_engine/aqm_engine.h"
#include "platform/bus/register_file.h"

namespace docsis_vp::cm {

class AqmRegisters : public sc_core::sc_module {
 public:
  AqmRegisters(const sc_core::sc_module_name& name, AqmEngine& engine);

  tlm::tlm_target_socket<32>& socket() { return file_.socket; }

 private:
  // Words that firmware has written for its next commit.
  struct Commit {
    std::uint32_t drop_prob_q28 = 0;
    std::uint32_t qdelay_old_us = 0;
    std::uint32_t burst_us = 0;
    std::uint32_t measured = 0;
  };

  void add_block();
  void add_snapshot(unsigned flow);
  void add_commit(unsigned flow);
  void add_settings(unsigned flow);
  void add_options(unsigned flow);
  void add_counters(unsigned flow);
  void commit(unsigned flow, std::uint32_t status_and_generation, TimePs at);

  AqmEngine& engine_;
  platform::RegisterFile file_;
  std::array<Commit, kMaxUpstreamFlows> commits_{};
};

}  // namespace docsis_vp::cm
