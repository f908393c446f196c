/* Copies packet headers from the DMA engine's memory into RAM, first by the CPU, then by the
 * engine. Counts the CPU's cycles awake for both. */
#include "dma.h"
#include "fw/hal/csr.h"
#include "fw/hal/interrupt_controller.h"

#define MOST_HEADERS 32u
#define WORDS 16u /* of 64 bytes */

/* The test suite writes this into ROM before the run. */
__attribute__((used, section(".rodata.headers"))) const volatile uint32_t headers = 8;

static volatile dma_descriptor ring[MOST_HEADERS + 1];
static uint32_t copies[MOST_HEADERS][WORDS];
static volatile uint32_t served;

/* Read by the tests. */
uint32_t cpu_cycles;
uint32_t dma_cycles;
uint32_t mismatches;
volatile uint32_t interrupts;
volatile uint32_t finished;

static volatile uint32_t* dma(uint32_t offset) {
  return (volatile uint32_t*)(DMA_BASE + offset);
}

static const volatile uint32_t* header(uint32_t index) {
  return dma(DMA_MEMORY + index * 4u * WORDS);
}

__attribute__((interrupt("machine"))) void external_interrupt(void);
void external_interrupt(void) {
  const uint32_t source = interrupt_controller_claim();
  if (source == DMA_INTERRUPT) {
    *dma(DMA_STATUS) = 1;
    served = 1;
    ++interrupts;
  }
  interrupt_controller_complete(source);
}

static void check(uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    for (uint32_t word = 0; word < WORDS; ++word) {
      mismatches += copies[i][word] != header(i)[word];
      copies[i][word] = 0;
    }
  }
}

static void copy_by_cpu(uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    const volatile uint32_t* const from = header(i);
    for (uint32_t word = 0; word < WORDS; ++word) {
      copies[i][word] = from[word];
    }
  }
}

static void copy_by_dma(uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    ring[i].source = (uint32_t)header(i);
    ring[i].target = (uint32_t)copies[i];
    ring[i].bytes = 4u * WORDS;
    ring[i].status = 0;
  }
  *dma(DMA_HEAD) = count;
  csr_disable_interrupts();
  while (!served) {
    csr_wait_for_interrupt();
    csr_enable_interrupts();
    csr_disable_interrupts();
  }
  csr_enable_interrupts();
}

int main(void) {
  const uint32_t count = headers;
  for (uint32_t word = 0; word < count * WORDS; ++word) {
    *dma(DMA_MEMORY + 4 * word) = word * 2654435761u;
  }
  *dma(DMA_RING) = (uint32_t)ring;
  *dma(DMA_ENTRIES) = MOST_HEADERS + 1;
  interrupt_controller_enable(DMA_INTERRUPT);
  csr_enable_external_interrupt();
  csr_enable_interrupts();

  const uint32_t start = csr_cycles();
  copy_by_cpu(count);
  cpu_cycles = csr_cycles() - start;
  check(count);

  const uint32_t handed = csr_cycles();
  copy_by_dma(count);
  dma_cycles = csr_cycles() - handed;
  check(count);
  for (uint32_t i = 0; i < count; ++i) {
    mismatches += ring[i].status != (DMA_DONE | 4u * WORDS);
  }
  finished = 1;
  for (;;) {
    csr_wait_for_interrupt();
  }
}
