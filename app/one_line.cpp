#include "app/one_line.h"

#include <algorithm>
#include <cstddef>

namespace docsis_vp::app {
namespace {

constexpr std::size_t kMostOctets = 1000;
constexpr std::size_t kHead = 700;
constexpr std::size_t kTail = 250;

bool continues_a_character(char octet) {
  return (static_cast<unsigned char>(octet) & 0xC0U) == 0x80U;
}

bool is_control(char octet) {
  return static_cast<unsigned char>(octet) < 0x20U || octet == 0x7F;
}

}  // namespace

std::string one_line(std::string_view message) {
  std::string line(message);
  if (line.size() > kMostOctets) {
    std::size_t head = kHead;
    while (head > 0 && continues_a_character(line[head])) --head;
    std::size_t tail = line.size() - kTail;
    while (tail < line.size() && continues_a_character(line[tail])) ++tail;
    line.replace(head, tail - head, " ... ");
  }
  std::replace_if(line.begin(), line.end(), is_control, ' ');
  return line;
}

}  // namespace docsis_vp::app
