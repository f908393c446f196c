#include "models/queue/gates.h"

#include "platform/base/errors.h"

namespace docsis_vp::queue {

namespace {

const Gates* installed = nullptr;

}  // namespace

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
