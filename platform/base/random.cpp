#include "platform/base/random.h"

namespace docsis_vp {

namespace {

__extension__ using Wide = unsigned __int128;

std::uint64_t rotate_left(std::uint64_t value, int by) {
  return (value << by) | (value >> (64 - by));
}

std::uint64_t split_mix(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15U);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

// FNV-1a: stable over machines and library versions, which std::hash is not.
std::uint64_t hash_name(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : name) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }
  return hash;
}

}  // namespace

RandomStream::RandomStream(std::uint64_t seed, std::string_view name) : state_{} {
  std::uint64_t mixer = seed;
  std::uint64_t start = split_mix(mixer) ^ hash_name(name);
  for (auto& word : state_) {
    word = split_mix(start);
  }
}

std::uint64_t RandomStream::next_u64() {
  const std::uint64_t result = rotate_left(state_[0] + state_[3], 23) + state_[0];
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = rotate_left(state_[3], 45);
  return result;
}

std::uint64_t RandomStream::below(std::uint64_t bound) {
  // Lemire 2019: multiply, and redraw the few values that would bias the result.
  Wide product = Wide{next_u64()} * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t threshold = (0 - bound) % bound;
    while (static_cast<std::uint64_t>(product) < threshold) {
      product = Wide{next_u64()} * bound;
    }
  }
  return static_cast<std::uint64_t>(product >> 64);
}

std::int64_t RandomStream::between(std::int64_t low, std::int64_t high) {
  const auto span = static_cast<std::uint64_t>(high - low) + 1;
  return low + static_cast<std::int64_t>(span == 0 ? next_u64() : below(span));
}

}  // namespace docsis_vp
