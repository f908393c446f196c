#include "models/cmts/series_schedule.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "models/cmts/map_layout.h"

namespace docsis_vp::cmts {
namespace {

using Starts = std::vector<std::uint32_t>;

// Start of a job if the channel is free from `time` on; kBehind: in a later MAP.
std::uint32_t earliest_start(const SeriesJob& job, std::uint32_t time,
                             const SeriesHorizon& horizon) {
  std::uint32_t at = std::max(time, job.from);
  for (std::uint32_t map = 0; map < horizon.end(); map += horizon.interval) {
    const std::uint32_t next = map + horizon.interval;
    if (at >= next) continue;
    at = std::max(at, map + horizon.region);
    if (at + job.length <= next) return at;
    at = next;
  }
  return SeriesSchedule::kBehind;
}

bool is_late(const SeriesJob& job, std::uint32_t at, const SeriesHorizon& horizon) {
  return at == SeriesSchedule::kBehind ? job.latest < horizon.end() : at > job.latest;
}

// Schedules each job at the earliest free place.
std::optional<Starts> by_deadline(const std::vector<SeriesJob>& jobs, const Starts& order,
                                  const SeriesHorizon& horizon) {
  MapLayout maps[2];
  for (MapLayout& map : maps) map.begin(horizon.region, horizon.interval);
  Starts starts(jobs.size(), SeriesSchedule::kBehind);
  for (const std::uint32_t index : order) {
    const SeriesJob& job = jobs[index];
    for (std::uint32_t map = 0; map < 2 && starts[index] == SeriesSchedule::kBehind; ++map) {
      const std::uint32_t begin = map * horizon.interval;
      if (job.latest < begin || job.from >= begin + horizon.interval) continue;
      const auto at =
          maps[map].place(std::max(job.from, begin) - begin, job.latest - begin, job.length);
      if (at) starts[index] = begin + *at;
    }
    if (is_late(job, starts[index], horizon)) return std::nullopt;
  }
  return starts;
}

// Branch and bound (Carlier 1982 states the problem: release dates, deadlines, one machine).
class Search {
 public:
  Search(const std::vector<SeriesJob>& jobs, const Starts& order, const SeriesHorizon& horizon,
         unsigned& steps)
      : jobs_(jobs), order_(order), horizon_(horizon), steps_(steps), starts_(jobs.size()) {}

  std::optional<Starts> run() {
    const std::uint64_t all = ~std::uint64_t{0} >> (SeriesSchedule::kMostSearched - order_.size());
    return place(all, 0) ? std::optional<Starts>(starts_) : std::nullopt;
  }

 private:
  // waiting: by position in order of deadline.
  bool place(std::uint64_t waiting, std::uint32_t time) {
    if (steps_ == 0) return false;
    --steps_;
    std::uint32_t at[SeriesSchedule::kMostSearched];
    std::uint32_t first_end = UINT32_MAX;
    for (std::uint64_t rest = waiting; rest != 0; rest &= rest - 1) {
      const auto position = static_cast<unsigned>(__builtin_ctzll(rest));
      const SeriesJob& job = jobs_[order_[position]];
      at[position] = earliest_start(job, time, horizon_);
      if (is_late(job, at[position], horizon_)) return false;
      if (at[position] == SeriesSchedule::kBehind) {
        starts_[order_[position]] = SeriesSchedule::kBehind;
        waiting &= ~(std::uint64_t{1} << position);
      } else {
        first_end = std::min(first_end, at[position] + job.length);
      }
    }
    if (waiting == 0) return true;
    const auto known = failed_.find(waiting);
    if (known != failed_.end() && known->second <= time) return false;
    // Starting a job after the time at which another could have ended is never better.
    const SeriesJob* before = nullptr;
    for (std::uint64_t rest = waiting; rest != 0; rest &= rest - 1) {
      const auto position = static_cast<unsigned>(__builtin_ctzll(rest));
      const SeriesJob& job = jobs_[order_[position]];
      const bool is_same = before != nullptr && before->latest == job.latest &&
                           before->from == job.from && before->length == job.length;
      before = &job;
      if (at[position] >= first_end || is_same) continue;
      if (place(waiting & ~(std::uint64_t{1} << position), at[position] + job.length)) {
        starts_[order_[position]] = at[position];
        return true;
      }
    }
    if (steps_ > 0) {
      const auto entry = failed_.emplace(waiting, time).first;
      entry->second = std::min(entry->second, time);
    }
    return false;
  }

  const std::vector<SeriesJob>& jobs_;
  const Starts& order_;
  const SeriesHorizon& horizon_;
  unsigned& steps_;
  Starts starts_;
  std::map<std::uint64_t, std::uint32_t> failed_;  // waiting jobs, and the start time from which
                                                   // they fail
};

}  // namespace

std::optional<std::vector<std::uint32_t>> SeriesSchedule::of(const std::vector<SeriesJob>& jobs,
                                                             const SeriesHorizon& horizon,
                                                             unsigned& steps) {
  Starts order(jobs.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::tie(jobs[a].latest, jobs[a].from, jobs[a].length) <
           std::tie(jobs[b].latest, jobs[b].from, jobs[b].length);
  });
  if (auto starts = by_deadline(jobs, order, horizon)) return starts;
  if (jobs.size() > kMostSearched) return std::nullopt;
  return Search(jobs, order, horizon, steps).run();
}

}  // namespace docsis_vp::cmts
