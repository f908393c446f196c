// The files that a run leaves, looked at before it begins.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/single_run.h"
#include "system/scenario/input_files.h"

namespace docsis_vp::app {

class OutputFiles {
 public:
  // inputs: what is read must stay.
  explicit OutputFiles(const std::vector<system::InputFile>& inputs);

  // `what` writes a file. InputError: that is an input, or another one writes it.
  void add(const std::string& what, const std::string& path);
  // `what` removes a file. InputError: that is an input.
  void remove(const std::string& what, const std::string& path) const;

 private:
  struct Input {
    system::InputFile file;
    std::filesystem::path whole;
    std::filesystem::path entry;  // as it was called: where links lie, not where they lead
  };

  std::vector<Input> inputs_;
  std::map<std::filesystem::path, std::string> writers_;
};

// InputError: two of a run's files are one, or one of them is an input.
void check_output_files(const RunSettings& settings, const std::vector<system::InputFile>& inputs);

}  // namespace docsis_vp::app
