// Measures the highest stack use of a program from its stack memory, without run-time cost.
#pragma once

#include <cstdint>
#include <optional>
#include <tlm>
#include <vector>

#include "platform/memory/elf_image.h"
#include "system/results/cpu_result.h"

namespace docsis_vp::system {

// The result is a multiple of a word and a lower bound: a word that was reserved but not written,
// or rewritten with its old value, does not show. The image must define __stack_guard and
// __stack_top; the guard word does not count.
class StackMark {
 public:
  // Call it as the program starts. memory_bytes: upper limit of the stack's size.
  StackMark(const platform::ElfImage& image, tlm::tlm_fw_transport_if<>& bus,
            std::uint32_t memory_bytes);

  std::optional<StackResult> read(tlm::tlm_fw_transport_if<>& bus) const;

 private:
  std::vector<std::uint32_t> words(tlm::tlm_fw_transport_if<>& bus) const;

  std::uint32_t bottom_ = 0;  // above the guard word
  std::uint32_t top_ = 0;
  std::vector<std::uint32_t> before_;  // initial contents; empty: stack unknown
};

}  // namespace docsis_vp::system
