// Reads the parameters of custom parts: an algorithm, a host, a block. The code that adds the part
// declares their names; scenario tables do not know them.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace docsis_vp::system {

using ParameterValue = std::variant<double, bool, std::string>;

// Declaration of a parameter. The type of its default is the parameter's type.
struct ParameterSpec {
  std::string name;
  ParameterValue usual;
  double low = std::numeric_limits<double>::lowest();  // for numbers, both included
  double high = std::numeric_limits<double>::max();
  std::vector<std::string> choices{};  // for texts; empty: any
};

class Parameters {
 public:
  std::map<std::string, ParameterValue> values;

  // Throw std::logic_error for an undeclared name or another type.
  double number(const std::string& name) const;
  bool flag(const std::string& name) const;
  const std::string& text(const std::string& name) const;

  // Fills in absent values. Throws ConfigError for an unknown name, another type or a value out of
  // range. of: description of the part in messages.
  void settle(const std::vector<ParameterSpec>& known, const std::string& of,
              const std::string& pointer);
};

}  // namespace docsis_vp::system
