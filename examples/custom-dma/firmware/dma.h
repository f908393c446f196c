/* Declares registers, memory and descriptors of the DMA engine in dma.h, for firmware and model. */
#ifndef FIRMWARE_DMA_H
#define FIRMWARE_DMA_H

#include <stdint.h>

#define DMA_BASE 0x20200000u /* address in the scenario */
#define DMA_INTERRUPT 6u

#define DMA_RING 0x00u        /* address of the first descriptor */
#define DMA_ENTRIES 0x04u     /* descriptors in the ring, 1 to 256 */
#define DMA_HEAD 0x08u        /* doorbell: one past the last entry to serve */
#define DMA_TAIL 0x0Cu        /* read only: the next entry to serve */
#define DMA_STATUS 0x10u      /* 1: the ring became empty; write 1 to clear */
#define DMA_BUSY_CYCLES 0x14u /* cycles of the engine's clock, read only */

#define DMA_MEMORY 0x1000u /* the engine's memory, accessible to all masters */
#define DMA_MEMORY_BYTES 0x1000u

#define DMA_DONE 0x80000000u  /* in dma_descriptor.status */
#define DMA_ERROR 0x40000000u /* a bus error: the copy is not complete */
#define DMA_MOST_BYTES 64u    /* per descriptor */

typedef struct {
  uint32_t source; /* addresses of the CPU's bus */
  uint32_t target;
  uint32_t bytes;
  uint32_t status; /* written by the engine */
} dma_descriptor;

#endif
