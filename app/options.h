// Command-line options, with errors in one line.
#pragma once

#include <boost/program_options.hpp>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "app/command.h"

namespace docsis_vp::app {

// Parses and notifies. True: --help was asked for and printed. Throws InputError: unknown option,
// missing or malformed value, a positional argument too many. A positional argument "name..." takes
// all that follow, as a vector of strings.
bool parse_options(const Arguments& arguments, const char* usage,
                   boost::program_options::options_description visible,
                   const std::vector<std::string>& positional,
                   boost::program_options::variables_map& values);

// An empty value usually comes from a variable that a script has not set; the option must not be
// ignored without a word. Throws InputError: one of these options, which take text, has none.
void refuse_empty(const boost::program_options::variables_map& values,
                  std::initializer_list<const char*> names);

// Of --gdb. Throws InputError.
std::uint16_t gdb_port(const std::string& text);

}  // namespace docsis_vp::app
