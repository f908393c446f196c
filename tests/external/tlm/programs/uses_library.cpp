// A program that knows the platform by one function.
#include <cstdio>

double simulate(const char* scenario);

extern "C" int sc_main(int, char** argv) {
  std::printf("simulated %g s\n", simulate(argv[1]));
  return 0;
}
