#include "app/live_options.h"

#include <algorithm>
#include <optional>

#include "app/options.h"
#include "platform/base/errors.h"

namespace docsis_vp::app {

namespace po = boost::program_options;

namespace {

constexpr double kSlowestPace = 0.01;

double pace_of(const std::string& text) {
  const std::optional<double> pace = decimal_number(text);
  if (!pace || (*pace != 0 && *pace < kSlowestPace)) {
    throw InputError("--pace " + text + ": expected 0, or a number from 0.01 on");
  }
  return *pace;
}

}  // namespace

void add_live_options(po::options_description& options, LiveOptions& live) {
  options.add_options()  //
      ("live",
       po::value<std::string>()->implicit_value("0")->value_name("PORT")->notifier(
           [&live](const std::string& text) { live.port = port_of("--live", text); }),
       "serve the charts of --report while the run goes on, to browsers of this machine, on this "
       "port of 127.0.0.1 (0: any; docs/report.md)")  //
      ("pace",
       po::value<std::string>()->value_name("N")->notifier(
           [&live](const std::string& text) { live.pace = pace_of(text); }),
       "highest number of simulated seconds per second (0: no limit; default: 1 if a user can type "
       "at the console, else no limit)");
}

void remove_live_options(Arguments& arguments) {
  for (const std::string option : {"--live", "--pace"}) {
    const auto begin = std::find_if(arguments.begin(), arguments.end(), [&](const auto& one) {
      return one == option || one.rfind(option + "=", 0) == 0;
    });
    if (begin == arguments.end()) {
      continue;
    }
    // parse_options() takes the next word as the value unless it is an option.
    const bool has_word = *begin == option && begin + 1 != arguments.end() &&
                          (option == "--pace" || (begin + 1)->rfind('-', 0) != 0);
    arguments.erase(begin, begin + (has_word ? 2 : 1));
  }
}

}  // namespace docsis_vp::app
