#include "models/cmts/series_times.h"

#include <algorithm>
#include <tuple>

namespace docsis_vp::cmts {

bool SeriesTimes::later(const Entry& a, const Entry& b) {
  return std::tie(a.at, a.flow, a.poll) > std::tie(b.at, b.flow, b.poll);
}

void SeriesTimes::start(UpstreamFlow index, const SeriesTiming& series) {
  if (index >= flows_.size()) {
    flows_.resize(index + 1);
  }
  Running& running = flows_[index][series.poll ? 1 : 0];
  ++running.generation;  // invalidates the old one's entry in the heap
  running.series = series;
  next_.push_back({series.first, index, series.poll, running.generation});
  std::push_heap(next_.begin(), next_.end(), later);
}

void SeriesTimes::stop(UpstreamFlow index) {
  if (index < flows_.size()) {
    for (Running& running : flows_[index]) ++running.generation;
  }
  const auto is_its = [index](const Due& due) { return due.flow == index; };
  put_back_.erase(std::remove_if(put_back_.begin(), put_back_.end(), is_its), put_back_.end());
}

const std::vector<SeriesTimes::Due>& SeriesTimes::take_before(TimePs end) {
  due_.swap(put_back_);
  put_back_.clear();
  while (!next_.empty() && next_.front().at < end) {
    std::pop_heap(next_.begin(), next_.end(), later);
    Entry& entry = next_.back();
    const Running& running = flows_[entry.flow][entry.poll ? 1 : 0];
    if (entry.generation != running.generation) {
      next_.pop_back();
      continue;
    }
    const SeriesTiming& series = running.series;
    due_.insert(due_.end(), series.count,
                {entry.flow, series.poll, entry.at, entry.at + series.jitter});
    entry.at += series.interval;
    std::push_heap(next_.begin(), next_.end(), later);
  }
  std::stable_sort(due_.begin(), due_.end(), [](const Due& a, const Due& b) {
    return std::tie(a.latest, a.flow, a.poll) < std::tie(b.latest, b.flow, b.poll);
  });
  return due_;
}

void SeriesTimes::preview_before(TimePs end, std::vector<Due>& found) const {
  for (const Entry& entry : next_) {
    const Running& running = flows_[entry.flow][entry.poll ? 1 : 0];
    if (entry.generation != running.generation) continue;
    const SeriesTiming& series = running.series;
    for (TimePs at = entry.at; at < end; at += series.interval) {
      found.insert(found.end(), series.count, {entry.flow, series.poll, at, at + series.jitter});
    }
  }
}

}  // namespace docsis_vp::cmts
