// Refuses calls that come too early or too late in the life of a System.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace docsis_vp::system {

// A call in the wrong order: a mistake of the program that links the platform. The message is one
// line: the call and the reason.
class CallOrderError : public std::logic_error {
 public:
  CallOrderError(const std::string& call, const std::string& reason)
      : std::logic_error(call + ": " + reason) {}
};

// Throws CallOrderError after the simulation has begun, by System::run() or by sc_start(). For
// everything that is connected to the models.
void require_before_first_run(const char* call);

// Runs and what finishes them. Names of calls are as "run()".
class CallOrder {
 public:
  // While one exists, a run goes on. Throws CallOrderError inside another run, and after a call
  // that finishes.
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
  // first of this name; a second one has nothing to do.
  bool finish(const char* call);

  // For a call that ends a file at any time, inside a run too. Returns whether it is the first of
  // this name.
  bool end_file(const char* call);

 private:
  std::string running_;                // call of the run that goes on; empty: none
  std::vector<std::string> finished_;  // calls, each once
  std::vector<std::string> ended_;     // the same
};

}  // namespace docsis_vp::system
