// Declares the common base of the pcap and pcapng readers; internal to CaptureReader.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/hosts/capture/capture_file.h"
#include "models/hosts/capture/capture_reader.h"

namespace docsis_vp::hosts {

// Limit of a record, above any packet or header block, so that a damaged length does not allocate
// gigabytes.
constexpr std::uint32_t kLongestRecordBytes = 16U << 20;

class CaptureReader::Format {
 public:
  explicit Format(CaptureFile file) : file_(std::move(file)) {}
  virtual ~Format() = default;

  virtual std::optional<CapturedFrame> next() = 0;
  void rewind() {
    file_.rewind();
    cut_at_.reset();
    start();
  }
  const std::optional<std::uint64_t>& cut_at() const { return cut_at_; }
  const std::string& application() const { return application_; }
  const std::vector<std::string>& interface_names() const { return interface_names_; }

 protected:
  // Reads the header before the packets.
  virtual void start() {}

  // The record at `file_offset` is incomplete.
  void note_cut(std::uint64_t file_offset) { cut_at_ = file_offset; }
  [[noreturn]] void fail_at(std::uint64_t file_offset, const std::string& message) const {
    file_.fail("byte " + std::to_string(file_offset) + ": " + message);
  }

  CaptureFile file_;
  std::vector<std::uint8_t> record_;
  std::string application_;
  std::vector<std::string> interface_names_;

 private:
  std::optional<std::uint64_t> cut_at_;
};

std::unique_ptr<CaptureReader::Format> make_pcap(CaptureFile file);
std::unique_ptr<CaptureReader::Format> make_pcapng(CaptureFile file);

}  // namespace docsis_vp::hosts
