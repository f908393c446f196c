#include "tests/testing/suite_program.h"

#include <sys/wait.h>

#include <array>
#include <cstdio>

#include "platform/base/read_file.h"

namespace docsis_vp::testing {

Answer answer_of(const std::string& command) {
  Answer answer;
  std::FILE* const pipe = popen(command.c_str(), "r");
  std::array<char, 4096> piece{};
  for (std::size_t got = 0; (got = std::fread(piece.data(), 1, piece.size(), pipe)) > 0;) {
    answer.text.append(piece.data(), got);
  }
  answer.status = WEXITSTATUS(pclose(pipe));
  return answer;
}

std::string text_of(const std::filesystem::path& file) {
  return contents_of(file.string()).value_or("");
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t number = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++number;
  }
  return number;
}

}  // namespace docsis_vp::testing
