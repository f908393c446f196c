// Writes timeseries.csv: samples of queues and of TCP.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "platform/base/time.h"
#include "system/results/series_columns.h"
#include "system/results/series_sample.h"

namespace docsis_vp::system {

// Rows of one instant are written in the order of their places, regardless of the order of samples.
// They share one text buffer, because a string for each row of thousands of queues would flush the
// host's caches. After the first complete instant nothing is allocated.
class TimeSeries {
 public:
  // Enables optional columns (AskedColumns) by name. Call it before write_to(). Throws
  // std::out_of_range for unknown names.
  void ask(const std::vector<std::string>& names);
  bool asks() const { return asked_.size() > 0; }

  // Writes the header line; rows follow. Several streams may be given; all receive the rows.
  void write_to(std::ostream& to);
  bool wanted() const { return !to_.empty(); }

  // Reserves so many places behind the earlier ones; returns the first.
  unsigned take_places(std::size_t count);

  // `at` never decreases between calls.
  void add(TimePs at, unsigned place, const std::string& modem, const std::string& service_flow,
           const QueueSample& sample);
  void add(TimePs at, unsigned place, const std::string& modem, const std::string& flow,
           const TcpSample& sample);
  // Writes the rows of the last instant.
  void flush();

 private:
  struct Row {
    unsigned place = 0;
    std::size_t begin = 0;  // offset in the text
    std::size_t end = 0;    // valid once there is a next row
  };

  // Returns where a row's text continues after the time.
  std::string& begin_row(TimePs at, unsigned place);

  std::vector<std::ostream*> to_;
  SeriesColumns asked_;
  TimePs instant_ = -1;
  std::string time_;  // as text
  unsigned places_ = 0;
  std::string text_;       // text of the instant's rows
  std::vector<Row> rows_;  // positions of the rows in text_
};

}  // namespace docsis_vp::system
