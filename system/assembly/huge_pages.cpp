#include "system/assembly/huge_pages.h"

#include <malloc.h>
#include <sys/mman.h>

#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace docsis_vp::system {

#if defined(__GLIBC__) && defined(MADV_HUGEPAGE) && !defined(__SANITIZE_ADDRESS__)

namespace {

constexpr std::size_t kHeapBytes = std::size_t{1} << 30;  // address space; pages are allocated on
                                                          // first access
constexpr std::size_t kHugePageBytes = std::size_t{2} << 20;
// Larger blocks get their own mapping; this is glibc's upper limit.
constexpr int kLargestHeapBlockBytes = 32 << 20;
constexpr int kMostMappings = 65'536;  // glibc's default

}  // namespace

// A freed block leaves its addresses, and the kernel's advice for them, to later blocks.
void use_huge_pages() {
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
  mallopt(M_MMAP_THRESHOLD, kLargestHeapBlockBytes);
  mallopt(M_MMAP_MAX, 0);
  void* const block = std::malloc(kHeapBytes);
  mallopt(M_MMAP_MAX, kMostMappings);
  if (block == nullptr) {
    return;
  }
  const auto past = reinterpret_cast<std::uintptr_t>(block) % kHugePageBytes;
  const std::size_t skipped = (kHugePageBytes - past) % kHugePageBytes;
  // Without huge pages the kernel uses small ones.
  static_cast<void>(
      madvise(static_cast<char*>(block) + skipped, kHeapBytes - skipped, MADV_HUGEPAGE));
  std::free(block);
}

#else

void use_huge_pages() {}

#endif

}  // namespace docsis_vp::system
