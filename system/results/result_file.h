// A file that exists whole or not at all.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace docsis_vp::system {

// What a link stands for, even if that is still to be made.
std::filesystem::path linked(std::filesystem::path path);

// Collects in a hidden file beside `path`, or beside what that links to; commit() gives it its
// name, the destructor removes what was not committed, and the folders that were made for it if
// they are empty. A device or a FIFO is written as it comes.
class ResultFile {
 public:
  // Makes the folder if need be. InputError if it cannot be written.
  explicit ResultFile(std::string path);
  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;
  ~ResultFile();

  std::ostream& stream() { return stream_; }
  const std::string& path() const { return path_; }
  // InputError if the file could not be written to its end.
  void commit();

  // Removes the hidden files of all that are not committed, and the folders made for them. Only for
  // a process that ends: the handler of a signal may call it.
  static void remove_unfinished() noexcept;

 private:
  void discard();

  std::string path_;
  std::string target_;                               // path_ with its links followed
  std::string temporary_;                            // empty: there is none
  std::vector<std::filesystem::path> made_folders_;  // outermost first
  std::ofstream stream_;
};

}  // namespace docsis_vp::system
