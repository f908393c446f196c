/* Small programs on the modem's CPU against a target of a user's: the host writes a number and an
 * argument into ROM before the run, and reads the results. */
#include <stdint.h>

#include "fw/hal/csr.h"
#include "fw/hal/interrupt_controller.h"

#define BLOCK 0x20200000u
#define BLOCK_INTERRUPT 6u
#define EXTERNAL_INTERRUPT 0x8000000Bu
/* Registers of the block. */
#define START 0x10u
#define STATUS 0x14u
#define CLEAR 0x18u
#define SLOW 0x20u
#define QUICK 0x24u
#define MARK 0x28u
#define CODE 0x30u
#define MEMORY 0x1000u
#define FENCE_I() \
  __asm__ volatile(".option push\n.option arch, +zifencei\nfence.i\n.option pop" : : : "memory")

typedef uint32_t (*routine)(void);

__attribute__((used, section(".rodata.probe"))) const volatile uint32_t test_case = 0xFFFFFFFFu;
__attribute__((used, section(".rodata.probe"))) const volatile uint32_t arg = 0;
__attribute__((used)) volatile uint32_t result[160];
__attribute__((used)) volatile uint32_t finished;
__attribute__((used)) volatile uint32_t fault_cause, fault_addr, faults;
__attribute__((used)) volatile uint32_t irqs, irq_cycle, irq_source;
__attribute__((used)) volatile uint32_t mailbox[64];
__attribute__((aligned(4))) uint32_t code_ram[16];

static volatile uint32_t* reg(uint32_t offset) {
  return (volatile uint32_t*)(BLOCK + offset);
}

/* Serves the block's interrupt; a fault is noted, and its instruction passed over. */
__attribute__((interrupt("machine"), aligned(4))) void all_traps(void);
void all_traps(void) {
  uint32_t cause;
  uint32_t pc;
  uint32_t value;
  __asm__ volatile(CSR_ASM("csrr %0, mcause") : "=r"(cause));
  __asm__ volatile(CSR_ASM("csrr %0, mepc") : "=r"(pc));
  __asm__ volatile(CSR_ASM("csrr %0, mtval") : "=r"(value));
  if (cause == EXTERNAL_INTERRUPT) {
    irq_cycle = csr_cycles();
    irq_source = interrupt_controller_claim();
    ++irqs;
    if (irq_source == BLOCK_INTERRUPT) {
      *reg(CLEAR) = 1;
    }
    interrupt_controller_complete(irq_source);
    return;
  }
  fault_cause = cause;
  fault_addr = value;
  ++faults;
  const uint16_t opcode = *(const uint16_t*)pc;
  pc += (opcode & 3) == 3 ? 4 : 2;
  __asm__ volatile(CSR_ASM("csrw mepc, %0") : : "r"(pc));
}

static uint32_t load(uint32_t address, uint32_t bytes) {
  uint32_t value = 0xDEAD;
  if (bytes == 1) {
    __asm__ volatile("lbu %0, 0(%1)" : "=r"(value) : "r"(address) : "memory");
  } else if (bytes == 2) {
    __asm__ volatile("lhu %0, 0(%1)" : "=r"(value) : "r"(address) : "memory");
  } else {
    __asm__ volatile("lw %0, 0(%1)" : "=r"(value) : "r"(address) : "memory");
  }
  return value;
}

static void store(uint32_t address, uint32_t bytes, uint32_t value) {
  if (bytes == 1) {
    __asm__ volatile("sb %1, 0(%0)" : : "r"(address), "r"(value) : "memory");
  } else if (bytes == 2) {
    __asm__ volatile("sh %1, 0(%0)" : : "r"(address), "r"(value) : "memory");
  } else {
    __asm__ volatile("sw %1, 0(%0)" : : "r"(address), "r"(value) : "memory");
  }
}

static void every_size_at_every_offset(void) {
  const uint32_t base = BLOCK + arg;
  uint32_t next = 0;
  for (uint32_t i = 0; i < 16; ++i) {
    store(base + i, 1, 0x10 + i);
  }
  for (uint32_t bytes = 1; bytes <= 4; bytes *= 2) {
    for (uint32_t offset = 0; offset < 8; ++offset) {
      result[next++] = load(base + offset, bytes);
    }
  }
  for (uint32_t bytes = 1; bytes <= 4; bytes *= 2) {
    for (uint32_t offset = 0; offset < 8; ++offset) {
      for (uint32_t word = 0; word < 3; ++word) {
        store(base + 32 + 4 * word, 4, 0);
      }
      store(base + 32 + offset, bytes, 0xA1B2C3D4u);
      for (uint32_t word = 0; word < 3; ++word) {
        result[next++] = load(base + 32 + 4 * word, 4);
      }
    }
  }
}

