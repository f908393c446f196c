// Requirements of fuzz targets on parsers, in addition to not crashing.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace docsis_vp::fuzz {

inline void require(bool holds, const char* what) {
  if (!holds) {
    std::fprintf(stderr, "violated: %s\n", what);
    std::abort();
  }
}

}  // namespace docsis_vp::fuzz
