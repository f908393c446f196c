// Included before the sources of a law, in a file that includes nothing else afterwards: turns
// their types into counting ones, and their names into C++ ones, apart from the native build's.
#pragma once

// NOLINTBEGIN
#include <stdint.h>

#include "tests/models/aqm/operations/counted.h"

#undef __cplusplus

#define uint8_t ::docsis_vp::aqm::Counted<unsigned char>
#define uint16_t ::docsis_vp::aqm::Counted<unsigned short>
#define uint32_t ::docsis_vp::aqm::Counted<unsigned int>
#define uint64_t ::docsis_vp::aqm::Counted<unsigned long>
#define int32_t ::docsis_vp::aqm::Counted<int>
#define int64_t ::docsis_vp::aqm::Counted<long>
// NOLINTEND
