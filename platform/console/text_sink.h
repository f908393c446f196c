// Receives a simulated device's text: the user's screen, a file or a test.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

namespace docsis_vp::platform {

class TextSink {
 public:
  virtual ~TextSink() = default;
  // Takes whole lines with their line feed; only the last piece may lack it.
  virtual void write(std::string_view text) = 0;
};

class StreamSink : public TextSink {
 public:
  explicit StreamSink(std::ostream& stream) : stream_(stream) {}
  void write(std::string_view text) override;

 private:
  std::ostream& stream_;
};

// Collects characters into lines, so that the lines of several devices do not mix. A line longer
// than 4096 characters is passed on in pieces.
class LineBuffer {
 public:
  // `prefix` goes before every line. The sink must outlive the buffer, which flushes at its end.
  LineBuffer(TextSink& sink, std::string prefix);
  ~LineBuffer();
  LineBuffer(const LineBuffer&) = delete;
  LineBuffer& operator=(const LineBuffer&) = delete;

  void put(char character);
  // Passes on an unfinished line; with a prefix, ends the line.
  void flush();

 private:
  TextSink& sink_;
  const std::string prefix_;
  std::string line_;  // prefix included once there is a character
};

}  // namespace docsis_vp::platform
