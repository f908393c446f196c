/* Arithmetic that a core without a floating-point unit leaves to libgcc, 64-bit division too. */
#include <stdint.h>

static volatile double a = 1;
static volatile double b = 3;
static volatile float x = 1;
static volatile float y = 2;
static volatile uint64_t n = 1;
static volatile int64_t m = 1;

int main(void) {
  a = a / b + a * b - (double)x;
  x = x / y + (float)n;
  n = n / 3 + n % 7 + (uint64_t)a;
  m = m / 3 + m % 7 + (int64_t)x;
  return a < b && x < y ? 0 : 1;
}
