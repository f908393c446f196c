/* Says what it knows of its start, then does what the build asks for in THEN. */
#include <stdint.h>

#include "fw/hal/console.h"
#include "fw/hal/csr.h"
#include "fw/hal/watchdog.h"

#define TIMEOUT_US 2000u

static void say(const char* what, uint32_t value) {
  console_print(what);
  console_print_decimal(value);
}

static void wait_us(uint32_t us) {
  const uint32_t begun_us = csr_time_us();
  while (csr_time_us() - begun_us < us) {
  }
}

/* Never kicks. */
static void hang(void) {
  watchdog_start(TIMEOUT_US);
  for (;;) {
    wait_us(TIMEOUT_US);
  }
}

/* Only the boot ROM may have started the watchdog. */
static void idle(void) {
  for (;;) {
    wait_us(TIMEOUT_US);
  }
}

static void trap(void) {
  __asm__ volatile("unimp");
}

static void work(uint32_t kicks) {
  watchdog_start(TIMEOUT_US);
  for (uint32_t done = 0; done < kicks; ++done) {
    wait_us(TIMEOUT_US / 2);
    watchdog_kick();
  }
}

/* Works, says so, and hangs a while later. */
static void age(void) {
  watchdog_confirm_image();
  work(5);
  hang();
}

static void live(void) {
  watchdog_confirm_image();
  work(UINT32_MAX);
}

int main(void) {
  say("start: cause ", watchdog_reset_cause());
  say(" resets ", watchdog_resets());
  say(" failures ", watchdog_boot_failures());
  say(" slot ", watchdog_slot());
  console_print("\n");
  THEN();
  return 0;
}
