/* Text to the user's screen. */
#ifndef FW_HAL_CONSOLE_H
#define FW_HAL_CONSOLE_H

#include <stdint.h>

void console_print(const char* text);
void console_print_hex(uint32_t value);     /* 0x0123abcd */
void console_print_decimal(uint32_t value); /* no leading zeros */

#endif
