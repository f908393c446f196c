// Default main of a suite, separate from sc_main.cpp so that a suite may replace either of them.
#include <cstdlib>
#include <systemc>

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  return sc_core::sc_elab_and_sim(argc, argv);
}
