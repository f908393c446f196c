// Keeps the rows of a growing timeseries.csv in bounded memory.
#pragma once

#include <cstddef>
#include <string>

#include "app/report/series.h"

namespace docsis_vp::app {

// Keeps all samples until there are too many. Then each part of 2, 4, 8... times as many samples is
// reduced to two, as thinned() does, so that no peak is lost. All parts but the last have the same
// number of samples.
class SeriesWindow {
 public:
  // Most samples that are kept, beside those of the last part.
  static constexpr std::size_t kMostSamples = 2'000;

  // Takes whole lines, the header line first, all rows of an instant in one call. Throws InputError
  // as read_series().
  void add(const std::string& rows);

  // Returns the rows kept so far.
  Series series() const;

 private:
  // Returns the index of the line of this column, which is created if it is new.
  std::size_t place_of(const SeriesLine& wanted, std::size_t guess);
  void count_sample();
  void close_part();

  std::string header_;
  Series parts_;              // complete ones, with the lines of last_
  Series last_;               // samples of the part that is not complete
  std::size_t width_ = 1;     // samples of a part
  std::size_t gathered_ = 0;  // by the last part
};

}  // namespace docsis_vp::app
