// Writes a long text into another stream in a thread of its own, as it is or compressed.
#pragma once

#include <memory>
#include <ostream>

namespace docsis_vp::platform {

// The other stream may be slow without delaying the run. If there can be no thread, the caller
// writes.
class BackgroundStream : public std::ostream {
 public:
  enum class Format {
    kPlain,
    // RFC 1952, by ISA-L at level 1. The same text gives the same octets on the same CPU, because
    // the header contains neither a file name nor a time. ISA-L compresses 850 to 1000 MB of a
    // packet log in a second. libdeflate at level 1 compresses 440 to 700 MB; its files are 3 to
    // 9 % shorter.
    kGzip,
  };

  // to: must outlive the stream. Until finish() has returned, only this stream may write to it. Its
  // state then shows whether writing succeeded.
  BackgroundStream(std::ostream& to, Format format);
  ~BackgroundStream() override;

  // Writes the rest; nothing may follow. Sets the badbit of `to` if text was lost before it was
  // handed over. Throws what `to` has thrown.
  void finish();

 private:
  class Gzip;
  class Buffer;
  std::ostream& to_;
  std::unique_ptr<Buffer> buffer_;
};

}  // namespace docsis_vp::platform