static void start_and_poll(void) {
  const uint32_t begin = csr_cycles();
  uint32_t polls = 0;
  *reg(START) = 1;
  while (*reg(STATUS) == 0 && polls < 2000000) {
    ++polls;
  }
  result[0] = csr_cycles() - begin;
  result[1] = polls;
}

static void start_and_take_the_interrupt(void) {
  interrupt_controller_enable(BLOCK_INTERRUPT);
  csr_enable_external_interrupt();
  csr_enable_interrupts();
  const uint32_t begin = csr_cycles();
  *reg(START) = 1;
  for (uint32_t n = 0; irqs == 0 && n < 3000000; ++n) {
  }
  result[0] = irq_cycle - begin;
  result[1] = irqs;
}

static void slow_quick_slow(void) {
  static const uint32_t offsets[3] = {SLOW, QUICK, SLOW};
  for (uint32_t i = 0; i < 3; ++i) {
    const uint32_t begin = csr_cycles();
    result[2 * i + 1] = *reg(offsets[i]);
    result[2 * i] = csr_cycles() - begin;
  }
}

/* Code in the block's memory, which a register write changes and revokes. */
static void run_code_that_is_revoked(void) {
  const routine code = (routine)(BLOCK + MEMORY);
  uint32_t (*const revoker)(uint32_t, uint32_t) =
      (uint32_t(*)(uint32_t, uint32_t))(BLOCK + MEMORY + 0x100);
  result[0] = code();
  *reg(CODE) = 2;
  result[1] = code();
  *reg(CODE) = 3;
  result[2] = code();
  result[3] = revoker(BLOCK + CODE, 7);
  result[4] = revoker(BLOCK + CODE, 9);
}

static void poll(const volatile uint32_t* word) {
  for (uint32_t n = 0; *word == 0 && n < 20000000; ++n) {
  }
  result[0] = csr_cycles();
  result[1] = *word;
}

static void take_faults(void) {
  static const uint32_t addresses[8] = {0x10000000u, 0x20300000u, 0x80040000u, 0x8003FFFEu,
                                        0x20020002u, 0x00000000u, 0x20021000u, 0x2000FFFEu};
  for (uint32_t i = 0; i < 8; ++i) {
    fault_cause = 0xFF;
    fault_addr = 0;
    if (i == 5) {
      store(addresses[i], 4, 1);
    } else {
      load(addresses[i], 4);
    }
    result[2 * i] = fault_cause;
    result[2 * i + 1] = fault_addr;
  }
}

static void count_for_ever(void) {
  for (;;) {
    ++result[0];
    result[1] = csr_cycles();
  }
}

/* Runs code in RAM, has the DMA change it, runs it again. */
static void run_code_that_the_dma_wrote(void) {
  const routine code = (routine)(uintptr_t)code_ram;
  code_ram[0] = 0x00100513; /* li a0, 1 */
  code_ram[1] = 0x00008067; /* ret */
  FENCE_I();
  result[0] = code();
  *reg(START) = (uint32_t)code_ram;
  while (*reg(STATUS) == 0) {
  }
  FENCE_I();
  result[1] = code();
}

static void write_what_is_granted_for_reading(void) {
  for (uint32_t i = 0; i < 8; ++i) {
    result[0] += *reg(MEMORY);
  }
  *reg(MEMORY) = 5;
  *reg(MEMORY) = 6;
  result[1] = *reg(MEMORY);
}

static void load_64_words(void) {
  const uint32_t begin = csr_cycles();
  for (uint32_t i = 0; i < 64; ++i) {
    result[2] += *reg(MEMORY + 4 * i);
  }
  result[0] = csr_cycles() - begin;
}

static void load_slowly_1000_times(void) {
  const uint32_t begin = csr_cycles();
  const uint32_t begin_us = csr_time_us();
  for (uint32_t i = 0; i < 1000; ++i) {
    result[3] = *reg(SLOW);
  }
  result[0] = csr_cycles() - begin;
  result[1] = csr_time_us() - begin_us;
  for (volatile uint32_t i = 0; i < 2000; ++i) {
  }
  result[2] = *reg(QUICK);
  result[4] = csr_cycles();
  *reg(MARK) = 1;
}

