// For programs under AddressSanitizer: reports stack switches to it. Compiled into each program
// that links docsis_vp::testing; empty without the sanitizer.
//
// SystemC 2.3.4 reports stack switches, with two gaps: no bounds when it returns to the main stack,
// and nothing when a thread process ends. The sanitizer then confuses stacks: exceptions raise
// false alarms, and leaks are missed. The functions here replace SystemC's, which run on the new
// stack, and close both gaps.
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define DOCSIS_VP_UNDER_ADDRESS_SANITIZER
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define DOCSIS_VP_UNDER_ADDRESS_SANITIZER
#endif

#ifdef DOCSIS_VP_UNDER_ADDRESS_SANITIZER

#include <dlfcn.h>
#include <pthread.h>
#include <sanitizer/common_interface_defs.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>

namespace {

struct Stack {
  const void* bottom = nullptr;
  std::size_t size = 0;

  bool holds(std::uintptr_t address) const {
    return address - reinterpret_cast<std::uintptr_t>(bottom) < size;
  }
};

// Stack of the thread that runs the kernel.
Stack main_stack() {
  void* bottom = nullptr;
  std::size_t size = 0;
  pthread_attr_t attributes;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstack(&attributes, &bottom, &size);
  pthread_attr_destroy(&attributes);
  return {bottom, size};
}

const Stack& known_main_stack() {
  static const Stack stack = main_stack();
  return stack;
}

// Stack of a process that was not reported: it is a separate mapping.
Stack stack_at(std::uintptr_t address) {
  Stack found;
  std::FILE* const maps = std::fopen("/proc/self/maps", "re");
  char line[4096];
  while (maps != nullptr && std::fgets(line, sizeof line, maps) != nullptr) {
    void* begin = nullptr;
    void* end = nullptr;
    if (std::sscanf(line, "%p-%p", &begin, &end) != 2) {
      continue;
    }
    const Stack mapping{begin, static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(end) -
                                                        reinterpret_cast<std::uintptr_t>(begin))};
    if (mapping.holds(address)) {
      found = mapping;
    }
  }
  if (maps != nullptr) {
    std::fclose(maps);
  }
  return found;
}

void announce(const Stack& stack) {
  __sanitizer_start_switch_fiber(nullptr, stack.bottom, stack.size);
  __sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr);
}

}  // namespace

extern "C" {
// Weak: a static libsystemc defines them itself.
[[gnu::weak]] void* sc_cor_qt_yieldhelp(void* stack_pointer, void* old_process, void* nothing);
[[gnu::weak]] void* sc_cor_qt_aborthelp(void* stack_pointer, void* old_process, void* nothing);

// A process waits.
void* sc_cor_qt_yieldhelp(void* stack_pointer, void* old_process, void* nothing) {
  static const auto next =
      reinterpret_cast<decltype(&sc_cor_qt_yieldhelp)>(dlsym(RTLD_NEXT, "sc_cor_qt_yieldhelp"));
  next(stack_pointer, old_process, nothing);
  const Stack& main = known_main_stack();
  if (main.holds(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)))) {
    announce(main);
  }
  return nullptr;
}

// A process has ended.
void* sc_cor_qt_aborthelp(void*, void*, void*) {
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  const Stack& main = known_main_stack();
  announce(main.holds(here) ? main : stack_at(here));
  return nullptr;
}
}

#endif
