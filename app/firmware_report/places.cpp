#include "app/firmware_report/places.h"

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

std::string shortened(std::string text, const std::string& folder) {
  const std::string prefix = folder + "/";
  for (std::size_t at = folder.empty() ? std::string::npos : text.find(prefix);
       at != std::string::npos; at = text.find(prefix, at)) {
    text.erase(at, prefix.size());
  }
  return text;
}

}  // namespace docsis_vp::app
