/* Writes text to the user's console, and reads input from it. */
#ifndef FW_HAL_CONSOLE_H
#define FW_HAL_CONSOLE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void console_print(const char* text);
void console_print_hex(uint32_t value);     /* 0x0123abcd */
void console_print_decimal(uint32_t value); /* no leading zeros */

/* Waits on the bus while the transmit FIFO of 16 characters is full. */
void console_put(char character);
/* Returns whether console_put() would not wait. */
int console_ready(void);
/* Returns the oldest received octet, or -1. */
int console_get(void);
/* Enables the interrupt that is raised while a received octet waits. */
void console_enable_receive_interrupt(void);
/* Returns the number of octets lost because 16 waited. */
uint32_t console_lost(void);

#ifdef __cplusplus
}
#endif

#endif
