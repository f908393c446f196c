// Rejects calls that come too early or too late in the life of a System.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace docsis_vp::system {

// Thrown for a call in the wrong order, which is an error in the program that uses the platform.
// The message is one line: the call and the reason.
class CallOrderError : public std::logic_error {
 public:
  CallOrderError(const std::string& call, const std::string& reason)
      : std::logic_error(call + ": " + reason) {}
};

// Throws CallOrderError if the simulation has begun, by System::run() or by sc_start(). Call it in
// every function that connects something to the models.
void require_before_first_run(const char* call);

// Keeps track of runs and of the calls that finish them. Names of calls are as "run()".
class CallOrder {
 public:
  // A run is in progress while an object exists. Throws CallOrderError inside another run, and
  // after a call that finishes.
  class Run {
   public:
    Run(CallOrder& order, const char* call);
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;
    ~Run() { order_.running_.clear(); }

   private:
    CallOrder& order_;
  };

  // For a call after the last run. Throws CallOrderError inside a run. Returns whether it is the
  // first call of this name; a second call has no effect.
  bool finish(const char* call);

  // For a call that ends a file at any time, even inside a run. Returns whether it is the first
  // call of this name.
  bool end_file(const char* call);

 private:
  std::string running_;                // call that started the present run; empty: none
  std::vector<std::string> finished_;  // names of calls, each once
  std::vector<std::string> ended_;     // names of calls, each once
};

}  // namespace docsis_vp::system
