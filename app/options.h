// Command-line options, with errors in one line.
#pragma once

#include <boost/program_options.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "app/command.h"

namespace docsis_vp::app {

// Parses and notifies. True: --help was asked for and printed. Throws InputError: unknown option,
// missing or malformed value, a positional argument too many.
bool parse_options(const Arguments& arguments, const char* usage,
                   boost::program_options::options_description visible,
                   const std::vector<std::string>& positional,
                   boost::program_options::variables_map& values);

// Of --gdb. Throws InputError.
std::uint16_t gdb_port(const std::string& text);

}  // namespace docsis_vp::app
