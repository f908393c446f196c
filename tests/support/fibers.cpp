// For programs under AddressSanitizer. SystemC 2.3.4 tells it of every change of stacks, but gives
// no bounds when it goes back to the main stack, after which an exception thrown there raises false
// alarms. This function stands before the sanitizer's and fills them in.
#include <dlfcn.h>
#include <pthread.h>

#include <cstddef>

namespace {

struct Stack {
  void* bottom = nullptr;
  std::size_t size = 0;
};

// Of the kernel's thread, whose own stack is the main one.
Stack main_stack() {
  Stack stack;
  pthread_attr_t attributes;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstack(&attributes, &stack.bottom, &stack.size);
  pthread_attr_destroy(&attributes);
  return stack;
}

}  // namespace

// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" void __sanitizer_start_switch_fiber(void** fake_stack, const void* bottom,
                                               std::size_t size) {
  using Function = void (*)(void**, const void*, std::size_t);
  static const auto next =
      reinterpret_cast<Function>(dlsym(RTLD_NEXT, "__sanitizer_start_switch_fiber"));
  static const Stack main = main_stack();
  if (bottom == nullptr) {
    next(fake_stack, main.bottom, main.size);
  } else {
    next(fake_stack, bottom, size);
  }
}
