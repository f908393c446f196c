#include "app/live/live_content.h"

#include <utility>

#include "app/report/page.h"
#include "platform/base/errors.h"

namespace docsis_vp::app {

namespace {

// An event of a stream; the data are one line.
std::string event(const char* name, const std::string& data) {
  return std::string("event: ") + name + "\ndata: " + data + "\n\n";
}

}  // namespace

void LiveContent::set_progress(std::string progress) {
  const std::lock_guard lock(mutex_);
  progress_ = std::move(progress);
  ++now_.progress;
}

void LiveContent::add_rows(const std::string& rows) {
  const std::lock_guard lock(mutex_);
  if (!rows.empty() && rows_.size() + rows.size() <= kMostOctetsOfRows) {
    rows_ += rows;
    ++now_.series;
  }
}

void LiveContent::set_results(std::string results) {
  const std::lock_guard lock(mutex_);
  results_ = std::move(results);
  ++now_.results;
}

void LiveContent::set_end(std::string end) {
  const std::lock_guard lock(mutex_);
  end_ = std::move(end);
  now_.end = true;
}

bool LiveContent::has_ended() {
  const std::lock_guard lock(mutex_);
  return now_.end;
}

void LiveContent::read() {
  std::string rows;
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    rows.swap(rows_);
    number = now_.series;
  }
  if (rows.empty() || !rows_are_sound_) {
    return;
  }
  try {
    window_.add(rows);
    series_ = number;
  } catch (const InputError&) {
    rows_are_sound_ = false;  // the charts end here; the run goes on
  }
}

std::string LiveContent::events_since(Seen& seen) {
  if (series_ != seen.series && series_ != text_) {
    series_text_ = compact_json(series_json(window_.series()));
    text_ = series_;
  }
  std::string events;
  if (series_ != seen.series) {
    events += event("series", series_text_);
    seen.series = series_;
  }
  const std::lock_guard lock(mutex_);
  if (now_.results != seen.results) {
    events += event("results", results_);
    seen.results = now_.results;
  }
  if (now_.progress != seen.progress) {
    events += event("progress", progress_);
    seen.progress = now_.progress;
  }
  if (now_.end && !seen.end) {
    events += event("end", end_);
    seen.end = true;
  }
  return events;
}

}  // namespace docsis_vp::app
