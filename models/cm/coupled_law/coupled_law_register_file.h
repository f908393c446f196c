// Implements the registers of the coupled law (coupled_law.rdl).
#pragma once

#include <array>
#include <cstdint>
#include <systemc>

#include "models/cm/coupled_law/coupled_law.h"
#include "platform/bus/register_file.h"

namespace docsis_vp::cm {

class CoupledLawRegisterFile : public sc_core::sc_module {
 public:
  // law: null if firmware has no coupled law; register `aggregate_count` then reads 0.
  CoupledLawRegisterFile(const sc_core::sc_module_name& name, CoupledLaw* law);

  tlm::tlm_target_socket<32>& socket() { return file_.socket; }

 private:
  // Words that firmware has written for its next commit.
  struct Commit {
    std::uint32_t drop_prob_q28 = 0;
    std::uint32_t qdelay_old_us = 0;
    std::uint32_t burst_us = 0;
    std::uint32_t coupled_low = 0;
    std::uint32_t coupled_high = 0;
    std::uint32_t least_high = 0;
  };

  void add_block(CoupledLaw& law);
  void add_snapshot(CoupledLaw& law, unsigned number);
  void add_commit(CoupledLaw& law, unsigned number);
  void add_settings(const CoupledLaw& law, unsigned number);
  void add_counters(const CoupledLaw& law, unsigned number);
  void commit(CoupledLaw& law, unsigned number, std::uint32_t status_and_generation, TimePs at);

  platform::RegisterFile file_;
  std::array<Commit, kMaxAggregates> commits_{};
};

}  // namespace docsis_vp::cm
