// Holds the content of a live page. The thread of the simulation writes it; the thread of the
// server reads it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

#include "app/live/series_window.h"

namespace docsis_vp::app {

// Each kind of event has a number that grows with its content. A client that has seen a number gets
// only the newest content. No client therefore needs a queue, and a slow one misses intermediate
// content.
class LiveContent {
 public:
  struct Seen {
    std::uint64_t progress = 0;
    std::uint64_t series = 0;
    std::uint64_t results = 0;
    bool end = false;
  };

  // Rows that wait for the server's thread. Beyond this, rows are left out of the live charts.
  static constexpr std::size_t kMostOctetsOfRows = 32U << 20U;

  // progress: a JSON object.
  void set_progress(std::string progress);
  // Takes whole lines of timeseries.csv, whole instants in one call.
  void add_rows(const std::string& rows);
  // results: JSON as results.json, in one line.
  void set_results(std::string results);
  // end: a JSON object; the last event.
  void set_end(std::string end);

  bool has_ended();

  // For the server's thread only: reads the rows that arrived since the last call.
  void read();
  // For the server's thread only: returns the events that differ from `seen`, and updates `seen`;
  // empty if there are none.
  std::string events_since(Seen& seen);

 private:
  std::mutex mutex_;
  std::string progress_;
  std::string results_;
  std::string end_;
  std::string rows_;
  Seen now_;

  // For the server's thread only.
  SeriesWindow window_;
  bool rows_are_sound_ = true;
  std::uint64_t series_ = 0;  // number of the newest samples in the window
  std::uint64_t text_ = 0;    // number of series_text_
  std::string series_text_;
};

}  // namespace docsis_vp::app
