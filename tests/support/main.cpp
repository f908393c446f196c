// libsystemc brings a main of its own and wants sc_main, so every test program
// has this one.
#include <gmock/gmock.h>

#include <systemc>

int sc_main(int, char**) {
  return 0;
}

int main(int argc, char** argv) {
  ::testing::InitGoogleMock(&argc, argv);
  return RUN_ALL_TESTS();
}
