// usage: ns2_compare NS RATE_MBPS RTT_MS LIMIT DURATION_S FLOWS [windows]
// Prints what TCP/Linux of ns-2 and the model give on one bottleneck, side by side.
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iomanip>
#include <iostream>
#include <systemc>

#include "tests/external/ns2/model_run.h"
#include "tests/external/ns2/ns2_run.h"

// libsystemc wants one even of a program that simulates nothing.
int sc_main(int, char**) {
  return 0;
}

int main(int argc, char** argv) {
  using namespace docsis_vp::ns2;
  if (argc < 7) {
    std::cerr << "usage: ns2_compare NS RATE_MBPS RTT_MS LIMIT DURATION_S FLOWS [windows]\n";
    return 2;
  }
  try {
    Case c{"command line",     std::atof(argv[2]),
           std::atof(argv[3]), static_cast<unsigned>(std::atoi(argv[4])),
           std::atof(argv[5]), static_cast<unsigned>(std::atoi(argv[6]))};
    const Run runs[] = {run_ns2(argv[1], NS2_SCRIPT, "ns2_compare.tmp", c), run_model(c)};
    const char* const names[] = {"ns-2 ", "model"};
    for (unsigned i = 0; i < 2; ++i) {
      std::cout << names[i] << " drops " << runs[i].drops_s.size() << ", most waiting "
                << runs[i].most_waiting << "; acked, again, timeouts:";
      for (const FlowRun& flow : runs[i].flows) {
        std::cout << "  " << flow.acked_segments << ' ' << flow.sent_again << ' ' << flow.timeouts;
      }
      std::cout << '\n';
    }
    if (argc > 7 && std::strcmp(argv[7], "windows") == 0) {
      for (std::size_t i = 0; i < runs[0].flows[0].windows.size(); ++i) {
        std::cout << std::fixed << std::setprecision(3)
                  << kFirstSampleS + kSampleS * static_cast<double>(i);
        for (const Run& run : runs) {
          for (const FlowRun& flow : run.flows) std::cout << ' ' << flow.windows.at(i);
        }
        std::cout << '\n';
      }
    }
    if (argc > 7 && std::strcmp(argv[7], "drops") == 0) {
      for (std::size_t i = 0; i < runs[0].drops_s.size() && i < runs[1].drops_s.size(); ++i) {
        std::cout << std::fixed << std::setprecision(6) << runs[0].drops_s[i] << ' '
                  << runs[1].drops_s[i] << '\n';
      }
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return 0;
}
