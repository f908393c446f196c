// Compresses the text of a stream (gzip, RFC 1952) into another stream.
#pragma once

#include <memory>
#include <ostream>

namespace docsis_vp::platform {

// The same text gives the same octets, because the header contains neither a file name nor a time.
class GzipStream : public std::ostream {
 public:
  // to: must outlive the stream; its state shows whether writing succeeded. Throws std::bad_alloc.
  explicit GzipStream(std::ostream& to);
  ~GzipStream() override;

  // Writes the end of the gzip member. Nothing may follow.
  void finish();

 private:
  class Buffer;
  std::unique_ptr<Buffer> buffer_;
};

}  // namespace docsis_vp::platform
