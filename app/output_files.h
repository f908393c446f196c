// Checks the output files of a run before it begins.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/single_run.h"
#include "system/scenario/read/input_files.h"

namespace docsis_vp::app {

class OutputFiles {
 public:
  // inputs: files that must not be overwritten.
  explicit OutputFiles(const std::vector<system::InputFile>& inputs);

  // Registers a file that `what` writes. Throws InputError if it is an input or has another writer.
  void add(const std::string& what, const std::string& path);
  // Registers a file that `what` removes. Throws InputError if it is an input.
  void remove(const std::string& what, const std::string& path) const;

 private:
  struct Input {
    system::InputFile file;
    std::filesystem::path whole;
    std::filesystem::path entry;  // location of the entry, before links are followed
  };

  std::vector<Input> inputs_;
  std::map<std::filesystem::path, std::string> writers_;
};

// Throws InputError if two files of a run are the same, or one of them is an input.
void check_output_files(const RunSettings& settings, const std::vector<system::InputFile>& inputs);

}  // namespace docsis_vp::app
