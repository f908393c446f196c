#include "models/cmts/reservations.h"

#include <algorithm>

namespace docsis_vp::cmts {

Reservation* Reservations::find(docsis::Minislot first) {
  const auto found = std::lower_bound(
      waiting_.begin(), waiting_.end(), first,
      [](const Reservation& item, docsis::Minislot at) { return item.first < at; });
  return found != waiting_.end() && found->first == first ? &*found : nullptr;
}

const Reservation* Reservations::known(TimePs now) const {
  return !waiting_.empty() && waiting_.front().known_at <= now ? &waiting_.front() : nullptr;
}

docsis::Minislot Reservations::heard_before(docsis::Minislot otherwise) const {
  return waiting_.empty() ? otherwise : waiting_.front().first;
}

}  // namespace docsis_vp::cmts
