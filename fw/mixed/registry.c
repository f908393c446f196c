/* The registry without the laws of hardware alone, whose code and texts would fill the ROM. */
#define AQM_FOR_FIRMWARE
#include "models/aqm/registry.c"
