#include "app/live/series_window.h"

#include <limits>
#include <sstream>
#include <utility>
#include <vector>

namespace docsis_vp::app {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
// Samples of a part become two in between, so that a wide part needs no more memory.
constexpr std::size_t kMostOfPart = 64;

bool are_of_one_column(const SeriesLine& a, const SeriesLine& b) {
  return a.modem == b.modem && a.service_flow == b.service_flow && a.flow == b.flow &&
         a.column == b.column;
}

void add_line(Series& series, const SeriesLine& like) {
  std::vector<double> none(series.times_s.size(), kNone);
  series.lines.push_back({like.modem, like.service_flow, like.flow, like.column, std::move(none)});
}

// Both have the same lines.
void append(Series& to, const Series& from) {
  to.times_s.insert(to.times_s.end(), from.times_s.begin(), from.times_s.end());
  for (std::size_t i = 0; i < to.lines.size(); ++i) {
    const std::vector<double>& more = from.lines[i].values;
    to.lines[i].values.insert(to.lines[i].values.end(), more.begin(), more.end());
  }
}

void drop_samples(Series& series) {
  series.times_s.clear();
  for (SeriesLine& line : series.lines) {
    line.values.clear();
  }
}

}  // namespace

void SeriesWindow::add(const std::string& rows) {
  const std::string text = header_ + rows;
  if (header_.empty()) {
    header_ = rows.substr(0, rows.find('\n') + 1);
  }
  std::istringstream stream(text);
  const Series more = read_series(stream, "timeseries.csv");
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < more.lines.size(); ++i) {
    places.push_back(place_of(more.lines[i], i));
  }
  for (std::size_t sample = 0; sample < more.times_s.size(); ++sample) {
    last_.times_s.push_back(more.times_s[sample]);
    for (SeriesLine& line : last_.lines) {
      line.values.push_back(kNone);
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
      last_.lines[places[i]].values.back() = more.lines[i].values[sample];
    }
    count_sample();
  }
}

std::size_t SeriesWindow::place_of(const SeriesLine& wanted, std::size_t guess) {
  if (guess < last_.lines.size() && are_of_one_column(last_.lines[guess], wanted)) {
    return guess;
  }
  for (std::size_t i = 0; i < last_.lines.size(); ++i) {
    if (are_of_one_column(last_.lines[i], wanted)) {
      return i;
    }
  }
  add_line(parts_, wanted);
  add_line(last_, wanted);
  return last_.lines.size() - 1;
}

void SeriesWindow::count_sample() {
  if (++gathered_ == width_) {
    close_part();
  } else if (last_.times_s.size() == kMostOfPart) {
    last_ = thinned(last_, 1);
  }
}

void SeriesWindow::close_part() {
  append(parts_, width_ == 1 ? last_ : thinned(last_, 1));
  drop_samples(last_);
  gathered_ = 0;
  if (parts_.times_s.size() >= kMostSamples) {
    // A part of one sample has one, every other part has two.
    parts_ = thinned(parts_, kMostSamples / 4);
    width_ *= width_ == 1 ? 4 : 2;
  }
}

Series SeriesWindow::series() const {
  Series all = parts_;
  append(all, last_);
  return all;
}

}  // namespace docsis_vp::app
