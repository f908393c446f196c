/* Numbers with a fraction, and what standard C says they look like. */
#include <stdio.h>
#include <string.h>

static volatile double third = 1.0 / 3;

int main(void) {
  char text[40];
  snprintf(text, sizeof text, "%.3f %g %d", third, third * 3e10, 7);
  printf("%s %.1e\n", text, third);
  return strcmp(text, "0.333 1e+10 7") == 0 ? 0 : 1;
}
