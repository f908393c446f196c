// Appends to a circular buffer that doubles when full, so that the steady state allocates nothing.
#pragma once

#include <algorithm>
#include <boost/circular_buffer.hpp>

namespace docsis_vp::hosts {

template <typename T>
void push_growing(boost::circular_buffer<T>& ring, const T& value) {
  if (ring.full()) ring.set_capacity(std::max<std::size_t>(64, 2 * ring.capacity()));
  ring.push_back(value);
}

}  // namespace docsis_vp::hosts
