#include "app/firmware_report/places.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace docsis_vp::app {

const char* name_of(StackRoot::Kind kind) {
  switch (kind) {
    case StackRoot::Kind::kProgram:
      return "program";
    case StackRoot::Kind::kInterrupt:
      return "interrupt";
    case StackRoot::Kind::kAnew:
      return "anew";
    case StackRoot::Kind::kOwnStack:
      break;
  }
  return "own stack";
}

std::string demangled(const std::string& symbol) {
  if (symbol.rfind("_Z", 0) != 0) {
    return symbol;
  }
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? text.get() : symbol;
}

std::string shortened(std::string text, const std::string& folder) {
  const std::string prefix = folder + "/";
  for (std::size_t at = folder.empty() ? std::string::npos : text.find(prefix);
       at != std::string::npos; at = text.find(prefix, at)) {
    text.erase(at, prefix.size());
  }
  return text;
}

}  // namespace docsis_vp::app
