// Exceptions for wrong input and for failures of the simulated system.
#pragma once

#include <stdexcept>
#include <string>

namespace docsis_vp {

// Bad usage or bad input: one line that names file, place and expectation. Exit status 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A value of the configuration that breaks a rule. `pointer` is its JSON pointer, for example
// "/service_flows/0/aqm/target_ms". The command adds file and line.
class ConfigError : public InputError {
 public:
  ConfigError(std::string pointer, const std::string& message)
      : InputError(pointer + ": " + message), pointer_(std::move(pointer)), message_(message) {}

  const std::string& pointer() const { return pointer_; }
  const std::string& message() const { return message_; }

 private:
  std::string pointer_;
  std::string message_;
};

// The simulated system failed: trap without handler, watchdog, no progress. Exit status 3.
class SimulationFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace docsis_vp
