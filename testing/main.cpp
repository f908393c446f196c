// libsystemc brings a main of its own and wants sc_main.
#include <gmock/gmock.h>

#include <systemc>

#include "testing/child.h"
#include "testing/isolation.h"

int sc_main(int, char**) {
  return 0;
}

int main(int argc, char** argv) {
  docsis_vp::testing::remember_arguments(argc, argv);
  ::testing::InitGoogleMock(&argc, argv);
  return docsis_vp::testing::run_isolated();
}
