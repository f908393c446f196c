// Reads packet captures, pcap and pcapng, one packet at a time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/hosts/capture/captured_frame.h"

namespace docsis_vp::hosts {

// pcap (draft-ietf-opsawg-pcap): either byte order, microseconds or nanoseconds. The 24-octet
// record headers of Alexey Kuznetzov's patch (magic 0xa1b2cd34) are accepted too, because the
// FRITZ!Box writes them. pcapng (draft-ietf-opsawg-pcapng): either byte order, several sections,
// interfaces of different link types and time resolutions, and enhanced, simple and obsolete packet
// blocks. Other blocks and unknown options are skipped. libpcap is not used because it refuses
// interfaces of different link types. Every error is an InputError of one line that names the file
// and the place. A file that ends within a record, for example because its writer was stopped, ends
// before this record.
class CaptureReader {
 public:
  explicit CaptureReader(const std::string& path);
  ~CaptureReader();

  // Returns the next packet, or nothing at the end. Its octets are valid until the next call.
  std::optional<CapturedFrame> next();
  // Returns to the first packet.
  void rewind();

  // After next() has returned nothing: the offset of an incomplete last record, if there is one.
  const std::optional<std::uint64_t>& cut_at() const;
  // Names of the writing application and the interfaces in the pcapng sections read so far.
  const std::string& application() const;
  const std::vector<std::string>& interface_names() const;

  // Base of the two formats.
  class Format;

 private:
  std::unique_ptr<Format> format_;
};

}  // namespace docsis_vp::hosts
