#include "platform/bus/word_set.h"

#include <algorithm>

namespace docsis_vp::platform {

void WordSet::insert(std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t word = first >> kWordBits; word <= last >> kWordBits; ++word) {
    pages_[static_cast<std::uint32_t>(word / kWordsOfPage)].set(word % kWordsOfPage);
  }
}

// Ranges may span the address space, the set only has a few pages.
void WordSet::erase(std::uint64_t first, std::uint64_t last) {
  for (auto page = pages_.begin(); page != pages_.end();) {
    const std::uint64_t words = page->first * kWordsOfPage;
    const std::uint64_t from = std::max(first >> kWordBits, words);
    const std::uint64_t to = std::min(last >> kWordBits, words + kWordsOfPage - 1);
    for (std::uint64_t word = from; word <= to; ++word) {
      page->second.reset(word - words);
    }
    page = page->second.none() ? pages_.erase(page) : std::next(page);
  }
}

bool WordSet::intersects(std::uint64_t first, std::uint64_t last) const {
  const std::uint64_t first_word = first >> kWordBits;
  const std::uint64_t last_word = last >> kWordBits;
  const auto holds = [&](const Page& page, std::uint64_t words) {
    const std::uint64_t to = std::min(last_word, words + kWordsOfPage - 1);
    for (std::uint64_t word = std::max(first_word, words); word <= to; ++word) {
      if (page.test(word - words)) {
        return true;
      }
    }
    return false;
  };
  if (first_word / kWordsOfPage == last_word / kWordsOfPage) {
    const auto page = pages_.find(static_cast<std::uint32_t>(first_word / kWordsOfPage));
    return page != pages_.end() && holds(page->second, page->first * kWordsOfPage);
  }
  return std::any_of(pages_.begin(), pages_.end(), [&](const auto& page) {
    return holds(page.second, page.first * kWordsOfPage);
  });
}

}  // namespace docsis_vp::platform
