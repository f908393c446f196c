// Iterates over the packets of a capture that a trace source replays.
#pragma once

#include <optional>
#include <string>

#include "models/hosts/capture/capture_reader.h"
#include "models/hosts/capture/frame_headers.h"
#include "models/hosts/trace_source/frame_filter.h"

namespace docsis_vp::hosts {

class ChosenFrames {
 public:
  struct Frame {
    FrameHeaders headers;
    std::uint32_t size_bytes = 0;  // DA..CRC
    EpochPs time = 0;
    std::uint64_t file_offset = 0;
  };

  // Throws InputError if the file is no capture.
  ChosenFrames(const std::string& file, FrameFilter filter);

  // Returns the next packet that the filter accepts, or nothing. Throws InputError, with the place,
  // for a packet that cannot be replayed: without a time, larger than a frame, or of an unsupported
  // link type. A filter by address skips frames without known addresses, if it accepts any other
  // frame of the file.
  std::optional<Frame> next();
  void rewind() { reader_.rewind(); }
  const CaptureReader& reader() const { return reader_; }

 private:
  std::string place(const CapturedFrame& frame) const;
  bool passes_over(const CapturedFrame& frame);

  const std::string file_;
  const FrameFilter filter_;
  CaptureReader reader_;
  bool has_chosen_ = false;
  std::string objection_;  // reason against the first frame skipped for its link type
};

}  // namespace docsis_vp::hosts
