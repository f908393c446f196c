#include "tests/external/tcp_lab/shared/shared_case.h"

#include <algorithm>
#include <stdexcept>

namespace docsis_vp::tcp_lab {
namespace {

struct Contest {
  const char* name;
  std::vector<std::string> controls;
  double measured_from_s;
  double duration_s;
};

// Times suffice for two periods of ProbeRTT, and for the share to settle.
const std::vector<Contest>& contests() {
  static const std::vector<Contest> kContests = {
      {"bbr", {"bbr"}, 3, 24},
      {"two", {"bbr", "bbr"}, 10, 30},
      {"beside_cubic", {"bbr", "cubic"}, 10, 40},
  };
  return kContests;
}

std::string buffer_text(double bdp) {
  return bdp == 0.5 ? "half" : std::to_string(static_cast<int>(bdp));
}

SharedCase make_case(const Contest& contest, double rate_mbps, std::int64_t rtt_ms,
                     double buffer_bdp) {
  SharedCase c;
  c.name = std::string(contest.name) + "_" + std::to_string(static_cast<int>(rate_mbps)) + "mbps_" +
           std::to_string(rtt_ms) + "ms_" + buffer_text(buffer_bdp) + "bdp";
  c.controls = contest.controls;
  c.rtt_ms = rtt_ms;
  c.rate_mbps = rate_mbps;
  c.buffer_bdp = buffer_bdp;
  c.measured_from_s = contest.measured_from_s;
  c.duration_s = contest.duration_s;
  return c;
}

std::vector<SharedCase> make_shared_cases() {
  std::vector<SharedCase> cases;
  for (const Contest& contest : contests()) {
    for (const double rate_mbps : {10.0, 50.0, 200.0}) {
      for (const std::int64_t rtt_ms : {10, 40, 100}) {
        for (const double buffer_bdp : {0.5, 1.0, 4.0}) {
          cases.push_back(make_case(contest, rate_mbps, rtt_ms, buffer_bdp));
        }
      }
    }
  }
  return cases;
}

std::vector<SharedCase> make_live_cases() {
  std::vector<SharedCase> cases;
  const auto add = [&cases](std::size_t contest, double rate_mbps, std::int64_t rtt_ms,
                            double buffer_bdp, double from_s, double duration_s) {
    SharedCase c = make_case(contests()[contest], rate_mbps, rtt_ms, buffer_bdp);
    c.measured_from_s = from_s;
    c.duration_s = duration_s;
    cases.push_back(c);
  };
  add(0, 50, 40, 1, 3, 22);
  add(0, 200, 10, 4, 2, 8);
  add(1, 10, 40, 1, 3, 9);
  add(2, 50, 10, 1, 3, 10);
  add(2, 50, 40, 4, 3, 10);
  return cases;
}

}  // namespace

const std::vector<SharedCase>& all_shared_cases() {
  static const std::vector<SharedCase> kCases = make_shared_cases();
  return kCases;
}

const std::vector<SharedCase>& live_shared_cases() {
  static const std::vector<SharedCase> kCases = make_live_cases();
  return kCases;
}

const SharedCase& shared_case_named(const std::string& name) {
  const auto& cases = all_shared_cases();
  const auto found = std::find_if(cases.begin(), cases.end(),
                                  [&name](const SharedCase& c) { return c.name == name; });
  if (found == cases.end()) throw std::invalid_argument("no case is named " + name);
  return *found;
}

}  // namespace docsis_vp::tcp_lab
