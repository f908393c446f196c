/* Prints the digest of the script, a line each word. */
#include "fw/hal/console.h"
#include "tests/fw/dual_queue/script.h"

#define SCRIPT_PACKETS 3000u /* as many as the test runs */

int main(void) {
  uint32_t words[SCRIPT_WORDS];
  if (script_run(SCRIPT_PACKETS, words) != 0) {
    return 1;
  }
  for (uint32_t i = 0; i < SCRIPT_WORDS; ++i) {
    console_print_hex(words[i]);
    console_print("\n");
  }
  return 0;
}
