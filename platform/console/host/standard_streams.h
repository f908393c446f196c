// Protects the three standard descriptors of a program.
#pragma once

namespace docsis_vp::platform {

// Opens /dev/null for each of the descriptors 0, 1 and 2 that is closed. Otherwise the next file
// that the program opens takes that number and receives the program's output. Call it first.
void open_standard_streams();

}  // namespace docsis_vp::platform
