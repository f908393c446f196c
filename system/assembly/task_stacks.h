// How deep the stacks of the tasks of fw/kernel have been.
#pragma once

#include <tlm>
#include <vector>

#include "platform/memory/elf_image.h"
#include "system/results/cpu_result.h"

namespace docsis_vp::system {

// Follows the kernel's ring of tasks (fw/kernel/kernel.h) in memory as it is. Tasks whose stacks
// are variables that start-up code clears: to the word, and at least so deep, since a word that was
// reserved and never written, or written with 0, does not show. Empty for images without the
// kernel, and before it was started.
std::vector<TaskResult> task_stacks(const platform::ElfImage& image,
                                    tlm::tlm_fw_transport_if<>& bus);

}  // namespace docsis_vp::system
