/* Runtime support of C++: functions that the compiler calls on its own. There is neither heap nor
 * exception, and a run does not end. A program with a heap defines its own operators new and
 * delete, which replace these. */
#include <stdint.h>

#include "fw/common/trap.h"

extern "C" {

/* Stands in a table of virtual functions for one that is not defined yet. */
void __cxa_pure_virtual(void) {
  panic("pure virtual function called");
}

/* Destructors of static objects would run at the end. */
void* __dso_handle = nullptr;
__attribute__((weak)) int __cxa_atexit(void (*)(void*), void*, void*) {
  return 0;
}
}

/* Virtual destructors refer to them even where nobody says delete. */
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
