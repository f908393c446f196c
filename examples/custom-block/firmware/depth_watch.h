/* Declares the registers of the block in depth_watch.h, for firmware and model. */
#ifndef FIRMWARE_DEPTH_WATCH_H
#define FIRMWARE_DEPTH_WATCH_H

#define DEPTH_WATCH_BASE 0x20200000u /* address in the scenario */
#define DEPTH_WATCH_INTERRUPT 6u

#define DEPTH_WATCH_THRESHOLD_BYTES 0x00u /* alarm above it; 0: none */
#define DEPTH_WATCH_STATUS 0x04u          /* 1: alarm; write 1 to clear */
#define DEPTH_WATCH_PEAK_BYTES 0x08u      /* peak since the last read */
#define DEPTH_WATCH_SAMPLES 0x0Cu         /* number of samples */

#endif
