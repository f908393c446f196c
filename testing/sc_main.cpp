// Default sc_main of a suite.
#include <systemc>

#include "testing/suite.h"

int sc_main(int argc, char** argv) {
  docsis_vp::testing::init_suite(&argc, argv);
  return docsis_vp::testing::run_suite();
}
