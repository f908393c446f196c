/* In place of fw/include/registers/soc.h where firmware runs on the host: a device's registers lie
 * where the test has them, which sees each access coming. */
#ifndef TESTS_FW_HOST_SOC_H
#define TESTS_FW_HOST_SOC_H

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  HOST_AQM_ENGINE,
  HOST_BACKGROUND_LOAD,
  HOST_CLINT,
  HOST_CONSOLE,
  HOST_INGRESS_HOLD,
  HOST_PLIC,
  HOST_VERDICT_PORT,
  HOST_WATCHDOG,
} host_device;

/* Asked for once before each access. */
void* host_registers(host_device device);

#ifdef __cplusplus
}
#endif

#define SOC_AQM_ENGINE_BASE host_registers(HOST_AQM_ENGINE)
#define SOC_BACKGROUND_LOAD_BASE host_registers(HOST_BACKGROUND_LOAD)
#define SOC_CLINT_BASE host_registers(HOST_CLINT)
#define SOC_CONSOLE_BASE host_registers(HOST_CONSOLE)
#define SOC_INGRESS_HOLD_BASE host_registers(HOST_INGRESS_HOLD)
#define SOC_PLIC_BASE host_registers(HOST_PLIC)
#define SOC_VERDICT_PORT_BASE host_registers(HOST_VERDICT_PORT)
#define SOC_WATCHDOG_BASE host_registers(HOST_WATCHDOG)

#endif
