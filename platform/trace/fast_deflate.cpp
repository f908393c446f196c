#include "platform/trace/fast_deflate.h"

#include <algorithm>
#include <cstring>

namespace docsis_vp::platform {

namespace {

// RFC 1951, section 3.2.5.
constexpr std::uint32_t kFirstLengthSymbol = 257;
constexpr std::uint32_t kLastLengthSymbol = 285;
constexpr std::size_t kShortestMatch = 3;
constexpr std::size_t kMostDistance = 32768;
constexpr std::uint32_t kDistanceBits = 5;
constexpr std::uint32_t kFixedCodes = 1;  // BTYPE

// Matches of fewer octets save next to nothing.
constexpr unsigned kHashedOctets = 5;
// Octets that are read at once.
constexpr std::size_t kWord = 8;
// After so many octets without a match the search takes longer steps.
constexpr unsigned kStepShift = 5;

std::uint64_t word_at(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, kWord);
  return word;
}

// Without the octets of a word that are not hashed.
std::uint64_t hashed_part(std::uint64_t word) {
  return word << (64 - 8 * kHashedOctets);
}

std::uint32_t hash_of(std::uint64_t word, unsigned bits) {
  return static_cast<std::uint32_t>(hashed_part(word) * 0x9E3779B185EBCA87U >> (64 - bits));
}

// Returns how many octets two words have in common at their start. They differ.
std::size_t common_octets(std::uint64_t difference) {
  return static_cast<std::size_t>(__builtin_ctzll(difference)) / 8;
}

// Returns how many octets are the same at both places, the first `known` of which are.
std::size_t match_length(const char* at, const char* before, std::size_t known, std::size_t most) {
  std::size_t length = known;
  for (; length + kWord <= most; length += kWord) {
    const std::uint64_t difference = word_at(at + length) ^ word_at(before + length);
    if (difference != 0) {
      return length + common_octets(difference);
    }
  }
  while (length < most && at[length] == before[length]) {
    ++length;
  }
  return length;
}

// Huffman codes are packed with their highest bit first.
std::uint32_t reversed(std::uint32_t code, std::uint32_t count) {
  std::uint32_t bits = 0;
  for (std::uint32_t bit = 0; bit < count; ++bit) {
    bits |= (code >> bit & 1) << (count - 1 - bit);
  }
  return bits;
}

}  // namespace

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "words are compared from their first octet");

FastDeflate::FastDeflate() : places_(std::size_t{1} << kHashBits) {
  make_literals();
  make_lengths();
  make_distances();
  // No octet takes more than nine bits; a block begins with three and ends with seven.
  out_.resize(kMostPiece + kMostPiece / 8 + 4 * kWord);
}

void FastDeflate::make_literals() {
  for (std::uint32_t octet = 0; octet < 256; ++octet) {
    literals_[octet] = octet < 144 ? Code{reversed(0x30 + octet, 8), 8}
                                   : Code{reversed(0x190 + octet - 144, 9), 9};
  }
}

void FastDeflate::make_lengths() {
  std::size_t length = kShortestMatch;
  for (std::uint32_t symbol = kFirstLengthSymbol; symbol < kLastLengthSymbol; ++symbol) {
    const std::uint32_t extra = symbol < 265 ? 0 : (symbol - 261) / 4;
    const Code code = symbol < 280 ? Code{reversed(symbol - 256, 7), 7}
                                   : Code{reversed(0xC0 + symbol - 280, 8), 8};
    for (std::uint32_t more = 0; more < 1U << extra; ++more, ++length) {
      lengths_[length] = {code.bits | more << code.count, code.count + extra};
    }
  }
  lengths_[kLongestMatch] = {reversed(0xC0 + kLastLengthSymbol - 280, 8), 8};
}

void FastDeflate::make_distances() {
  std::uint32_t from = 1;
  for (std::uint32_t symbol = 0; symbol < std::size(distances_); ++symbol) {
    const std::uint32_t extra = symbol < 4 ? 0 : symbol / 2 - 1;
    distances_[symbol] = {{reversed(symbol, kDistanceBits), kDistanceBits + extra}, from};
    from += 1U << extra;
  }
}

void FastDeflate::flush() {
  std::memcpy(at_, &bits_, kWord);
  at_ += bit_count_ / 8;
  bits_ >>= bit_count_ & ~7U;
  bit_count_ &= 7;
}

void FastDeflate::put_literals(const char* from, const char* to) {
  for (; to - from >= 4; from += 4) {
    for (int i = 0; i < 4; ++i) {
      put(literals_[static_cast<unsigned char>(from[i])]);
    }
    flush();
  }
  for (; from != to; ++from) {
    put(literals_[static_cast<unsigned char>(*from)]);
  }
  flush();
}

void FastDeflate::put_match(std::size_t length, std::size_t distance) {
  put(lengths_[length]);
  // Two codes for each power of two; the first four have one distance each.
  const auto beyond = static_cast<std::uint32_t>(distance - 1);
  std::uint32_t symbol = beyond;
  if (beyond >= 4) {
    const auto power = 31U - static_cast<std::uint32_t>(__builtin_clz(beyond));
    symbol = 2 * power + (beyond >> (power - 1) & 1);
  }
  const auto& [code, from] = distances_[symbol];
  put(code.bits | (distance - from) << kDistanceBits, code.count);
  flush();
}

void FastDeflate::compress(const char* begin, const char* end) {
  std::fill(places_.begin(), places_.end(), 0U);
  const char* written = begin;
  // Words are read up to here.
  const char* const limit =
      end - begin > static_cast<std::ptrdiff_t>(2 * kWord) ? end - 2 * kWord : begin;
  for (const char* at = begin + 1; at < limit;) {
    const std::uint64_t word = word_at(at);
    std::uint32_t& place = places_[hash_of(word, kHashBits)];
    const char* before = begin + place;
    place = static_cast<std::uint32_t>(at - begin);
    const std::uint64_t difference = word ^ word_at(before);
    if (hashed_part(difference) != 0 || at - before > static_cast<std::ptrdiff_t>(kMostDistance)) {
      at += 1 + ((at - written) >> kStepShift);
      continue;
    }
    const std::size_t most =
        std::min<std::size_t>(kLongestMatch, static_cast<std::size_t>(end - at));
    std::size_t length =
        difference != 0 ? common_octets(difference) : match_length(at, before, kWord, most);
    for (; at > written && before > begin && length < kLongestMatch && at[-1] == before[-1];
         ++length) {
      --at;
      --before;
    }
    put_literals(written, at);
    put_match(length, static_cast<std::size_t>(at - before));
    at += length;
    written = at;
    if (at < limit) {
      places_[hash_of(word_at(at - 2), kHashBits)] = static_cast<std::uint32_t>(at - 2 - begin);
    }
  }
  put_literals(written, end);
}

std::string_view FastDeflate::add(std::string_view piece, bool is_last) {
  at_ = out_.data();
  put((is_last ? 1U : 0U) | kFixedCodes << 1, 3);
  compress(piece.data(), piece.data() + piece.size());
  put(0, 7);  // end of the block
  if (is_last) {
    bit_count_ = (bit_count_ + 7) & ~7U;
  }
  flush();
  return {out_.data(), static_cast<std::size_t>(at_ - out_.data())};
}

}  // namespace docsis_vp::platform
