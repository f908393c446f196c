// Where the host keeps the simulated system.
#pragma once

namespace docsis_vp::system {

// Before much is allocated, once: has the heap grow in huge pages, where the kernel offers them. A
// thousand modems are touched at random, and page tables of small pages fit no cache. Changes no
// result. Does nothing where malloc is not glibc's.
void use_huge_pages();

}  // namespace docsis_vp::system
