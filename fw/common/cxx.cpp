/* C++ runtime functions that the compiler calls implicitly. There are no heap, no exceptions and
 * no end of the run. A program with a heap replaces operators new and delete by its own
 * definitions. */
#include <stdint.h>

#include "fw/common/trap.h"

extern "C" {

/* Entry of virtual function tables for pure virtual functions. */
void __cxa_pure_virtual(void) {
  panic("pure virtual function called");
}

/* Destructors of static objects never run, because a run does not end. */
void* __dso_handle = nullptr;
__attribute__((weak)) int __cxa_atexit(void (*)(void*), void*, void*) {
  return 0;
}
}

/* Virtual destructors refer to these even without a delete expression. */
__attribute__((weak)) void operator delete(void*) noexcept {
  panic("operator delete without a heap");
}
__attribute__((weak)) void operator delete(void*, __SIZE_TYPE__) noexcept {
  panic("operator delete without a heap");
}
__attribute__((weak)) void operator delete[](void*) noexcept {
  panic("operator delete without a heap");
}
__attribute__((weak)) void operator delete[](void*, __SIZE_TYPE__) noexcept {
  panic("operator delete without a heap");
}
