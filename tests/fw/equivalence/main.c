/* Runs the script on the control CPU: told what by the device of the test, tells it every
 * decision. */
#include "fw/common/trap.h"
#include "tests/fw/equivalence/script.h"
#include "tests/fw/equivalence/test_device.h"

static volatile uint32_t* word(uint32_t offset) {
  return (volatile uint32_t*)(TEST_DEVICE_BASE + offset);
}

static void send(uint32_t verdicts) {
  *word(TEST_DEVICE_VERDICTS) = verdicts;
}

int main(void) {
  static script_result result;
  const aqm_algorithm* law = aqm_algorithms[*word(TEST_DEVICE_LAW)];
  const char* refused =
      script_run(law, *word(TEST_DEVICE_SEED), *word(TEST_DEVICE_PACKETS), send, &result);
  if (refused != 0) {
    panic(refused);
  }
  const uint32_t* words = (const uint32_t*)(const void*)&result;
  for (uint32_t i = 0; i < sizeof(result) / 4; ++i) {
    *word(TEST_DEVICE_RESULT) = words[i];
  }
  return 0;
}
