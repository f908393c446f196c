// Prints docs/aqm.md.
#include <iostream>
#include <systemc>

#include "tests/fw/costs/page.h"

// libsystemc brings a main of its own and wants this.
int sc_main(int, char**) {
  return 0;
}

int main() {
  std::cout << docsis_vp::fw::cost_page();
}
