/* Text to the user's screen, and from the user's keyboard. */
#ifndef FW_HAL_CONSOLE_H
#define FW_HAL_CONSOLE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void console_print(const char* text);
void console_print_hex(uint32_t value);     /* 0x0123abcd */
void console_print_decimal(uint32_t value); /* no leading zeros */

/* Waits on the bus while 16 characters wait for the line. */
void console_put(char character);
/* Whether it would not wait. */
int console_ready(void);
/* The oldest received octet, -1 for none. */
int console_get(void);
/* Raised while a received octet waits. */
void console_enable_receive_interrupt(void);
/* Octets that came while 16 waited. */
uint32_t console_lost(void);

#ifdef __cplusplus
}
#endif

#endif
