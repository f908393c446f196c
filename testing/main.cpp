// The main of a suite that has none. It is apart from sc_main.cpp so that a suite may bring one of
// the two itself.
#include <cstdlib>
#include <systemc>

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  return sc_core::sc_elab_and_sim(argc, argv);
}
