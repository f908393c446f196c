#include "app/gates.h"

namespace docsis_vp::app {

void install_gates() {}

}  // namespace docsis_vp::app
