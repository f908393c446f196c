// Compresses the text of a stream (gzip, RFC 1952) into another stream.
#pragma once

#include <memory>
#include <ostream>

namespace docsis_vp::platform {

// The same text gives the same octets: the header names neither a file nor a time. Text of more
// than a piece is compressed in a thread of its own, so that it costs a run no time of its own.
class GzipStream : public std::ostream {
 public:
  // to: must outlive the stream, which alone writes to it until finish() has returned; its own
  // state tells whether it could be written.
  explicit GzipStream(std::ostream& to);
  ~GzipStream() override;

  // Writes the end of the gzip member. Nothing may follow.
  void finish();

 private:
  class Member;
  class Buffer;
  std::unique_ptr<Buffer> buffer_;
};

}  // namespace docsis_vp::platform