static void store_100000_times(void) {
  for (uint32_t i = 0; i < 100000; ++i) {
    *reg(MEMORY) = i;
  }
  result[0] = *reg(MEMORY);
}

static void load_very_slowly(void) {
  const uint32_t begin_us = csr_time_us();
  result[1] = *reg(SLOW);
  result[0] = csr_time_us() - begin_us;
}

static void load_slowly_and_spin(void) {
  for (uint32_t i = 0; i < 10; ++i) {
    result[3] = *reg(SLOW);
    const uint32_t begin = csr_cycles();
    while (csr_cycles() - begin < 5000) {
    }
    result[10 + i] = *reg(QUICK);
  }
}

static void run_code_over_the_bus(void) {
  const routine code = (routine)(BLOCK + MEMORY);
  for (uint32_t i = 0; i < 3; ++i) {
    if (i != 0) {
      *reg(CODE) = i + 1;
    }
    FENCE_I();
    result[i] = code();
  }
}

static void time_eight_loads(void) {
  for (uint32_t i = 0; i < 8; ++i) {
    const uint32_t begin = csr_cycles();
    result[2 * i] = *reg(SLOW + 4 * (i & 3));
    result[2 * i + 1] = csr_cycles() - begin;
  }
}

/* Three banks of memory under one address. */
static void switch_banks(void) {
  volatile uint32_t* const memory = reg(MEMORY);
  for (uint32_t i = 0; i < 12; ++i) {
    *reg(CODE) = i % 3;
    result[i] = memory[0] + memory[1] + memory[3];
    memory[1] = memory[1] + 100;
    result[16 + i] = memory[1];
  }
}

/* The block shows a page of RAM, that of code_ram. */
static void run_ram_by_an_alias(void) {
  const routine code = (routine)(BLOCK + MEMORY + ((uint32_t)code_ram & 0xFFFu));
  for (uint32_t i = 0; i < 4; ++i) {
    code_ram[0] = 0x00100513u + (i << 20); /* li a0, i + 1 */
    code_ram[1] = 0x00008067u;             /* ret */
    FENCE_I();
    result[i] = code();
  }
}

static void wait_for_interrupts(void) {
  interrupt_controller_enable(BLOCK_INTERRUPT);
  csr_enable_external_interrupt();
  csr_enable_interrupts();
  const uint32_t begin = csr_cycles();
  *reg(START) = 1;
  for (uint32_t i = 0; i < arg; ++i) {
    while (irqs == i) {
    }
    result[i] = irq_cycle - begin;
  }
}

static void time_four_changes(void) {
  volatile uint32_t* const memory = reg(MEMORY);
  uint32_t last = memory[0];
  for (uint32_t i = 0; i < 4;) {
    const uint32_t value = memory[0];
    if (value != last) {
      result[2 * i] = csr_cycles();
      result[2 * i + 1] = value;
      last = value;
      ++i;
    }
  }
}

static void run_test(void) {
  switch (test_case) {
    case 1:
      every_size_at_every_offset();
      break;
    case 2:
      start_and_poll();
      break;
    case 3:
      start_and_take_the_interrupt();
      break;
    case 4:
      slow_quick_slow();
      break;
    case 5:
      run_code_that_is_revoked();
      break;
    case 6:
      poll(mailbox);
      break;
    case 7:
      poll(reg(MEMORY));
      break;
    case 8:
      take_faults();
      break;
    case 10:
      count_for_ever();
      break;
    case 11:
      run_code_that_the_dma_wrote();
      break;
    case 12:
      write_what_is_granted_for_reading();
      break;
    case 13:
      load_64_words();
      break;
    case 14:
      load_slowly_1000_times();
      break;
    case 15:
      store_100000_times();
      break;
    case 16:
      load_very_slowly();
      break;
    case 17:
      load_slowly_and_spin();
      break;
    case 18:
      run_code_over_the_bus();
      break;
    case 19:
      time_eight_loads();
      break;
    case 20:
      switch_banks();
      break;
    case 21:
      run_ram_by_an_alias();
      break;
    case 22:
      wait_for_interrupts();
      break;
    case 23:
      time_four_changes();
      break;
    default:
      break; /* 9: sleeps */
  }
}

int main(void) {
  __asm__ volatile(CSR_ASM("csrw mtvec, %0") : : "r"(all_traps));
  run_test();
  result[159] = 0x600D;
  finished = 1;
  for (;;) {
    csr_wait_for_interrupt();
  }
}
