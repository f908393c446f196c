#include "models/hosts/trace_source/capture_search.h"

#include "models/hosts/capture/capture_reader.h"
#include "models/hosts/capture/frame_headers.h"

namespace docsis_vp::hosts {

bool has_packet(const std::string& file, const FrameFilter& filter) {
  CaptureReader reader(file);
  while (const std::optional<CapturedFrame> frame = reader.next()) {
    // What cannot be replayed at all, the source objects to, with its place in the file.
    if (objection_to(*frame) || filter.accepts(read_headers(*frame).key)) {
      return true;
    }
  }
  return false;
}

}  // namespace docsis_vp::hosts
