// Objects with constructors, by priority and by place, in C++ and in C, and virtual functions.
#include <stdint.h>

#include "fw/common/arrival_ring.h"
#include "fw/common/trap.h"
#include "fw/docsis_pie/law.h"
#include "fw/hal/console.h"
#include "fw/hal/verdict_port.h"
#include "fw/kernel/kernel.h"

extern "C" uint32_t constructed_by_c(void);

// Not of this source alone: others might derive from it.
class Shape {
 public:
  virtual ~Shape() = default;
  virtual uint32_t area() const = 0;
};

namespace {

uint32_t begun = 0;

class Square final : public Shape {
 public:
  explicit Square(uint32_t side) : side_(side), order_(++begun) {}
  uint32_t area() const override { return side_ * side_; }
  uint32_t order() const { return order_; }

 private:
  uint32_t side_;
  uint32_t order_;
};

volatile uint32_t three = 3;

Square plain(three);
__attribute__((init_priority(200))) Square later(three + 1);
__attribute__((init_priority(101))) Square first(three + 2);

__attribute__((noinline)) uint32_t area_of(const Shape& shape) {
  const Shape* const volatile known = &shape;  // nobody else knows which function that calls
  return known->area();
}

uint32_t area_of_local() {
  static const Square once(three + 3);  // made by its first use
  return area_of(once);
}

void say(const char* what, uint32_t value) {
  console_print(what);
  console_print_decimal(value);
}

}  // namespace

int main() {
  say("order ", first.order());
  say(" ", later.order());
  say(" ", plain.order());
  say(" areas ", area_of(first));
  say(" ", area_of(later));
  say(" ", area_of(plain));
  say(" ", area_of_local());
  say(" c ", constructed_by_c());
  console_print("\n");
  return stack_overflowed() != 0 ? 2 : 0;
}
