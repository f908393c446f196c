// Reads packet captures, pcap and pcapng, one packet at a time.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "models/hosts/capture/captured_frame.h"

namespace docsis_vp::hosts {

// pcap (draft-ietf-opsawg-pcap): either byte order, microseconds or nanoseconds. pcapng
// (draft-ietf-opsawg-pcapng): either byte order, several sections and interfaces of different link
// types and time resolutions, enhanced, simple and obsolete packet blocks; other blocks and unknown
// options are passed over. An own reader, because libpcap refuses interfaces of different link
// types. Every error is an InputError of one line that names the file and the place.
class CaptureReader {
 public:
  explicit CaptureReader(const std::string& path);
  ~CaptureReader();

  // The next packet, or nothing at the end of the file. Its octets stay until the next call.
  std::optional<CapturedFrame> next();
  // Back to the first packet.
  void rewind();

  // One of the two formats.
  class Format;

 private:
  std::unique_ptr<Format> format_;
};

}  // namespace docsis_vp::hosts
