#include "platform/cpu/isa.h"

#include <sstream>

#include "platform/base/errors.h"

namespace docsis_vp::platform {

Extensions parse_isa(const std::string& isa) {
  std::istringstream parts(isa);
  std::string part;
  std::getline(parts, part, '_');
  bool known = part == "rv32imc";
  Extensions extensions = kBase;
  while (known && std::getline(parts, part, '_')) {
    if (part == "zba") {
      extensions |= kZba;
    } else if (part == "zbb") {
      extensions |= kZbb;
    } else if (part == "zbs") {
      extensions |= kZbs;
    } else {
      known = part == "zicsr" || part == "zifencei";
    }
  }
  if (!known) {
    throw InputError("isa '" + isa +
                     "': expected rv32imc_zicsr_zifencei, optionally with _zba, _zbb, _zbs");
  }
  return extensions;
}

}  // namespace docsis_vp::platform
