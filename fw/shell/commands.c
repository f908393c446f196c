#include "fw/shell/commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "fw/hal/aqm_engine.h"
#include "fw/hal/csr.h"
#include "fw/hal/interrupt_controller.h"
#include "fw/hal/machine_timer.h"
#include "fw/shell/flows.h"
#include "fw/shell/keyboard.h"
#include "registers/plic.h"
#include "registers/soc.h"

#define MOST_WORDS 4
#define MOST_WORDS_SHOWN 64u
#define SOURCES 6u

typedef struct {
  const char* name;
  const char* arguments;
  const char* says;
  int fewest;
  int most;
  void (*run)(int count, char** words); /* words: without the name */
} command;

static uint32_t served[SOURCES];

static void help(int count, char** words);

static int digit_of(char character) {
  if (character >= '0' && character <= '9') {
    return character - '0';
  }
  const char lower = (char)(character | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 16;
}

int commands_number(const char* word, uint32_t* number) {
  const char* digits = word;
  uint32_t base = 10;
  if (word[0] == '0' && word[1] == 'x') {
    digits += 2;
    base = 16;
  }
  uint32_t value = 0;
  int is_number = *digits != '\0';
  for (; *digits != '\0' && is_number; ++digits) {
    const uint32_t digit = (uint32_t)digit_of(*digits);
    is_number = digit < base && value <= (UINT32_MAX - digit) / base;
    value = value * base + digit;
  }
  if (!is_number) {
    printf("%s: expected a number below 2^32, such as 12 or 0x80000000\n", word);
  }
  *number = value;
  return is_number;
}

static int address_in(const char* word, uint32_t* address) {
  if (!commands_number(word, address)) {
    return 0;
  }
  if (*address % 4 != 0) {
    printf("%s: expected a multiple of 4\n", word);
    return 0;
  }
  return 1;
}

static void peek(int count, char** words) {
  uint32_t address = 0;
  uint32_t shown = 1;
  if (!address_in(words[0], &address) || (count == 2 && !commands_number(words[1], &shown))) {
    return;
  }
  if (shown > MOST_WORDS_SHOWN) {
    printf("%s: expected up to %u words\n", words[1], MOST_WORDS_SHOWN);
    return;
  }
  for (; shown != 0; --shown, address += 4) {
    printf("0x%08" PRIx32 ": 0x%08" PRIx32 "\n", address, *(volatile uint32_t*)address);
  }
}

static void poke(int count, char** words) {
  (void)count;
  uint32_t address = 0;
  uint32_t value = 0;
  if (address_in(words[0], &address) && commands_number(words[1], &value)) {
    *(volatile uint32_t*)address = value;
  }
}

static void show_time(int count, char** words) {
  (void)count;
  (void)words;
  const uint64_t now_us = machine_timer_now_us();
  printf("%" PRIu32 " us, %" PRIu32 " cycles awake, tick %" PRIu32 "\n", (uint32_t)now_us,
         csr_cycles(), aqm_engine_ticks());
}

static void irq(int count, char** words) {
  (void)count;
  (void)words;
  static const char* const kNames[SOURCES] = {"none",     "aqm_tick",     "console",
                                              "watchdog", "ingress_hold", "verdict_port"};
  volatile plic_t* controller = (volatile plic_t*)SOC_PLIC_BASE;
  const uint32_t enabled = controller->enable;
  const uint32_t pending = controller->pending;
  for (uint32_t source = 1; source < SOURCES; ++source) {
    printf("%" PRIu32 " %-12s %s, %s, served %" PRIu32 "\n", source, kNames[source],
           enabled >> source & 1 ? "enabled" : "off", pending >> source & 1 ? "pending" : "quiet",
           served[source]);
  }
  printf("characters lost: %" PRIu32 "\n", keyboard_lost());
}

static const command kCommands[] = {
    {"help", "", "this", 0, 0, help},
    {"show", "[FLOW]", "state of the law and counters of a service flow, or of all", 0, 1,
     flows_show},
    {"set", "[FLOW NAME VALUE]", "change a parameter of the law; alone: what there is", 0, 3,
     flows_set},
    {"peek", "ADDRESS [WORDS]", "read words", 1, 2, peek},
    {"poke", "ADDRESS VALUE", "write a word", 2, 2, poke},
    {"time", "", "microseconds, cycles and ticks since the start", 0, 0, show_time},
    {"irq", "", "interrupt sources", 0, 0, irq},
    {"log", "TICKS", "a line for each service flow every so many ticks; 0: none", 1, 1, flows_log},
};
#define COMMANDS (sizeof kCommands / sizeof kCommands[0])

static void help(int count, char** words) {
  (void)count;
  (void)words;
  for (unsigned i = 0; i < COMMANDS; ++i) {
    printf("%-5s%-18s%s\n", kCommands[i].name, kCommands[i].arguments, kCommands[i].says);
  }
}

void commands_run(char* line) {
  char* words[MOST_WORDS + 1];
  int count = 0;
  for (char* word = strtok(line, " "); word != 0 && count <= MOST_WORDS; word = strtok(0, " ")) {
    words[count++] = word;
  }
  if (count == 0) {
    return;
  }
  for (unsigned i = 0; i < COMMANDS; ++i) {
    const command* each = &kCommands[i];
    if (strcmp(each->name, words[0]) == 0) {
      if (count - 1 < each->fewest || count - 1 > each->most) {
        printf("usage: %s %s\n", each->name, each->arguments);
      } else {
        each->run(count - 1, words + 1);
      }
      return;
    }
  }
  printf("%s: no such command, try help\n", words[0]);
}

void commands_count_interrupt(uint32_t source) {
  ++served[source];
}
