// Parameters of what a program adds to the platform: an algorithm, a host, a block. No table of
// scenarios knows their names; who adds the thing says which there are.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace docsis_vp::system {

using ParameterValue = std::variant<double, bool, std::string>;

// One that there is. The value that it usually has says of what kind it is.
struct ParameterSpec {
  std::string name;
  ParameterValue usual;
  double low = std::numeric_limits<double>::lowest();  // of numbers, both included
  double high = std::numeric_limits<double>::max();
  std::vector<std::string> choices{};  // of texts; empty: any
};

class Parameters {
 public:
  std::map<std::string, ParameterValue> values;

  // Throw std::logic_error for a name that was not declared, or as another kind.
  double number(const std::string& name) const;
  bool flag(const std::string& name) const;
  const std::string& text(const std::string& name) const;

  // Fills in what is not given. Throws ConfigError for what is unknown, of another kind or out of
  // range. of: what they are parameters of, as users know it.
  void settle(const std::vector<ParameterSpec>& known, const std::string& of,
              const std::string& pointer);
};

}  // namespace docsis_vp::system
