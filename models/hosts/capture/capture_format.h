// What the two formats of captures have in common; for the reader only.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/hosts/capture/capture_file.h"
#include "models/hosts/capture/capture_reader.h"
#include "models/hosts/capture/capture_time.h"

namespace docsis_vp::hosts {

// Longer than any packet or block of headers; a damaged length shall not ask for gigabytes.
constexpr std::uint32_t kLongestRecordBytes = 16U << 20;

class CaptureReader::Format {
 public:
  explicit Format(CaptureFile file) : file_(std::move(file)) {}
  virtual ~Format() = default;

  virtual std::optional<CapturedFrame> next() = 0;
  void rewind() {
    file_.rewind();
    start();
  }

 protected:
  // Reads what precedes the packets.
  virtual void start() {}

  TimePs since_first(EpochPs time, std::uint64_t file_offset) {
    if (!first_) first_ = time;
    const std::optional<TimePs> since = difference(time, *first_);
    if (!since) {
      fail_at(file_offset, "the packet lies more than 106 days from the first");
    }
    return *since;
  }
  [[noreturn]] void fail_at(std::uint64_t file_offset, const std::string& message) const {
    file_.fail("byte " + std::to_string(file_offset) + ": " + message);
  }

  CaptureFile file_;
  std::vector<std::uint8_t> record_;

 private:
  std::optional<EpochPs> first_;
};

std::unique_ptr<CaptureReader::Format> make_pcap(CaptureFile file);
std::unique_ptr<CaptureReader::Format> make_pcapng(CaptureFile file);

}  // namespace docsis_vp::hosts
