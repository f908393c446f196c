// Handles the options of a run that a user watches: --live and --pace.
#pragma once

#include <boost/program_options.hpp>
#include <cstdint>
#include <optional>

#include "app/command.h"

namespace docsis_vp::app {

struct LiveOptions {
  std::optional<std::uint16_t> port{};  // 0: any that is free
  std::optional<double> pace{};         // simulated seconds per second; 0: no limit
};

void add_live_options(boost::program_options::options_description& options, LiveOptions& live);

// Removes the options from arguments that parse_options() has accepted.
void remove_live_options(Arguments& arguments);

}  // namespace docsis_vp::app
