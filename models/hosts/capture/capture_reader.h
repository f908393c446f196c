// Reads packet captures, pcap and pcapng, one packet at a time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/hosts/capture/captured_frame.h"

namespace docsis_vp::hosts {

// pcap (draft-ietf-opsawg-pcap): either byte order, microseconds or nanoseconds; with the record
// headers of 24 octets of Alexey Kuznetzov's patch (magic 0xa1b2cd34), as the FRITZ!Box writes
// them. pcapng (draft-ietf-opsawg-pcapng): either byte order, several sections and interfaces of
// different link types and time resolutions, enhanced, simple and obsolete packet blocks; other
// blocks and unknown options are passed over. An own reader, because libpcap refuses interfaces of
// different link types. Every error is an InputError of one line that names the file and the place.
// A file that ends within a record, as of a writer that was stopped, ends before this record.
class CaptureReader {
 public:
  explicit CaptureReader(const std::string& path);
  ~CaptureReader();

  // The next packet, or nothing at the end of the file. Its octets stay until the next call.
  std::optional<CapturedFrame> next();
  // Back to the first packet.
  void rewind();

  // Once next() returned nothing: where the record begins that the file has no end of, if so.
  const std::optional<std::uint64_t>& cut_at() const;
  // A pcapng section names the application that wrote it and its interfaces; as far as it was read.
  const std::string& application() const;
  const std::vector<std::string>& interface_names() const;

  // One of the two formats.
  class Format;

 private:
  std::unique_ptr<Format> format_;
};

}  // namespace docsis_vp::hosts
