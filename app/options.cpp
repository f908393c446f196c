#include "app/options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iostream>

#include "platform/base/errors.h"
#include "platform/base/suggestion.h"

namespace docsis_vp::app {

namespace po = boost::program_options;

namespace {

std::string unknown_option(const std::string& name, const po::options_description& visible) {
  std::vector<std::string> names;
  for (const auto& option : visible.options()) {
    names.push_back("--" + option->long_name());
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string_view guess = nearest(name, known);
  return "unknown option " + name +
         (guess.empty() ? std::string() : ", did you mean " + std::string(guess) + "?");
}

// Whether a positional argument, or one of its values, is an empty text.
bool is_empty(const po::variable_value& argument) {
  if (const auto* const text = boost::any_cast<std::string>(&argument.value())) {
    return text->empty();
  }
  const auto* const texts = boost::any_cast<std::vector<std::string>>(&argument.value());
  return texts != nullptr && std::count(texts->begin(), texts->end(), std::string()) != 0;
}

}  // namespace

bool parse_options(const Arguments& arguments, const char* usage, po::options_description visible,
                   const std::vector<std::string>& positional, po::variables_map& values) {
  visible.add_options()("help,h", "print this and exit");
  po::options_description all;
  all.add(visible);
  po::positional_options_description positions;
  for (const std::string& name : positional) {
    if (name.find("...") == std::string::npos) {
      all.add_options()(name.c_str(), po::value<std::string>());
      positions.add(name.c_str(), 1);
    } else {
      all.add_options()(name.c_str(), po::value<std::vector<std::string>>());
      positions.add(name.c_str(), -1);
    }
  }
  using namespace po::command_line_style;
  try {
    po::store(po::command_line_parser(arguments)
                  .options(all)
                  .positional(positions)
                  .style(unix_style & ~allow_guessing)
                  .run(),
              values);
    po::notify(values);
  } catch (const po::unknown_option& error) {
    throw InputError(unknown_option(error.get_option_name(), visible));
  } catch (const po::too_many_positional_options_error&) {
    throw InputError(std::string("too many arguments, usage: ") + usage);
  } catch (const po::error& error) {
    throw InputError(error.what());
  }
  if (values.count("help") == 0) {
    for (const std::string& name : positional) {
      if (is_empty(values[name])) {
        throw InputError("expected a path, got an empty one");
      }
    }
    return false;
  }
  std::cout << "usage: " << usage << "\n\n" << visible;
  return true;
}

void reject_empty_values(const po::variables_map& values,
                         std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (values.count(name) != 0 && values[name].as<std::string>().empty()) {
      throw InputError("--" + std::string(name) + ": expected a value, got an empty one");
    }
  }
}

std::optional<double> decimal_number(const std::string& text) {
  double value = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  const bool is_number = error == std::errc() && end == last && std::isfinite(value);
  return is_number ? std::optional(value) : std::nullopt;
}

std::uint16_t port_of(const std::string& option, const std::string& text) {
  const bool is_number = text.find_first_not_of("0123456789") == std::string::npos;
  const unsigned long port =
      is_number && !text.empty() && text.size() <= 5 ? std::stoul(text) : UINT32_MAX;
  if (port > UINT16_MAX) {
    throw InputError(option + " " + text + ": expected a port, 0 to 65535");
  }
  return static_cast<std::uint16_t>(port);
}

}  // namespace docsis_vp::app
