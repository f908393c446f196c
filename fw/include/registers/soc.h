// Generated from models/cm/soc.rdl by tools/registers/generate; do not edit.
#ifndef SOC_H
#define SOC_H

#define SOC_EXIT_DEVICE_BASE 0x20000000u
#define SOC_CONSOLE_BASE 0x20010000u
#define SOC_WATCHDOG_BASE 0x20020000u
#define SOC_AQM_ENGINE_BASE 0x20030000u
#define SOC_CLINT_BASE 0x20100000u
#define SOC_PLIC_BASE 0x24000000u
#define SOC_ROM_BASE 0x00000000u
#define SOC_ROM_BYTES 0x10000u
#define SOC_RAM_BASE 0x80000000u
#define SOC_RAM_BYTES 0x40000u

#endif
