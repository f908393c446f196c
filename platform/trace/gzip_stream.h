// Compresses the text of a stream (gzip, RFC 1952) into another stream.
#pragma once

#include <memory>
#include <ostream>

namespace docsis_vp::platform {

// The same text gives the same octets, because the header contains neither a file name nor a time.
// A long text is compressed in a thread of its own, so that it costs the run no time. If there can
// be no thread, the caller compresses.
class GzipStream : public std::ostream {
 public:
  // to: must outlive the stream. Until finish() has returned, only this stream may write to it. Its
  // state then shows whether writing succeeded.
  explicit GzipStream(std::ostream& to);
  ~GzipStream() override;

  // Writes the end of the gzip member; nothing may follow. Sets the badbit of `to` if text was lost
  // before it was compressed. Throws what `to` has thrown.
  void finish();

 private:
  class Member;
  class Buffer;
  std::ostream& to_;
  std::unique_ptr<Buffer> buffer_;
};

}  // namespace docsis_vp::platform
