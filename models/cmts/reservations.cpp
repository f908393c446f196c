#include "models/cmts/reservations.h"

#include <algorithm>
#include <boost/iterator/counting_iterator.hpp>
#include <cstddef>
#include <tuple>

namespace docsis_vp::cmts {

Reservation* Reservations::find(docsis::Minislot first) {
  using Index = boost::counting_iterator<std::size_t>;
  const std::size_t after =
      *std::partition_point(Index(0), Index(waiting_.size()),
                            [&](std::size_t index) { return waiting_[index].first <= first; });
  if (after == 0) return nullptr;
  Reservation& found = waiting_[after - 1];
  const docsis::Minislot offset = first - found.first;
  const bool begins = offset % found.minislots == 0 && offset / found.minislots < found.count;
  return begins ? &found : nullptr;
}

void Reservations::note(const Attempt& attempt) {
  const auto before = [](const Attempt& a, const Attempt& b) {
    return std::tie(a.first, a.collided) < std::tie(b.first, b.collided);
  };
  const auto place = std::lower_bound(attempts_.begin(), attempts_.end(), attempt, before);
  if (place == attempts_.end() || before(attempt, *place)) {
    attempts_.insert(place, attempt);
  }
}

std::optional<Reservation> Reservations::take_before(docsis::Minislot end) {
  if (waiting_.empty() || waiting_.front().first >= end) return std::nullopt;
  Reservation& oldest = waiting_.front();
  const auto over = static_cast<std::uint32_t>(
      std::min<docsis::Minislot>(oldest.count, (end - oldest.first) / oldest.minislots));
  if (over == 0) return std::nullopt;
  Reservation taken = oldest;
  taken.count = over;
  oldest.first += std::uint64_t{over} * oldest.minislots;
  oldest.count -= over;
  if (oldest.count == 0) {
    waiting_.pop_front();
  }
  return taken;
}

Reservations::Attempts Reservations::attempts_before(docsis::Minislot end) {
  Attempts result;
  auto attempt = attempts_.begin();
  for (; attempt != attempts_.end() && attempt->first < end; ++attempt) {
    ++(attempt->collided ? result.collisions : result.successes);
  }
  attempts_.erase(attempts_.begin(), attempt);
  return result;
}

docsis::Minislot Reservations::heard_before(docsis::Minislot otherwise) const {
  return waiting_.empty() ? otherwise : waiting_.front().first;
}

}  // namespace docsis_vp::cmts
