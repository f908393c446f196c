// Makes the host's heap use huge pages.
#pragma once

namespace docsis_vp::system {

// Call it once, before large allocations. The heap then grows in huge pages if the kernel has them.
// A thousand modems are accessed at random, and page tables of small pages do not fit a cache. No
// result changes. Without glibc's malloc it has no effect.
void use_huge_pages();

}  // namespace docsis_vp::system
