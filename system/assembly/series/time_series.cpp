#include "system/assembly/series/time_series.h"

#include <algorithm>

#include "system/json/writer.h"

namespace docsis_vp::system {

namespace {

const SeriesColumns& queue_columns() {
  return series_columns<QueueSample>();
}

const SeriesColumns& load_columns() {
  return series_columns<QueueSample, LoadColumns>();
}

const SeriesColumns& tcp_columns() {
  return series_columns<TcpSample>();
}

}  // namespace

void TimeSeries::ask(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    asked_.add(series_columns<QueueSample, AskedColumns>().at(name));
  }
}

void TimeSeries::write_to(std::ostream& to) {
  to_.push_back(&to);
  std::string head = "time_s,modem,service_flow";
  queue_columns().append_names(head);
  head += ",flow";
  tcp_columns().append_names(head);
  load_columns().append_names(head);
  asked_.append_names(head);
  to << head << '\n';
}

unsigned TimeSeries::take_places(std::size_t count) {
  const unsigned first = places_;
  places_ += static_cast<unsigned>(count);
  return first;
}

void TimeSeries::add(TimePs at, unsigned place, const std::string& modem,
                     const std::string& service_flow, const QueueSample& sample) {
  std::string& row = begin_row(at, place);
  row.append(1, ',').append(modem).append(1, ',').append(service_flow);
  queue_columns().append_cells(row, &sample);
  row += ',';  // no flow
  tcp_columns().append_empty(row);
  load_columns().append_cells(row, &sample);
  asked_.append_cells(row, &sample);
  row += '\n';
}

void TimeSeries::add(TimePs at, unsigned place, const std::string& modem, const std::string& flow,
                     const TcpSample& sample) {
  std::string& row = begin_row(at, place);
  row.append(1, ',').append(modem).append(1, ',');
  queue_columns().append_empty(row);
  row.append(1, ',').append(flow);
  tcp_columns().append_cells(row, &sample);
  load_columns().append_empty(row);
  asked_.append_empty(row);
  row += '\n';
}

std::string& TimeSeries::begin_row(TimePs at, unsigned place) {
  if (at != instant_) {
    flush();
    instant_ = at;
    time_ = json_number(to_seconds(at));
  }
  if (!rows_.empty()) {
    rows_.back().end = text_.size();
  }
  rows_.push_back({place, text_.size(), 0});
  return text_ += time_;
}

void TimeSeries::flush() {
  if (rows_.empty()) {
    return;
  }
  rows_.back().end = text_.size();
  const auto by_place = [](const Row& a, const Row& b) { return a.place < b.place; };
  if (std::is_sorted(rows_.begin(), rows_.end(), by_place)) {
    for (std::ostream* const to : to_) {
      *to << text_;
    }
  } else {
    std::sort(rows_.begin(), rows_.end(), by_place);
    for (const Row& row : rows_) {
      for (std::ostream* const to : to_) {
        to->write(text_.data() + row.begin, static_cast<std::streamsize>(row.end - row.begin));
      }
    }
  }
  rows_.clear();
  text_.clear();
}

}  // namespace docsis_vp::system
