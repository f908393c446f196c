#include "platform/console/text_sink.h"

#include <ostream>
#include <utility>

namespace docsis_vp::platform {

namespace {
constexpr std::size_t kLongestLine = 4096;
}  // namespace

void StreamSink::write(std::string_view text) {
  stream_ << text << std::flush;
}

LineBuffer::LineBuffer(TextSink& sink, std::string prefix)
    : sink_(sink), prefix_(std::move(prefix)) {}

LineBuffer::~LineBuffer() {
  flush();
}

void LineBuffer::put(char character) {
  if (line_.empty()) {
    line_ = prefix_;
  }
  line_ += character;
  if (character == '\n' || line_.size() >= prefix_.size() + kLongestLine) {
    flush();
  }
}

void LineBuffer::flush() {
  if (line_.empty()) {
    return;
  }
  if (!prefix_.empty() && line_.back() != '\n') {
    line_ += '\n';
  }
  sink_.write(line_);
  line_.clear();
}

}  // namespace docsis_vp::platform
