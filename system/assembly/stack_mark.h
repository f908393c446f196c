// How deep a program's stack has been, from what it left there: costs a run nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <tlm>
#include <vector>

#include "platform/memory/elf_image.h"
#include "system/results/cpu_result.h"

namespace docsis_vp::system {

// To the word, and at least so deep: a word that was reserved and never written, or written with
// what was there before, does not show. Only of images that say where their stack lies,
// __stack_guard and __stack_top; the guard's own word is not counted.
class StackMark {
 public:
  // As the program starts. At most so many bytes.
  StackMark(const platform::ElfImage& image, tlm::tlm_fw_transport_if<>& bus,
            std::uint32_t memory_bytes);

  std::optional<StackResult> read(tlm::tlm_fw_transport_if<>& bus) const;

 private:
  std::vector<std::uint32_t> words(tlm::tlm_fw_transport_if<>& bus) const;

  std::uint32_t bottom_ = 0;  // behind the guard
  std::uint32_t top_ = 0;
  std::vector<std::uint32_t> before_;  // empty: no stack known
};

}  // namespace docsis_vp::system
