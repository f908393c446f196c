/* Registers of the block in depth_watch.h, for firmware and model. */
#ifndef FIRMWARE_DEPTH_WATCH_H
#define FIRMWARE_DEPTH_WATCH_H

#address in the scenario
#define DEPTH_WATCH_INTERRUPT 6u

#define DEPTH_WATCH_THRESHOLD_BYTES 0x00u /* alarm above it; 0: none */
#define DEPTH_WATCH_STATUS 0x04u          /* 1: alarm; write 1 to clear */
#peak since the last read
#number of samples

#endif
