// usage: tcp_lab_linux [-n REPETITIONS] [-o DIRECTORY] [CASE...]
//
// Measures the kernel's TCP on the cases (all, without names) and writes DIRECTORY/CASE.csv: of
// the undisturbed repetitions, the one whose window's area is the median. Needs root, for network
// namespaces and real-time priority. Nothing outside the namespaces is touched but CUBIC's HyStart
// switch, which the kernel has only once; it is put back when the program ends.
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "tests/external/tcp_lab/linux/hystart_switch.h"
#include "tests/external/tcp_lab/linux/measure.h"

namespace {

using namespace docsis_vp::tcp_lab;

void print(const Case& c, const Record& record) {
  std::cout << std::left << std::setw(26) << c.name << std::right << std::fixed
            << std::setprecision(1) << std::setw(10) << cwnd_area(record) << " segment s"
            << std::setprecision(3) << std::setw(9) << throughput_mbps(record, c.steady_from_s)
            << " Mbit/s" << std::setw(7) << record.retransmissions << " repeated of "
            << record.transmissions << std::setprecision(0) << std::setw(4)
            << record.recoveries_ms.size() << " recoveries, the last of "
            << (record.recoveries_ms.empty() ? 0.0 : record.recoveries_ms.back())
            << " ms; late by 1 ms: " << record.facts.at("late_by_1ms") << ", worst "
            << record.facts.at("worst_late_ms") << std::endl;
}

void measure(const Case& c, int repetitions, const std::string& directory) {
  const Record record = measure_on_linux(c, repetitions, 3 * repetitions + 2);
  print(c, record);
  if (directory.empty()) return;
  std::ofstream out(directory + "/" + c.name + ".csv");
  write(out, record);
  if (!out.flush()) throw std::runtime_error("cannot write to " + directory);
}

}  // namespace

int main(int argc, char** argv) {
  int repetitions = 1;
  std::string directory;
  for (int option; (option = getopt(argc, argv, "n:o:")) != -1;) {
    if (option == 'n') {
      repetitions = std::stoi(optarg);
    } else if (option == 'o') {
      directory = optarg;
    } else {
      return 2;
    }
  }
  try {
    std::vector<Case> cases = optind == argc ? all_cases() : std::vector<Case>{};
    for (int i = optind; i < argc; ++i) cases.push_back(case_named(argv[i]));
    const bool needs_hystart = std::any_of(
        cases.begin(), cases.end(), [](const Case& c) { return c.congestion_control == "cubic"; });
    std::optional<HystartSwitch> hystart;
    if (needs_hystart) hystart.emplace();
    for (const Case& c : cases) measure(c, repetitions, directory);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "tcp_lab_linux: " << error.what() << '\n';
    return 1;
  }
}
