#include "platform/trace/csv_writer.h"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace docsis_vp::platform {

namespace {

constexpr std::size_t kCsvBlock = std::size_t{64} << 10;
// The longest number, and what time() writes beyond.
constexpr std::size_t kNumberOctets = 32;
// Times of a row lie within 10 ms of each other, as a rule.
constexpr unsigned kLastPairs = 5;
constexpr std::uint64_t kLastDigits = 10'000'000'000;
// "00" to "99".
constexpr char kPairs[] =
    "00010203040506070809101112131415161718192021222324"
    "25262728293031323334353637383940414243444546474849"
    "50515253545556575859606162636465666768697071727374"
    "75767778798081828384858687888990919293949596979899";

}  // namespace

CsvWriter::CsvWriter(std::ostream& to) : to_(to), block_(kCsvBlock), at_(block_.data()) {}

void CsvWriter::make_room(std::size_t octets) {
  if (static_cast<std::size_t>(block_.data() + block_.size() - at_) < octets) {
    finish();
    if (block_.size() < octets) {
      block_.resize(octets);
      at_ = block_.data();
    }
  }
}

void CsvWriter::finish() {
  to_.write(block_.data(), at_ - block_.data());
  at_ = block_.data();
}

void CsvWriter::begin_cell(std::size_t octets) {
  make_room(octets + 1);
  if (row_begun_) {
    *at_++ = ',';
  }
  row_begun_ = true;
}

void CsvWriter::text(std::string_view text) {
  begin_cell(text.size());
  at_ = std::copy(text.begin(), text.end(), at_);
}

void CsvWriter::integer(std::uint64_t value) {
  begin_cell(kNumberOctets);
  at_ = std::to_chars(at_, at_ + kNumberOctets, value).ptr;
}

// Reuses the digits of the previous time: computing all digits would take half the time of a packet
// log.
void CsvWriter::time(TimePs at) {
  const auto number = static_cast<std::uint64_t>(at);
  const std::uint64_t first = number / kLastDigits;
  if (first == 0) {
    integer(number);
    return;
  }
  if (first != first_digits_) {
    first_digits_ = first;
    char* const begin = first_text_.data();
    char* const end = std::to_chars(begin, begin + first_text_.size(), first).ptr;
    first_size_ = static_cast<std::size_t>(end - begin);
  }
  begin_cell(kNumberOctets);
  std::memcpy(at_, first_text_.data(), first_text_.size());
  at_ += first_size_;
  std::uint64_t rest = number % kLastDigits;
  for (unsigned pair = kLastPairs; pair > 0; --pair) {
    std::memcpy(at_ + 2 * pair - 2, &kPairs[rest % 100 * 2], 2);
    rest /= 100;
  }
  at_ += 2 * kLastPairs;
}

void CsvWriter::end_row() {
  make_room(1);
  *at_++ = '\n';
  row_begun_ = false;
}

std::string CsvWriter::quoted(const std::string& text) {
  const bool is_formula =
      !text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos;
  if (!is_formula && text.find_first_of("\",\n\r") == std::string::npos) {
    return text;
  }
  std::string cell = is_formula ? "\"'" : "\"";
  for (const char c : text) {
    cell.append(c == '"' ? 2 : 1, c);
  }
  return cell += '"';
}

}  // namespace docsis_vp::platform
