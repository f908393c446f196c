// Measures the highest stack use of the tasks of fw/kernel.
#pragma once

#include <tlm>
#include <vector>

#include "platform/memory/elf_image.h"
#include "system/results/cpu_result.h"

namespace docsis_vp::system {

// Follows the kernel's list of tasks (fw/kernel/kernel.h) in memory. It needs stacks that are
// variables cleared by start-up code. The result is a multiple of a word and a lower bound: a word
// that was reserved but not written, or written with 0, does not show. Empty for images without the
// kernel, and before the kernel starts.
std::vector<TaskResult> task_stacks(const platform::ElfImage& image,
                                    tlm::tlm_fw_transport_if<>& bus);

}  // namespace docsis_vp::system
