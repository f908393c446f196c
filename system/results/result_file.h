// Writes a file that appears complete or not at all.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace docsis_vp::system {

// Follows links, even if the target does not exist yet.
std::filesystem::path linked(std::filesystem::path path);

// Writes to a hidden file in the folder of `path`, or of its link target. commit() renames it to
// its final name. The destructor removes an uncommitted file, and the folders created for it if
// they are empty. A device or a FIFO is written directly.
class ResultFile {
 public:
  // Creates the folder if necessary. Throws InputError if it cannot be written.
  explicit ResultFile(std::string path);
  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;
  ~ResultFile();

  std::ostream& stream() { return stream_; }
  const std::string& path() const { return path_; }
  // Throws InputError if the file could not be written to its end.
  void commit();

  // Removes the hidden files of all uncommitted objects, and the folders created for them. Call it
  // only in a process that ends; a signal handler may call it.
  static void remove_unfinished() noexcept;

 private:
  void discard();

  std::string path_;
  std::string target_;                               // path_ with its links followed
  std::string temporary_;                            // empty: no hidden file
  std::vector<std::filesystem::path> made_folders_;  // outermost first
  std::ofstream stream_;
};

}  // namespace docsis_vp::system
