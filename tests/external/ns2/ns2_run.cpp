#include "tests/external/ns2/ns2_run.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace docsis_vp::ns2 {
namespace {

std::ifstream opened(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("ns-2 wrote no " + path);
  return file;
}

// ns-2 traces a packet as it comes; the next line tells whether it waits, is sent at once or
// dropped.
void read_queue(const std::string& path, Run& run) {
  std::ifstream file = opened(path);
  std::string line;
  unsigned waiting = 0;
  bool came = false;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    char event = 0;
    double time = 0;
    words >> event >> time;
    if (event != '+' && event != '-' && event != 'd') continue;
    if (came && event == '+') run.most_waiting = std::max(run.most_waiting, waiting);
    event == '+' ? ++waiting : --waiting;
    came = event == '+';
    if (event == 'd') run.drops_s.push_back(time);
  }
}

void read_windows(const std::string& path, Run& run) {
  std::ifstream file = opened(path);
  std::string word;
  while (file >> word) {
    std::size_t flow = 0;
    double time = 0;
    if (word == "window") {
      double segments = 0;
      file >> time >> flow >> segments;
      run.flows.at(flow).windows.push_back(segments);
    } else {
      file >> flow;
      FlowRun& ended = run.flows.at(flow);
      file >> ended.acked_segments >> ended.sent_again >> ended.timeouts;
    }
  }
}

}  // namespace

Run run_ns2(const std::string& program, const std::string& script, const std::string& folder,
            const Case& c) {
  std::filesystem::create_directories(folder);
  std::ostringstream command;
  command << "'" << program << "' '" << script << "' " << c.rate_mbps << ' ' << c.rtt_ms << ' '
          << c.limit << ' ' << c.duration_s << ' ' << c.flows << " '" << folder << "' >/dev/null";
  if (std::system(command.str().c_str()) != 0) {
    throw std::runtime_error("failed: " + command.str());
  }
  Run run;
  run.flows.resize(c.flows);
  read_queue(folder + "/queue.tr", run);
  read_windows(folder + "/windows.txt", run);
  std::filesystem::remove_all(folder);
  return run;
}

}  // namespace docsis_vp::ns2
