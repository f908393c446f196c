#include "depth_watch.h"

#include <algorithm>
#include <memory>

#include "firmware/depth_watch.h"

using docsis_vp::TimePs;

DepthWatch::DepthWatch(const sc_core::sc_module_name& name,
                       const docsis_vp::system::BlockSite& site)
    : sc_module(name),
      modem_(site.modem),
      interrupt_(site.interrupt),
      flow_(static_cast<unsigned>(site.parameters.number("service_flow"))),
      period_(static_cast<TimePs>(site.parameters.number("period_us") * docsis_vp::kPsPerUs)),
      registers_("registers"),
      // Runs after everything else that happens to the modem at an instant.
      task_(modem_.sequencer().add(docsis_vp::cm::kObserve, 2, [this] { sample(); })) {
  add_registers();
  modem_.sequencer().post_at(task_, period_);
}

// `at` is the instant of the access, which may lie ahead of the kernel's time.
void DepthWatch::add_registers() {
  registers_.add(
      DEPTH_WATCH_THRESHOLD_BYTES, [this](TimePs) { return threshold_bytes_; },
      [this](std::uint32_t value, TimePs) { threshold_bytes_ = value; });
  registers_.add(
      DEPTH_WATCH_STATUS, [this](TimePs) { return alarm_ ? 1U : 0U; },
      [this](std::uint32_t value, TimePs at) {
        if ((value & 1) != 0) {
          set_alarm(false, at);
        }
      });
  registers_.add(
      DEPTH_WATCH_PEAK_BYTES, [this](TimePs) { return std::exchange(peak_bytes_, 0U); }, {},
      [this](TimePs) { return peak_bytes_; });  // a debugger's read has no side effect
  registers_.add(DEPTH_WATCH_SAMPLES, [this](TimePs) { return samples_; });
}

void DepthWatch::sample() {
  const auto bytes = static_cast<std::uint32_t>(modem_.memory().queued_bytes(flow_));
  const bool above = threshold_bytes_ != 0 && bytes > threshold_bytes_;
  ++samples_;
  peak_bytes_ = std::max(peak_bytes_, bytes);
  if (above && !was_above_) {
    set_alarm(true, docsis_vp::platform::now_ps());
  }
  was_above_ = above;
  modem_.sequencer().post_at(task_, docsis_vp::platform::now_ps() + period_);
}

void DepthWatch::set_alarm(bool alarm, TimePs at) {
  if (alarm != alarm_) {
    alarm_ = alarm;
    if (interrupt_) {
      interrupt_(alarm, at);
    }
  }
}

void DepthWatch::reset(TimePs at) {
  threshold_bytes_ = 0;
  peak_bytes_ = 0;
  set_alarm(false, at);
}

docsis_vp::system::BlockKind DepthWatch::block_kind() {
  using docsis_vp::system::BlockSite;
  docsis_vp::system::BlockKind kind;
  kind.make = [](const BlockSite& site) {
    return std::make_unique<DepthWatch>(site.name.c_str(), site);
  };
  kind.parameters = {{"service_flow", 0.0, 0, 31}, {"period_us", 100.0, 1, 100'000}};
  kind.inventory = [](const docsis_vp::system::Parameters&) {
    constexpr std::uint32_t kDepthBits = 24;
    docsis_vp::area::Block block{"depth_watch", "watches the depth of one queue"};
    block.add(2, docsis_vp::area::hold(kDepthBits), "threshold and peak");
    block.add(2, docsis_vp::area::less(kDepthBits), "against each of them");
    block.add(docsis_vp::area::counter(32), "samples");
    block.add(docsis_vp::area::mux(32, 4), "what is read");
    return block;
  };
  return kind;
}
