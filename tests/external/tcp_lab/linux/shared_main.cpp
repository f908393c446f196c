// usage: tcp_lab_shared_linux [-t TRIES] [-r RATE_MBPS] [-o FILE] [CASE...]
//
// Measures the kernel's BBR and CUBIC on transfers that share a bottleneck (all cases, or those of
// one rate, without names) and writes one row for each transfer. Needs root, for network namespaces
// and real-time priority. Nothing outside the namespaces is touched.
#include <unistd.h>

#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "tests/external/tcp_lab/linux/shared_measure.h"

namespace {

using namespace docsis_vp::tcp_lab;

void measure(const std::vector<SharedCase>& cases, int tries, std::ostream& out) {
  for (const auto& [key, value] : shared_facts()) out << "# " << key << ' ' << value << '\n';
  write_heading(out);
  for (const SharedCase& c : cases) {
    write_rows(out, c, measure_shared_undisturbed(c, tries));
    out.flush();
  }
}

}  // namespace

int main(int argc, char** argv) {
  int tries = 1;
  double rate_mbps = 0;
  std::string file;
  for (int option; (option = getopt(argc, argv, "t:r:o:")) != -1;) {
    if (option == 't') {
      tries = std::stoi(optarg);
    } else if (option == 'r') {
      rate_mbps = std::stod(optarg);
    } else if (option == 'o') {
      file = optarg;
    } else {
      return 2;
    }
  }
  try {
    std::vector<SharedCase> cases;
    for (int i = optind; i < argc; ++i) cases.push_back(shared_case_named(argv[i]));
    for (const SharedCase& c : all_shared_cases()) {
      if (optind == argc && (rate_mbps == 0 || rate_mbps == c.rate_mbps)) cases.push_back(c);
    }
    if (file.empty()) {
      measure(cases, tries, std::cout);
      return 0;
    }
    std::ofstream out(file);
    measure(cases, tries, out);
    if (!out.flush()) throw std::runtime_error("cannot write " + file);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "tcp_lab_shared_linux: " << error.what() << '\n';
    return 1;
  }
}
