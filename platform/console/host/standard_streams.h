// The three streams that a program has from its start.
#pragma once

namespace docsis_vp::platform {

// Opens /dev/null in place of each of the descriptors 0, 1 and 2 that is closed. Otherwise the next
// file that the program opens takes that number, and what is printed goes into it. Call it first.
void open_standard_streams();

}  // namespace docsis_vp::platform
