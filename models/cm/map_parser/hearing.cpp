// Orders the frames that the parser reads, delivered ones and kept ones.
#include <algorithm>
#include <utility>

#include "models/cm/map_parser/map_parser.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cm {

void MapParser::receive(docsis::ManagementOctets frame) {
  if (keeper_ != nullptr) {
    collect(platform::now_ps());  // kept frames arrived before
  }
  inbox_.push_back({platform::now_ps(), std::move(frame)});
  sequencer_.post(task_);
}

// Requires that the results of a MAP appear later than the MAP arrives. A caller of
// do_deferred_work() then need not know whether a MAP that arrives at the same instant was read.
docsis::FrameListener* MapParser::take_from(docsis::FrameKeeper& keeper) {
  keeper_ = config_.check_octets || config_.cycles_per_map == 0 ? nullptr : &keeper;
  return keeper_ != nullptr ? this : nullptr;
}

void MapParser::leave_keeper() {
  if (keeper_ != nullptr) {
    collect(platform::now_ps() + 1);
    keeper_->release();
    keeper_ = nullptr;
    sequencer_.post(task_);
  }
}

void MapParser::hear_until(TimePs time) {
  heard_at_ = platform::now_ps();
  if (keeper_ != nullptr && inbox_.empty()) {
    hear(keeper_->take(time + 1), time);
    return;
  }
  if (keeper_ != nullptr) {
    collect(time + 1);
  }
  hear({inbox_.data(), inbox_.data() + inbox_.size()}, time);
  inbox_.clear();
}

// Takes the kept frames, to be read together with the delivered ones.
void MapParser::collect(TimePs end) {
  const docsis::FrameKeeper::Frames frames = keeper_->take(end);
  inbox_.insert(inbox_.end(), frames.begin(), frames.end());
}

// Reads each frame as of its arrival time.
void MapParser::hear(docsis::FrameKeeper::Frames frames, TimePs time) {
  if (frames.begin() == frames.end()) {
    return;
  }
  // A frame that arrives now must be delivered in full.
  TimePs beyond =
      frames.first->arrived == heard_at_ ? docsis::kEveryMap : earliest_relevant_ack_time();
  bool any_passed = false;
  while (frames.begin() != frames.end()) {
    const docsis::FrameKeeper::Frames next = take_instant(frames);
    const TimePs arrived = next.first->arrived;
    if (!findings_.empty()) {
      tell_until(arrived - 1);  // deferred events
      beyond = earliest_relevant_ack_time();
    }
    const TimePs until = frames.begin() == frames.end() ? time + 1 : frames.first->arrived;
    if (next.end() - next.begin() == 1 && pass_over(*next.first, beyond, until)) {
      any_passed = true;
      continue;
    }
    if (any_passed) {
      tell_passed();
      any_passed = false;
    }
    accept(next);
  }
  if (any_passed) {
    tell_passed();
  }
}

// Removes the first frame and those that arrived at the same time.
docsis::FrameKeeper::Frames MapParser::take_instant(docsis::FrameKeeper::Frames& frames) {
  const docsis::FrameKeeper::Kept* const first = frames.first;
  do {
    ++frames.first;
  } while (frames.first != frames.last && frames.first->arrived == first->arrived);
  return {first, frames.first};
}

// Orders MAPs of several channels at one instant by their octets, which name the channel.
void MapParser::accept(docsis::FrameKeeper::Frames frames) {
  if (frames.end() - frames.begin() == 1) {
    accept(frames.first->frame, frames.first->arrived);
    return;
  }
  std::vector<docsis::FrameKeeper::Kept>& at_once = work_->at_once;
  at_once.assign(frames.begin(), frames.end());
  std::stable_sort(at_once.begin(), at_once.end(),
                   [](const auto& a, const auto& b) { return *a.frame < *b.frame; });
  for (const docsis::FrameKeeper::Kept& kept : at_once) {
    accept(kept.frame, kept.arrived);
  }
  at_once.clear();
}

}  // namespace docsis_vp::cm
