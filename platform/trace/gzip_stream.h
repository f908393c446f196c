// Compresses the text of a stream (gzip, RFC 1952) into another stream.
#pragma once

#include <memory>
#include <ostream>

namespace docsis_vp::platform {

// The same text gives the same octets: the header names neither a file nor a time.
class GzipStream : public std::ostream {
 public:
  // to: must outlive the stream; its own state tells whether it could be written. Throws
  // std::bad_alloc.
  explicit GzipStream(std::ostream& to);
  ~GzipStream() override;

  // Writes the end of the gzip member. Nothing may follow.
  void finish();

 private:
  class Buffer;
  std::unique_ptr<Buffer> buffer_;
};

}  // namespace docsis_vp::platform
