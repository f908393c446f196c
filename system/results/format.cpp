#include "system/results/format.h"

#include <cstdarg>
#include <cstdio>

namespace docsis_vp::system {

std::string format(const char* pattern, ...) {
  char buffer[256];
  std::va_list arguments;
  va_start(arguments, pattern);
  std::vsnprintf(buffer, sizeof buffer, pattern, arguments);
  va_end(arguments);
  return buffer;
}

}  // namespace docsis_vp::system
