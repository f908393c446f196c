#include "app/gates.h"
#include "rtl/install.h"

namespace docsis_vp::app {

void install_gates() {
  rtl::install();
}

}  // namespace docsis_vp::app
