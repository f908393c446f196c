#include "tests/fw/host/kernel.h"

#include <utility>

#include "tests/fw/host/hardware.h"

extern "C" {
#include "fw/kernel/kernel.h"
}

namespace docsis_vp::fw {

namespace {

std::vector<Task> added;

}  // namespace

std::vector<Task> added_tasks() {
  return std::exchange(added, {});
}

}  // namespace docsis_vp::fw

void kernel_add(kernel_task*, std::uint32_t, void (*entry)(), std::uint32_t*, std::uint32_t) {
  docsis_vp::fw::added.push_back(entry);
}

void kernel_start(std::uint32_t) {
  throw docsis_vp::fw::Asleep{};
}

void kernel_take(kernel_semaphore* semaphore) {
  if (semaphore->count == 0) {
    throw docsis_vp::fw::Asleep{};
  }
  semaphore->count = semaphore->count - 1;
}

void kernel_give(kernel_semaphore* semaphore) {
  semaphore->count = semaphore->count + 1;
}

void kernel_sleep_until(std::uint64_t) {
  throw docsis_vp::fw::Asleep{};
}
