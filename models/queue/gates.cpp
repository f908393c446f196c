#include "models/queue/gates.h"

#include "platform/base/errors.h"

namespace docsis_vp::queue {

namespace {

const GateBlocks* installed = nullptr;

}  // namespace

void install(const GateBlocks& gates) {
  installed = &gates;
}

const GateBlocks& installed_gates(const std::string& pointer) {
  if (installed == nullptr) {
    throw ConfigError(pointer,
                      "this program was built without the blocks in Verilog: install the Debian "
                      "package verilator and build again");
  }
  return *installed;
}

}  // namespace docsis_vp::queue
