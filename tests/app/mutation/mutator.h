// Damages files as editors, disks and people do.
#pragma once

#include <string>
#include <vector>

#include "platform/base/random.h"

namespace docsis_vp::app {

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed, "mutator") {}

  // One more wound to a text of JSON: its values, its structure or its octets.
  void wound_json(std::string& text);
  // One more to an ELF image: its headers, its tables, its code, or its end.
  void wound_elf(std::string& image);

  std::size_t below(std::size_t bound) { return random_.below(bound); }

 private:
  // Where something of at most `longest` octets starts, and how long it is.
  struct Part {
    std::size_t at;
    std::size_t length;
  };
  Part part_of(const std::string& text, std::size_t longest);
  void replace_value(std::string& text);
  void replace_name(std::string& text);
  void put_octet(std::string& text, std::size_t from, std::size_t to);

  RandomStream random_;
};

}  // namespace docsis_vp::app
