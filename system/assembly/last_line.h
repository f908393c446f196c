// Remembers the last line of a text, for an error that quotes it.
#pragma once

#include <string>
#include <string_view>

#include "platform/base/printable.h"
#include "platform/console/text_sink.h"

namespace docsis_vp::system {

// Keeps the firmware's last output, which usually explains its failure. Broken firmware may write
// anything, so only a part that fits into one error line is kept.
class LastLine : public platform::TextSink {
 public:
  explicit LastLine(platform::TextSink& sink) : sink_(sink) {}
  void write(std::string_view text) override {
    sink_.write(text);
    if (kept_) {
      return;
    }
    const std::size_t end = text.find_last_not_of('\n');
    const std::string_view line = text.substr(0, end == std::string_view::npos ? 0 : end + 1);
    line_ = printable(std::string(line.substr(0, kLongestQuote)));
    line_ += line.size() > kLongestQuote ? "..." : "";
  }
  // Keeps the present line: later text does not replace it.
  void keep() { kept_ = true; }
  const std::string& text() const { return line_; }

 private:
  static constexpr std::size_t kLongestQuote = 120;

  platform::TextSink& sink_;
  std::string line_;
  bool kept_ = false;
};

}  // namespace docsis_vp::system
