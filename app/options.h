// Parses command-line options, with one-line errors.
#pragma once

#include <boost/program_options.hpp>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "app/command.h"

namespace docsis_vp::app {

// Parses and notifies. Returns true if --help was given, after it printed the help. Throws
// InputError for an unknown option, a missing or malformed value, and an extra or empty positional
// argument.
// A positional argument "name..." takes all that follow, as a vector of strings.
bool parse_options(const Arguments& arguments, const char* usage,
                   boost::program_options::options_description visible,
                   const std::vector<std::string>& positional,
                   boost::program_options::variables_map& values);

// Throws InputError if one of these text options has an empty value. An empty value usually comes
// from an unset script variable, so it must not be ignored silently.
void reject_empty_values(const boost::program_options::variables_map& values,
                         std::initializer_list<const char*> names);

// Returns a decimal number, with or without an exponent; none for another text, inf or nan.
std::optional<double> decimal_number(const std::string& text);

// Port number of --gdb or another option. Throws InputError.
std::uint16_t port_of(const std::string& option, const std::string& text);

}  // namespace docsis_vp::app
