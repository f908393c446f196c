#include "models/queue/gates.h"

#include "platform/base/errors.h"

namespace docsis_vp::queue {

namespace {

const Gates* installed = nullptr;

}  // namespace

bool is_in_gates(std::string_view algorithm) {
  return without_gates(algorithm).size() < algorithm.size();
}

std::string_view without_gates(std::string_view algorithm) {
  const std::size_t length = algorithm.size();
  const bool has_suffix =
      length > kInGates.size() && algorithm.substr(length - kInGates.size()) == kInGates;
  return has_suffix ? algorithm.substr(0, length - kInGates.size()) : algorithm;
}

void install(const Gates& gates) {
  installed = &gates;
}

const Gates& installed_gates(const std::string& pointer) {
  if (installed == nullptr) {
    throw ConfigError(pointer,
                      "this program was built without the blocks in Verilog: install the Debian "
                      "package verilator and build again");
  }
  return *installed;
}

}  // namespace docsis_vp::queue
